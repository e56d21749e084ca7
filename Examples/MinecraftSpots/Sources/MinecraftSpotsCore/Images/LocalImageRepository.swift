import Foundation

/// Pictures as files in a folder, as the app kept them before the store contained them.
package struct LocalImageRepository: Sendable {
  /// The reason that a picture cannot be read.
  package enum LoadError: LocalizedError, Hashable {
    /// The name refers to a file outside the folder.
    case invalidFileName(String)
    /// The folder does not contain a file with the name.
    case notFound(String)
    /// The item is a folder, a device, a pipe or a socket; reading it may never end.
    case notAFile(String)
    /// The file exists, but its bytes cannot be read.
    case unreadable(String)

    package var errorDescription: String? {
      switch self {
      case .invalidFileName(let name):
        "“\(name)” is not the name of a picture."
      case .notFound(let name): "The folder of pictures has no file “\(name)”."
      case .notAFile(let name): "“\(name)” in the folder of pictures is not a file."
      case .unreadable(let name): "The file “\(name)” in the folder of pictures cannot be read."
      }
    }
  }

  private let folder: URL

  package init(folder: URL) {
    self.folder = folder
  }

  /// The bytes of a picture.
  ///
  /// - Throws: `LoadError`.
  package func loadImageData(fileName: String) throws(LoadError) -> Data {
    let url = try file(named: fileName)
    do {
      return try Data(contentsOf: url)
    } catch {
      throw .unreadable(fileName)
    }
  }

  /// Checks that a picture can be read by reading its first byte.
  ///
  /// - Throws: `LoadError`.
  package func check(fileName: String) throws(LoadError) {
    let url = try file(named: fileName)
    do {
      let handle = try FileHandle(forReadingFrom: url)
      defer { try? handle.close() }
      _ = try handle.read(upToCount: 1)
    } catch {
      throw .unreadable(fileName)
    }
  }

  /// The regular file with a name.
  private func file(named name: String) throws(LoadError) -> URL {
    // The name comes from a store, which is not trusted.
    guard !name.isEmpty, name != ".", name != "..", !name.contains("/"), !name.contains("\0")
    else { throw .invalidFileName(name) }
    let url = folder.appendingPathComponent(name)
    let path = url.resolvingSymlinksInPath().path
    let attributes: [FileAttributeKey: Any]
    do {
      attributes = try FileManager.default.attributesOfItem(atPath: path)
    } catch CocoaError.fileReadNoSuchFile {
      throw .notFound(name)
    } catch {
      throw .unreadable(name)
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular else { throw .notAFile(name) }
    return url
  }
}
