import ExampleSupport
import Foundation
import MinecraftSpotsCore

extension PictureTransfer {
  /// Converts the options for the pictures of a Core Data store.
  ///
  /// - Parameters:
  ///   - images: The value of `--images`.
  ///   - skipsUnreadable: Whether pictures that cannot be read may be omitted.
  /// - Throws: `CommandFailure` if the folder does not exist.
  init(imagesIn images: String?, skipsUnreadable: Bool = false) throws {
    let folder = images.map { URL(fileURLWithPath: ($0 as NSString).expandingTildeInPath) }
    if let images, let folder, FileKind(ofPath: folder.path) != .folder {
      throw CommandFailure(
        "The pictures cannot be read: “\(images)” is not a folder.",
        advice: "Give the folder of the pictures: --images FOLDER", .fileNotFound)
    }
    self.init(from: folder, skipsUnreadable: skipsUnreadable)
  }
}
