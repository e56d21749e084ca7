import Foundation

/// Pictures as files in one folder, as the app kept them before they went into the store.
package struct LocalImageRepository: Sendable {
  /// Why a picture cannot be read.
  package enum LoadError: LocalizedError, Hashable {
    /// The name leads out of the folder.
    case invalidFileName(String)
    /// It is a folder, a device, a pipe or a socket; reading one may never end.
    case notAFile(String)

    package var errorDescription: String? {
      switch self {
      case .invalidFileName(let name): "“\(name)” is no name of a file in the folder of pictures."
      case .notAFile(let name): "“\(name)” in the folder of pictures is no file."
      }
    }
  }

  private let folder: URL

  package init(folder: URL) {
    self.folder = folder
  }

  /// The bytes of a picture.
  /// - Throws: `LoadError`, or the error of reading the file.
  package func loadImageData(fileName: String) throws -> Data {
    // The name comes from a store that anybody may have written.
    guard !fileName.isEmpty, fileName != ".", fileName != "..", !fileName.contains("/"),
      !fileName.contains("\0")
    else { throw LoadError.invalidFileName(fileName) }
    let url = folder.appendingPathComponent(fileName)
    let attributes = try FileManager.default
      .attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw LoadError.notAFile(fileName)
    }
    return try Data(contentsOf: url)
  }
}
