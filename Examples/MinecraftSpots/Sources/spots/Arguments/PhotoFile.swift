import ExampleSupport
import Foundation

/// A file of a picture that the user named.
struct PhotoFile {
  let path: String

  var url: URL { URL(fileURLWithPath: (path as NSString).expandingTildeInPath) }

  /// The file's bytes.
  /// - Throws: `CommandFailure` where they cannot be read.
  func read() throws -> Data {
    do {
      return try Data(contentsOf: url)
    } catch {
      throw CommandFailure(
        """
        \(path) could not be read: \(error.localizedDescription)
        Check the name and that you may read the file.
        """)
    }
  }

  /// Writes a picture into the file.
  /// - Parameters:
  ///   - data: The picture.
  ///   - overwrites: Whether a file that exists may be written over.
  /// - Throws: `CommandFailure`.
  func write(_ data: Data, overwrites: Bool) throws {
    do {
      try data.write(to: url, options: overwrites ? .atomic : .withoutOverwriting)
    } catch CocoaError.fileWriteFileExists {
      throw CommandFailure("\(path) exists. Write over it with --force, or give another name.")
    } catch {
      throw CommandFailure(
        """
        \(path) could not be written: \(error.localizedDescription)
        Check the folder and that you may write there.
        """)
    }
  }
}
