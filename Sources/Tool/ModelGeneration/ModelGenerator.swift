import DataSchema
import Foundation

/// A generated source file.
package struct GeneratedFile: Hashable, Sendable {
  /// The name with the extension `.swift`; names of one model's files never differ only in case.
  package var name: String
  package var text: String
}

/// The generated code of a model, with notes about it.
package struct GeneratedModels: Sendable {
  /// The files, sorted by name.
  package var files: [GeneratedFile]
  /// Notes about what the code omits or expresses in an unusual way; empty if there is nothing to
  /// note.
  package var notes: [GenerationNote]
  /// The name of the current version's `VersionedSchema`.
  package var schemaName: String
  /// The current version as the code declares it, with the version hashes of the code's schema.
  package var model: ModelDescription

  /// Whether the code can open stores of the file's model.
  ///
  /// It can if the model differs only by what classes cannot express.
  package var opensStores: Bool

  /// Whether new stores of the code have the version hashes of the file's model, so that Core Data
  /// opens them.
  package var hasSameVersionHashes: Bool { !notes.contains(where: \.changesVersionHash) }

  init(
    files: [GeneratedFile], notes: [GenerationNote], schemaName: String, model: ModelDescription,
    of source: ModelDescription
  ) {
    (self.files, self.notes, self.schemaName, self.model) = (files, notes, schemaName, model)
    let hashes = source.versionHashes
    let resolution = InverseResolution(hashes: hashes, stored: source, isForeign: true)
    opensStores = resolution.resolved([model])[0].versionHashes == hashes
  }

  /// The code of another program's tables, which have no version hashes.
  init(files: [GeneratedFile], notes: [GenerationNote], schemaName: String) {
    (self.files, self.notes, self.schemaName) = (files, notes, schemaName)
    (model, opensStores) = (ModelDescription(entities: []), true)
  }
}

/// Generates `@Model` classes from models in any supported format.
package enum ModelGenerator {
  /// Generates the code for a store of SwiftData or Core Data, an Xcode model (`.xcdatamodeld`,
  /// `.xcdatamodel`), or a compiled model (`.momd`, `.mom`).
  ///
  /// A model with one version becomes a file for each class and one with a `VersionedSchema`. With
  /// several versions, each becomes a file with its `VersionedSchema` and the classes in it; one
  /// more file has the `SchemaMigrationPlan`, and names for the current version's classes. This
  /// function writes no files.
  ///
  /// - Parameters:
  ///   - url: The file or folder.
  ///   - schemaName: The prefix of schema names, such as `Library` for `LibrarySchema`; nil to use
  ///     the file's name.
  /// - Returns: The files, and notes about what they omit.
  /// - Throws: `ModelGenerationError`: `fileNotReadable`, `unknownFormat`, `tooLarge`, `damaged`,
  ///   `unsupported` and `noModel` for the file, `impossibleName` for a model with a name that
  ///   cannot be used in code, `invalidSchemaName`.
  package static func models(
    from url: URL, schemaName: String? = nil
  ) throws(ModelGenerationError) -> GeneratedModels {
    try models(of: ModelSource(contentsOf: url), schemaName: schemaName)
  }

  /// Generates the code of another program's tables: a file for each class, one with a
  /// `VersionedSchema`, and one that adds a `PostgresMapping` to it.
  ///
  /// - Parameter schema: The tables.
  /// - Returns: The files, and notes about what they omit; comments in the files repeat them.
  /// - Throws: `ModelGenerationError.Kind.noTables` if no table can be a model.
  package static func models(
    of schema: DatabaseSchema
  ) throws(ModelGenerationError) -> GeneratedModels {
    try TableModels(schema).generated()
  }

  /// Generates the code of a model.
  ///
  /// - Parameters:
  ///   - source: The model with all of its versions.
  ///   - schemaName: The prefix of schema names; nil to use the model's name.
  /// - Returns: The files, and notes about what they omit.
  /// - Throws: `ModelGenerationError`: `damaged`, `impossibleName`, `invalidSchemaName`.
  package static func models(
    of source: ModelSource, schemaName: String? = nil
  ) throws(ModelGenerationError) -> GeneratedModels {
    if let schemaName {
      guard SwiftName.isIdentifier(schemaName), SwiftName.spelled(schemaName) == schemaName else {
        throw ModelGenerationError(
          .invalidSchemaName, "'\(schemaName.prefix(200))' is not a valid Swift name.",
          advice: "Use letters and digits, and begin with a letter.")
      }
    }
    let names = SchemaNames(source, schemaName ?? SwiftName.type(from: source.name) ?? "App")
    return try names.isInScopes
      ? ScopedModels(source, names).generated() : PlainModels(source, names).generated()
  }
}
