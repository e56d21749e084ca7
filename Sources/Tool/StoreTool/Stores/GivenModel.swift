import CommandLineTool
import CoreDataFormat
import DataSchema
import Foundation
import ModelGeneration
import RecordStore

/// A model given for stores that do not contain theirs: an Xcode model or a compiled one.
package struct GivenModel: Sendable {
  let source: ModelSource
  private let name: String

  /// - Throws: `ToolError` if it cannot be read.
  init(_ place: String) throws {
    let path = (place as NSString).expandingTildeInPath
    do {
      source = try ModelSource(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw ToolError(error)
    }
    name = (path as NSString).lastPathComponent
  }

  /// Whether a path belongs to a model, according to its extension.
  static func isModel(_ place: String) -> Bool {
    ["xcdatamodeld", "xcdatamodel", "momd", "mom"]
      .contains((place as NSString).pathExtension.lowercased())
  }

  /// Finds a version by its name or identifier.
  ///
  /// - Parameter name: Nil for the current version.
  /// - Returns: The version.
  /// - Throws: `ToolError` that lists the versions.
  func version(_ name: String?) throws -> ModelSource.Version {
    guard let name else { return source.versions[source.current] }
    let named = source.versions.first { $0.name == name }
    if let version = named
      ?? source.versions.first(where: { $0.model.versionIdentifiers.contains(name) })
    {
      return version
    }
    let names = source.versions.map(\.name)
    throw ToolError.usage(
      "“\(self.name)” has no version “\(name)”.\(Spelling.question(name, among: names))",
      advice: "Use one of its versions: \(names.map { "“\($0)”" }.joined(separator: ", ")).")
  }

  /// Finds the version that a file was written with.
  ///
  /// That is the version with the file's version hashes, or else the newest one whose tables the
  /// file has.
  ///
  /// - Throws: `ToolError` if no version matches the file.
  func found(for reader: StoreReader) throws -> FileModel {
    let hashes = reader.metadata.versionHashes
    if let version = source.versions.first(where: { $0.model.versionHashes == hashes }) {
      return try FileModel(
        version.model, named: "\(title(version)), by its version hashes", for: reader)
    }
    var failure: (any Error)?
    for version in source.versions.reversed() {
      do {
        return try FileModel(
          version.model, named: "\(title(version)), by its tables only", for: reader)
      } catch {
        failure = failure ?? error
      }
    }
    throw ToolError(
      .cannotOpen,
      "No version of “\(name)” matches \(reader.location.path). "
        + ToolError(failure ?? CocoaError(.fileReadUnknown)).message,
      advice: "Specify the model that the store was written with.")
  }

  private func title(_ version: ModelSource.Version) -> String {
    version.name.isEmpty ? name : "the version “\(version.name)” of \(name)"
  }
}

extension CommandOption {
  /// The option for the model of a store that does not contain it.
  static let model = CommandOption(
    "model", value: "PATH",
    "The model of a store that lacks it: an .xcdatamodeld, .xcdatamodel, .momd or .mom."
  )
}

extension StoreKinds {
  /// The same kinds of stores, with files taking their entities from a model.
  func giving(_ model: GivenModel) -> StoreKinds {
    StoreKinds(
      kinds.map { kind in
        // Stores of other kinds contain their models.
        kind is SQLiteStoreKind ? SQLiteStoreKind(model: model) : kind
      })
  }
}
