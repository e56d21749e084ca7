/// Why no models can be generated.
package struct ModelGenerationError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// There is no file, or it may not be read.
    case fileNotReadable
    /// A file that was generated is there already, or may not be written.
    case fileNotWritable
    /// The file is none that tells of a model.
    case unknownFormat
    /// The file has more bytes, or more in it, than any that is known.
    case tooLarge
    /// The file is damaged, or what it holds does not hold together.
    case damaged
    /// The file has something that this library does not know.
    case unsupported
    /// It is a store that does not tell what it was made with.
    case noModel
    /// A name of the model is none that code can have.
    case impossibleName
    /// The name that was asked for is none that code can have.
    case invalidSchemaName
  }

  package var kind: Kind
  /// What is wrong and where, as a sentence.
  package var message: String
  /// What to do about it, as a sentence.
  package var advice: String

  package init(_ kind: Kind, _ message: String, advice: String) {
    self.kind = kind
    // Names from files may be of any length.
    self.message = message.count > 600 ? message.prefix(600) + "…" : message
    self.advice = advice
  }

  package var description: String { "\(message) \(advice)" }
}
