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
  package func folder(ofStoreAt url: URL) -> URL { folder ?? url.deletingLastPathComponent() }
}
