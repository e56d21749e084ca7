import Foundation
import SwiftData

/// Converts the contents of a Core Data store to this version's models, in the same file.
struct CoreDataConversion {
  /// Pictures are megabytes in size, so only a few are held in memory at a time.
  private static let batchSize = 20

  /// The folder with the spots' pictures.
  let folder: URL
  /// Whether to copy spots without their pictures if these cannot be read.
  let skipsUnreadable: Bool

  private var images: LocalImageRepository { LocalImageRepository(folder: folder) }

  /// Copies all worlds and spots, and saves.
  ///
  /// - Throws: `UnreadablePictures` before anything is copied, the error of the store, or that of a
  ///   picture that could be opened but not read.
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

  /// The identifiers used so far, because Core Data did not keep them unique.
  private struct Identifiers {
    private var given: Set<UUID> = []

    var count: Int { given.count }

    /// A unique identifier: the proposed one if it is unused.
    mutating func unused(_ proposed: UUID?) -> UUID {
      if let proposed, given.insert(proposed).inserted { return proposed }
      let new = UUID()
      given.insert(new)
      return new
    }
  }
}
