import Foundation

/// Where a migration of a Core Data store takes pictures from, and whether it may leave some out.
package struct PictureTransfer: Sendable {
  /// The options of migrations that the current task begins.
  @TaskLocal package static var current = PictureTransfer()

  /// The folder of the pictures; nil for the folder of the store.
  private let folder: URL?
  /// Whether a spot is migrated without its picture if the picture cannot be read.
  package let skipsUnreadable: Bool

  /// - Parameters:
  ///   - folder: The folder of the pictures; nil for the folder of the store.
  ///   - skipsUnreadable: Whether a spot is migrated without its picture if that cannot be read.
  ///     Otherwise such a picture ends the migration.
  package init(from folder: URL? = nil, skipsUnreadable: Bool = false) {
    (self.folder, self.skipsUnreadable) = (folder, skipsUnreadable)
  }

  /// The folder that holds the pictures of a store.
  package func folder(ofStoreAt url: URL) -> URL { folder ?? url.deletingLastPathComponent() }
}
