import ExampleSupport
import Foundation
import MinecraftSpotsCore

/// A picture file on the command line.
struct PhotoFile {
  let path: String

  var url: URL { URL(fileURLWithPath: (path as NSString).expandingTildeInPath) }

  /// Reads the file's bytes.
  ///
  /// - Throws: `CommandFailure` if they cannot be read or are not a picture.
  func read() throws -> Data {
    let wanted = "a PNG, JPEG, GIF, WebP, BMP or HEIC file"
    let data = try InputFile(path, wanted: wanted).read()
    guard ImageFormat(of: data) != nil else {
      throw CommandFailure(
        "“\(path)” is not a picture in a known format.", advice: "Give \(wanted).", .wrongContents)
    }
    return data
  }

  /// Writes a picture to the file.
  ///
  /// - Parameters:
  ///   - data: The picture.
  ///   - overwrites: Whether to replace an existing file.
  /// - Throws: `CommandFailure`.
  func write(_ data: Data, overwrites: Bool) throws {
    let kind = FileKind(ofPath: url.path)
    // Overwriting a file replaces it with a new one, which would destroy a device.
    guard kind == nil || kind == .file else {
      throw CommandFailure(
        "“\(path)” is \(kind?.name ?? ""), not a file.", advice: "Give the name of a file.",
        .notAFile)
    }
    do {
      try data.write(to: url, options: overwrites ? .atomic : .withoutOverwriting)
    } catch CocoaError.fileWriteFileExists {
      throw CommandFailure(
        "The picture was not written: “\(path)” already exists.",
        advice: "Overwrite it with --force, or give another name.", .fileExists)
    } catch {
      throw CommandFailure(
        "“\(path)” could not be written. \(error.sentence)",
        advice: "Check that the folder exists and that you may write to it.", .fileUnwritable)
    }
  }
}
