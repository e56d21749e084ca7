import Foundation

/// The source of pictures for the migration of a Core Data store, and whether it may omit some.
package struct PictureTransfer: Sendable {
  /// The value for migrations that the current task starts.
  @TaskLocal package static var current = PictureTransfer()

  /// The folder of the pictures; nil for the folder of the store.
  private let folder: URL?
  /// Whether a spot is migrated without its picture if the picture cannot be read.
  package let skipsUnreadable: Bool

  /// - Parameters:
  ///   - folder: The folder of the pictures; nil for the folder of the store.
  ///   - skipsUnreadable: Whether to migrate a spot without its picture if that cannot be read.
  ///     Otherwise such a picture ends the migration.
  package init(from folder: URL? = nil, skipsUnreadable: Bool = false) {
    (self.folder, self.skipsUnreadable) = (folder, skipsUnreadable)
  }

  /// The folder with the pictures of a store.
  ///
  /// By default it is the store's folder. In the folders of an app, the store is in `Library/Application
  /// Support`, and the pictures are in `Documents`.
  package func folder(ofStoreAt url: URL) -> URL {
    if let folder { return folder }
    let own = url.deletingLastPathComponent()
    let library = own.deletingLastPathComponent()
    guard own.lastPathComponent == "Application Support", library.lastPathComponent == "Library"
    else { return own }
    let documents = library.deletingLastPathComponent().appendingPathComponent("Documents")
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: documents.path, isDirectory: &isFolder)
      && isFolder.boolValue ? documents : own
  }
}
