import Foundation

/// A model of Xcode's editor with its versions: a folder with the extension `.xcdatamodeld`.
struct EditedModelFolder {
  private static let ending = ".xcdatamodel"
  private let url: URL

  init(_ url: URL) { self.url = url }

  func source(named name: String) throws(ModelGenerationError) -> ModelSource {
    let names = try ModelFile.names(in: url, endingWith: Self.ending)
    guard !names.isEmpty else {
      throw ModelFile.damaged(url.path, "it contains no version with the extension .xcdatamodel")
    }
    guard names.count <= ModelFile.versionLimit else { throw ModelFile.tooLarge(url.path) }
    var versions: [ModelSource.Version] = []
    for name in names { versions.append(try version(named: name)) }
    let current = try currentName().flatMap { folder in
      names.firstIndex { $0 + Self.ending == folder }
    }
    return ModelSource(name: name, versions: versions, current: current ?? versions.count - 1)
  }

  private func version(named name: String) throws(ModelGenerationError) -> ModelSource.Version {
    var version = try Self.version(at: url.appendingPathComponent(name + Self.ending))
    version.name = name
    return version
  }

  /// Reads one version: a folder with the extension `.xcdatamodel`.
  static func version(at url: URL) throws(ModelGenerationError) -> ModelSource.Version {
    let file = url.appendingPathComponent("contents")
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw ModelGenerationError(
        .unsupported,
        "\(url.path) has no file 'contents', because an Xcode before version 4 wrote it.",
        advice: "Open and save it in a newer Xcode, or specify the .momd compiled from it.")
    }
    return try EditedModelReader.version(ModelFile.content(of: file), at: file.path, named: "")
  }

  /// The folder name of the current version; nil if no file specifies it.
  private func currentName() throws(ModelGenerationError) -> String? {
    let list = url.appendingPathComponent(".xccurrentversion")
    guard FileManager.default.fileExists(atPath: list.path) else { return nil }
    return PropertyListText.string("_XCCurrentVersionName", in: try ModelFile.content(of: list))
  }
}
