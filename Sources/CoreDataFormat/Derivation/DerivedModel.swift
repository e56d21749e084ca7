import DataSchema
import SQLCore

/// What the tables of a store tell of its entities where nothing else does.
///
/// Core Data's tables say less than its models: names stand in capitals, texts and URLs look the same,
/// and so do most integers and keys of other rows. What had to be guessed is said.
package struct DerivedModel: Hashable, Sendable {
  /// The entities that have tables; names of properties are those of their columns in small letters.
  package let model: ModelDescription
  /// Where the file has them, by the names that stand in it.
  package let tableMap: TableMap
  /// What does not follow from the tables, as sentences.
  package let guesses: [String]

  /// Reads what the tables tell; executes four statements, and one more for each column of bytes.
  ///
  /// - Parameters:
  ///   - connection: The store, which is read only.
  ///   - versionIdentifiers: What the store says of its version.
  /// - Throws: `DerivationError` for a file whose entities do not hold together; `SQLError`.
  package init(on connection: any SQLConnection, versionIdentifiers: [String]) throws {
    let tree = try StoredEntities(on: connection)
    let tables = try StoredTables(on: connection)
    var builder = DerivedModelBuilder(tree, tables)
    try builder.build(on: connection)
    model = ModelDescription(
      entities: builder.descriptions, versionIdentifiers: versionIdentifiers)
    tableMap = TableMap(entities: builder.entityTables)
    guesses = builder.guesses
  }
}

/// Why the tables of a file tell no model.
package struct DerivationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as the rest of a sentence that begins with the file.
  package var description: String

  init(_ description: String) { self.description = description }
}
