import Foundation

/// Pictures as files in one folder, as the app kept them before they went into the store.
package struct LocalImageRepository: Sendable {
  /// Why a picture cannot be read.
  package enum LoadError: LocalizedError, Hashable {
    /// The name leads out of the folder.
    case invalidFileName(String)

    package var errorDescription: String? {
      switch self {
      case .invalidFileName(let name): "“\(name)” is no name of a file in the folder of pictures."
      }
    }
  }

  private let folder: URL

  package init(folder: URL) {
    self.folder = folder
  }

  /// The bytes of a picture.
  /// - Throws: `LoadError.invalidFileName`, or the error of reading the file.
  package func loadImageData(fileName: String) throws -> Data {
    // The name comes from a store that anybody may have written.
    guard !fileName.isEmpty, fileName != ".", fileName != "..", !fileName.contains("/"),
      !fileName.contains("\0")
    else { throw LoadError.invalidFileName(fileName) }
    return try Data(contentsOf: folder.appendingPathComponent(fileName))
  }
}
