import Foundation
import SwiftData

/// Makes of all that a Core Data store holds what this version stores, in the same file.
struct CoreDataConversion {
  /// Pictures are megabytes, so few are held at a time.
  private static let batchSize = 20

  /// The folder of the pictures that spots name.
  let folder: URL
  /// Whether spots whose pictures cannot be read are copied without them.
  let skipsUnreadable: Bool

  private var images: LocalImageRepository { LocalImageRepository(folder: folder) }

  /// Copies every world and spot, and saves.
  /// - Throws: `UnreadablePictures` before anything is copied, the error of the store, or that of
  ///   a picture that could be opened and not be read.
  func convert(from old: ModelContext, to new: ModelContext) throws {
    if !skipsUnreadable {
      let report = try PictureReport(old, in: folder)
      guard report.unreadable.isEmpty else { throw UnreadablePictures(report: report) }
    }
    var worldIDs = Identifiers()
    try old.enumerate(FetchDescriptor<WorldEntity>()) { world in
      new.insert(WorldModel(world, id: worldIDs.unused(world.id)))
    }
    try new.save()
    var itemIDs = Identifiers()
    try old.enumerate(FetchDescriptor<ItemEntity>(), batchSize: Self.batchSize) { item in
      let imageData = try item.pictureName.flatMap(imageData)
      new.insert(ItemModel(item, id: itemIDs.unused(item.id), imageData: imageData))
      if itemIDs.count.isMultiple(of: Self.batchSize) { try new.save() }
    }
    try new.save()
  }

  /// The bytes of a picture; nil if it cannot be read and may be skipped.
  private func imageData(_ name: String) throws -> Data? {
    do {
      return try images.loadImageData(fileName: name)
    } catch  where skipsUnreadable {
      return nil
    }
  }

  /// Identifiers given so far, which Core Data did not keep unique.
  private struct Identifiers {
    private var given: Set<UUID> = []

    var count: Int { given.count }

    /// An identifier that no other has: the one proposed, where that is so.
    mutating func unused(_ proposed: UUID?) -> UUID {
      if let proposed, given.insert(proposed).inserted { return proposed }
      let new = UUID()
      given.insert(new)
      return new
    }
  }
}
