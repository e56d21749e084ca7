import DataSchema
import Foundation
import ModelGeneration
import RecordStore

/// The target of a migration: the schema of another store, or a version of a Core Data model.
struct MigrationTarget {
  let model: ModelDescription
  /// Notes about parts of the model that stores of this library do not support.
  let notes: [GenerationNote]

  /// - Parameters:
  ///   - place: A store, `.xcdatamodeld`, `.xcdatamodel`, `.momd` or `.mom`.
  ///   - version: The name or identifier of a model version; nil for the current one.
  ///   - kinds: The kinds of stores.
  /// - Throws: `ToolError`.
  init(_ place: String, version: String?, _ kinds: StoreKinds) throws {
    let path = (place as NSString).expandingTildeInPath
    guard try Self.isModel(path) else {
      guard version == nil else {
        throw ToolError.usage(
          "--version cannot be used, because “\(place)” is not a model.",
          advice: "Leave it out, or specify an .xcdatamodeld or a .momd.")
      }
      let store = try kinds.open(place)
      if case .derived = store.origin {
        throw ToolError(
          .failed,
          "“\(place)” does not contain its model, and its tables alone are not enough to migrate to.",
          advice: "Specify the .xcdatamodeld or .momd that it was written with.")
      }
      (model, notes) = (try store.modelWithDefaults(), [])
      return
    }
    let found = try GivenModel(path).version(version)
    (model, notes) = (found.model, found.notes)
  }

  /// Whether the path is a folder, or a file that is not a database.
  private static func isModel(_ path: String) throws -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return false }
    if isFolder.boolValue { return true }
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let beginning = try file.read(upToCount: 16) ?? Data()
    return !beginning.isEmpty && !beginning.starts(with: Data("SQLite format 3".utf8))
  }
}

extension ToolError {
  /// Converts an error about reading a model or generating code.
  init(_ error: ModelGenerationError) {
    let status: ExitStatus =
      switch error.kind {
      case .fileNotReadable, .unknownFormat, .tooLarge, .damaged, .noModel, .noTables: .cannotOpen
      case .invalidSchemaName: .usage
      case .fileNotWritable, .unsupported, .impossibleName: .failed
      }
    self.init(status, error.message, advice: error.advice)
  }
}
