import DataSchema
import Foundation
import RecordStore

/// A file of code that was generated.
package struct GeneratedFile: Hashable, Sendable {
  /// The name, with the ending `.swift`; no two of a model's differ in case alone.
  package var name: String
  package var text: String
}

/// The code of a model, and what is to be known of it.
package struct GeneratedModels: Sendable {
  /// The files, in the order of their names.
  package var files: [GeneratedFile]
  /// What the code does not say, or says in another way than one would; nothing where it says all.
  package var notes: [GenerationNote]
  /// The name of the current version's `VersionedSchema`.
  package var schemaName: String
  /// What the current version's code says; its version hashes are those of the schema of the code.
  package var model: ModelDescription

  /// Whether stores of the file's model can be opened with the code: they are taken for what they are where the
  /// model differs by no more than what classes cannot say.
  package var opensStores: Bool

  /// Whether new stores of the code have the version hashes of the file's model, so that Core Data opens them.
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

  /// Writes the files into a folder, which is made where it is not there.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - replacing: Whether files of the same names are replaced; otherwise nothing is written then.
  /// - Throws: `ModelGenerationError.Kind.fileNotWritable` where a file is there already or cannot be
  ///   written.
  package func write(to folder: URL, replacing: Bool = false) throws(ModelGenerationError) {
    let places = files.map { folder.appendingPathComponent($0.name) }
    if !replacing,
      let place = places.first(where: {
        FileSystem.hasEntry($0.path)
      })
    {
      throw ModelGenerationError(
        .fileNotWritable, "There is a file at \(place.path) already; nothing was written.",
        advice: "Give another folder, or replace the files with --force.")
    }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (file, place) in zip(files, places) {
        try Data(file.text.utf8).write(to: place, options: .atomic)
      }
    } catch {
      throw ModelGenerationError(
        .fileNotWritable, "The files cannot be written to \(folder.path).",
        advice: "Check that you may write there and that there is room.")
    }
  }
}

/// Writes `@Model` classes for models, whatever file tells them.
package enum ModelGenerator {
  /// Generates the code of what a file tells: a store of SwiftData's or Core Data's, a model of Xcode's
  /// (`.xcdatamodeld`, `.xcdatamodel`), or a compiled one (`.momd`, `.mom`).
  ///
  /// A model of one version becomes a file for each class and one with a `VersionedSchema`. Of several
  /// versions, each becomes a file with its `VersionedSchema` and the classes in it; one more has the
  /// `SchemaMigrationPlan`, and names for the current version's classes. Nothing is written, to the file
  /// neither.
  ///
  /// - Parameters:
  ///   - url: The file, or the folder that one of these is.
  ///   - schemaName: What the names of schemas begin with, such as `Library` for `LibrarySchema`; nil for the
  ///     file's name.
  /// - Returns: The files, and notes of what they do not say.
  /// - Throws: `ModelGenerationError`: `fileNotReadable`, `unknownFormat`, `tooLarge`, `damaged`,
  ///   `unsupported` and `noModel` for the file, `impossibleName` for a model with a name that code cannot
  ///   have, `invalidSchemaName`.
  package static func models(
    from url: URL, schemaName: String? = nil
  ) throws(ModelGenerationError) -> GeneratedModels {
    try models(of: ModelSource(contentsOf: url), schemaName: schemaName)
  }

  /// Generates the code of a model.
  ///
  /// - Parameters:
  ///   - source: The model in all of its versions.
  ///   - schemaName: What the names of schemas begin with; nil for the model's name.
  /// - Returns: The files, and notes of what they do not say.
  /// - Throws: `ModelGenerationError`: `damaged`, `impossibleName`, `invalidSchemaName`.
  package static func models(
    of source: ModelSource, schemaName: String? = nil
  ) throws(ModelGenerationError) -> GeneratedModels {
    if let schemaName {
      guard SwiftName.isIdentifier(schemaName), SwiftName.spelled(schemaName) == schemaName else {
        throw ModelGenerationError(
          .invalidSchemaName, "'\(schemaName.prefix(200))' is no name that code can have.",
          advice: "Give one of letters and digits that begins with a letter.")
      }
    }
    let names = SchemaNames(source, schemaName ?? SwiftName.type(from: source.name) ?? "App")
    return try names.isInScopes
      ? ScopedModels(source, names).generated() : PlainModels(source, names).generated()
  }
}
