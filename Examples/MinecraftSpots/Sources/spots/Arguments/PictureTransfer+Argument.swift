import ExampleSupport
import Foundation
import MinecraftSpotsCore

extension PictureTransfer {
  /// Reads what the user says of the pictures of a Core Data store.
  /// - Parameters:
  ///   - images: The value of `--images`.
  ///   - skipsUnreadable: Whether pictures that cannot be read may be left out.
  /// - Throws: `CommandFailure` if there is no such folder.
  init(imagesIn images: String?, skipsUnreadable: Bool = false) throws {
    let folder = images.map { URL(fileURLWithPath: ($0 as NSString).expandingTildeInPath) }
    if let images, let folder, FileKind(ofPath: folder.path) != .folder {
      throw CommandFailure(
        "There is no folder \(images).", advice: "Give the folder of the pictures: --images FOLDER",
        .fileNotFound)
    }
    self.init(from: folder, skipsUnreadable: skipsUnreadable)
  }
}
