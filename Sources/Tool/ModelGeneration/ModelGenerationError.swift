/// Why models could not be generated.
package struct ModelGenerationError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// The file does not exist, or cannot be read.
    case fileNotReadable
    /// A generated file exists already, or cannot be written.
    case fileNotWritable
    /// The file is neither a model nor a store.
    case unknownFormat
    /// The file exceeds the limits of size or content.
    case tooLarge
    /// The file is damaged, or its contents are inconsistent.
    case damaged
    /// The file contains something that this library does not support.
    case unsupported
    /// The store does not contain the model that it was created with.
    case noModel
    /// The database schema does not exist, or contains no tables that models can represent.
    case noTables
    /// A name in the model cannot be used in code.
    case impossibleName
    /// The requested schema name cannot be used in code.
    case invalidSchemaName
  }

  package var kind: Kind
  /// What is wrong and where, as a sentence.
  package var message: String
  /// What to do about it, as a sentence.
  package var advice: String

  package init(_ kind: Kind, _ message: String, advice: String) {
    self.kind = kind
    // Names from files may have any length.
    self.message = message.count > 600 ? message.prefix(600) + "…" : message
    self.advice = advice
  }

  package var description: String { "\(message) \(advice)" }
}
