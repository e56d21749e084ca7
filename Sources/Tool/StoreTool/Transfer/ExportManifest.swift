import DataSchema
import Foundation
import RecordStore

/// The contents of an export, by which an import checks that it is complete.
struct ExportManifest: Equatable {
  static let fileName = "manifest.json"
  private static let format = "swiftdata-export"
  private static let version = 1
  /// The maximum size of a manifest in bytes.
  private static let sizeLimit = 16 << 20

  /// The identifier of the store.
  var store: String
  var versionIdentifiers: [String] = []
  /// The extension of the files of rows.
  var ending: String
  /// The number of exported rows of each entity.
  var entities: [(name: String, count: Int)]
  /// The number of files of large values.
  var files: Int

  static func == (one: ExportManifest, other: ExportManifest) -> Bool {
    one.text == other.text
  }

  init(_ store: any ToolStore, ending: String, _ entities: [(String, Int)], files: Int) {
    self.store = store.engine.identifier
    versionIdentifiers = store.model.versionIdentifiers
    self.ending = ending
    self.entities = entities.map { (name: $0.0, count: $0.1) }
    self.files = files
  }

  /// The contents of the manifest file.
  var text: String {
    JSONValue.object([
      "format": .string(Self.format), "formatVersion": .count(Self.version),
      "store": .string(store), "versionIdentifiers": .strings(versionIdentifiers),
      "rows": .string(ending),
      "entities": .object(
        entities.map { JSONValue.Member(name: $0.name, value: .count($0.count)) }),
      "files": .count(files),
    ]).lines + "\n"
  }

  /// Reads the manifest of a folder; nil if there is none, as in exports of earlier versions.
  ///
  /// - Throws: `ToolError` for an invalid manifest, or one of a later version.
  init?(in folder: URL) throws {
    let path = folder.appendingPathComponent(Self.fileName).path
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let size = (attributes?[.size] as? NSNumber)?.intValue, size <= Self.sizeLimit,
      let bytes = try? OpenFolder.open([], in: folder.path)?.contents(of: Self.fileName),
      let object = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any],
      let version = Self.count(object["formatVersion"])
    else { throw Self.damaged(path) }
    guard version <= Self.version else {
      throw ToolError(
        .failed,
        "“\(path)” has the format version \(version), but this program supports only version "
          + "\(Self.version). Nothing was imported.",
        advice: "Import it with the version of swiftdata that wrote it.")
    }
    guard let store = object["store"] as? String, let ending = object["rows"] as? String,
      let counts = object["entities"] as? [String: Any], let files = Self.count(object["files"])
    else { throw Self.damaged(path) }
    (self.store, self.ending, self.files) = (store, ending, files)
    entities = try counts.sorted { $0.key < $1.key }.map { name, value in
      guard let count = Self.count(value) else { throw Self.damaged(path) }
      return (name, count)
    }
    versionIdentifiers = object["versionIdentifiers"] as? [String] ?? []
  }

  private static func count(_ value: Any?) -> Int? {
    guard let number = value as? NSNumber, String(cString: number.objCType) != "c" else {
      return nil
    }
    return Int(exactly: number).flatMap { $0 >= 0 ? $0 : nil }
  }

  private static func damaged(_ path: String) -> ToolError {
    ToolError(
      .failed, "“\(path)” is not a valid manifest of an export. Nothing was imported.",
      advice: "Export again. If the rows beside it are complete, delete the file instead.")
  }

  /// Describes how the files of an export differ from its manifest.
  ///
  /// - Parameters:
  ///   - folder: The export.
  ///   - rows: The numbers of rows that were found, by file name.
  ///   - ignored: The names of files that are not imported.
  /// - Returns: Parts of sentences; empty for a complete export.
  func contradictions(
    in folder: URL, _ rows: [String: Int], without ignored: Set<String>
  ) -> [String] {
    var found: [String] = []
    var known = ignored
    for (name, count) in entities {
      let file = StoreExport.fileName(name, ending)
      guard known.insert(file).inserted else { continue }
      guard let present = rows[file] else {
        found.append("\(file) is missing")
        continue
      }
      if present != count {
        found.append("\(file) has \(present) \(present == 1 ? "row" : "rows") instead of \(count)")
      }
    }
    found += rows.keys.filter { !known.contains($0) }.sorted().map { "\($0) is not part of it" }
    let values = folder.appendingPathComponent(ExportFolder.values).path
    let present = (try? FileManager.default.contentsOfDirectory(atPath: values).count) ?? 0
    if present < files {
      found.append(
        "\(ExportFolder.values)/ has \(present) \(present == 1 ? "file" : "files") instead of \(files)"
      )
    }
    return found
  }
}
