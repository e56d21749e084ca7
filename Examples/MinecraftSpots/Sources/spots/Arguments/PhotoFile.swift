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
}
