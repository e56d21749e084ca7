import ArchivedModel
import DataSchema
import Foundation

/// A model with all of its versions, as read from a file.
package struct ModelSource: Hashable, Sendable {
  /// One version of the model.
  package struct Version: Hashable, Sendable {
    /// The name in the file; empty if there is only one version.
    package var name: String
    package var model: ModelDescription
    /// Details by path, as in `ArchivedModel`.
    package var details: [String: ArchivedModel.AttributeDetails] = [:]
    /// Options of attributes that `ModelDescription` does not include, such as `.spotlight`, by
    /// path.
    package var options: [String: [String]] = [:]
    /// Notes about parts of the file that `ModelDescription` does not include.
    package var notes: [GenerationNote] = []

    package init(name: String = "", model: ModelDescription) {
      (self.name, self.model) = (name, model)
    }

    init(name: String = "", _ archived: ArchivedModel) {
      self.init(name: name, model: archived.model)
      details = archived.details
    }
  }

  /// The name of the file, without its extension.
  package var name: String
  /// The versions, oldest first; at least one.
  package var versions: [Version]
  /// The index of the current version.
  package var current: Int

  /// Creates a model with one version.
  package init(name: String, _ version: Version) {
    self.init(name: name, versions: [version], current: 0)
  }

  /// Creates a model with several versions.
  ///
  /// - Parameters:
  ///   - name: The model's name.
  ///   - versions: The versions, oldest first.
  ///   - current: The index of the current version; if it is out of range, the last version is
  ///     used.
  package init(name: String, versions: [Version], current: Int) {
    self.name = name
    self.versions = versions
    self.current = versions.indices.contains(current) ? current : versions.count - 1
  }

  /// Reads a store of SwiftData or Core Data, an Xcode model (`.xcdatamodeld`, `.xcdatamodel`), or
  /// a compiled model (`.momd`, `.mom`).
  ///
  /// Nothing is written, and the contents of files are not trusted.
  ///
  /// - Parameter url: The file or folder.
  /// - Throws: `ModelGenerationError`: `fileNotReadable`, `unknownFormat`, `tooLarge`, `damaged`,
  ///   `unsupported`, `noModel`.
  package init(contentsOf url: URL) throws(ModelGenerationError) {
    let name = url.deletingPathExtension().lastPathComponent
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw ModelGenerationError(
        .fileNotReadable, "There is no file at \(url.path).", advice: "Check the path.")
    }
    if isFolder.boolValue {
      self = try Self.folder(url, name)
    } else {
      self.init(name: name, try Self.file(url))
    }
  }

  private static func folder(
    _ url: URL, _ name: String
  ) throws(ModelGenerationError) -> ModelSource {
    switch url.pathExtension.lowercased() {
    case "xcdatamodeld": return try EditedModelFolder(url).source(named: name)
    case "xcdatamodel": return ModelSource(name: name, try EditedModelFolder.version(at: url))
    case "momd": return try CompiledModelFolder(url).source(named: name)
    default:
      throw ModelGenerationError(
        .unknownFormat, "\(url.path) is a folder, but not a model.",
        advice: "Specify a store, a .xcdatamodeld, a .xcdatamodel, a .momd or a .mom.")
    }
  }

  private static func file(_ url: URL) throws(ModelGenerationError) -> Version {
    switch try ModelFile.beginning(of: url) {
    case let bytes where bytes.starts(with: Data("SQLite format 3\0".utf8)):
      return try StoreModelReader.version(at: url)
    case let bytes where bytes.starts(with: Data("bplist".utf8)):
      return try CompiledModelFolder.version(at: url, named: "")
    case let bytes where bytes.isXML:
      return try EditedModelReader.version(ModelFile.content(of: url), at: url.path, named: "")
    default:
      throw ModelGenerationError(
        .unknownFormat, "\(url.path) is neither a store nor a model.",
        advice: "Specify a store, a .xcdatamodeld, a .xcdatamodel, a .momd or a .mom.")
    }
  }
}

extension Data {
  /// Whether the text may be XML: it begins with an angle bracket.
  fileprivate var isXML: Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = starts(with: mark) ? dropFirst(mark.count) : self[...]
    return text.first { !" \n\r\t".utf8.contains($0) } == UInt8(ascii: "<")
  }
}
