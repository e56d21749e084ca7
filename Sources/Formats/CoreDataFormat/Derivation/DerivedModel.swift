import DataSchema
import SQLCore

/// A model derived from the tables of a store, for stores without any other description.
///
/// Core Data's tables say less than its models: names are in capitals, strings and URLs look the
/// same, and so do most integers and keys of other rows. Everything that was guessed is listed in
/// `guesses`.
package struct DerivedModel: Hashable, Sendable {
  /// The entities that have tables; properties are named like their columns, in lowercase.
  package let model: ModelDescription
  /// The tables and columns of the entities, with their names in the file.
  package let tableMap: TableMap
  /// Everything that does not follow from the tables, as sentences.
  package let guesses: [String]

  /// Reads the tables with four statements, and one more for each column of bytes.
  ///
  /// - Parameters:
  ///   - connection: A connection to the store, which is only read.
  ///   - versionIdentifiers: The version identifiers that the store records.
  /// - Throws: `DerivationError` for a file whose entities are inconsistent; `SQLError`.
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

/// The reason why no model can be derived from the tables of a file.
package struct DerivationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, as the rest of a sentence that begins with the file.
  package var description: String

  init(_ description: String) { self.description = description }
}
