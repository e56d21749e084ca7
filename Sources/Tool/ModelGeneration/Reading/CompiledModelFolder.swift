import ArchivedModel
import CoreDataFormat
import Foundation

/// A compiled Core Data model with its versions: a folder with the extension `.momd`.
struct CompiledModelFolder {
  private let url: URL

  init(_ url: URL) { self.url = url }

  func source(named name: String) throws(ModelGenerationError) -> ModelSource {
    // Files with the extension `.omo` have the same contents in another format.
    let names = try ModelFile.names(in: url, endingWith: ".mom")
    guard !names.isEmpty else {
      throw ModelFile.damaged(url.path, "it contains no file with the extension .mom")
    }
    guard names.count <= ModelFile.versionLimit else { throw ModelFile.tooLarge(url.path) }
    var versions: [ModelSource.Version] = []
    for name in names {
      let file = url.appendingPathComponent(name + ".mom")
      versions.append(try Self.version(at: file, named: name))
    }
    let current = try currentName().flatMap { name in versions.firstIndex { $0.name == name } }
    return ModelSource(name: name, versions: versions, current: current ?? versions.count - 1)
  }

  static func version(
    at url: URL, named name: String
  ) throws(ModelGenerationError) -> ModelSource.Version {
    let data = try ModelFile.content(of: url)
    do {
      return ModelSource.Version(name: name, try ArchivedModel(archive: data))
    } catch {
      throw ModelGenerationError(
        error.kind == .unsupported ? .unsupported : .damaged,
        "\(url.path) cannot be read: \(error.reason).",
        advice: "Specify the .xcdatamodeld that it was compiled from.")
    }
  }

  /// The name of the current version; nil if the folder does not specify it.
  private func currentName() throws(ModelGenerationError) -> String? {
    let list = url.appendingPathComponent("VersionInfo.plist")
    guard FileManager.default.fileExists(atPath: list.path) else { return nil }
    let data = try ModelFile.content(of: list)
    return PropertyListText.string("NSManagedObjectModel_CurrentVersionName", in: data)
  }
}

/// Reads property lists that accompany models, as XML or binary.
enum PropertyListText {
  /// A string at the top level of the list; nil if it is missing, or the list cannot be read.
  static func string(_ key: String, in data: Data) -> String? {
    if let list = BinaryPropertyList.value(of: data)?.dictionary { return list[key]?.string }
    guard let list = try? XMLDocument.root(of: data), list.name == "plist",
      let parts = list.children.first(where: { $0.name == "dict" })?.children
    else { return nil }
    for (name, value) in zip(parts, parts.dropFirst())
    where name.name == "key" && name.text == key && value.name == "string" {
      return value.text
    }
    return nil
  }
}
