import Foundation
import SwiftData

/// Makes of all that a Core Data store holds what this version stores, in the same file.
struct CoreDataConversion {
  /// Pictures are megabytes, so few are held at a time.
  private static let batchSize = 20

  /// The pictures that spots name.
  let images: LocalImageRepository

  /// Copies every world and spot, and saves.
  /// - Throws: The error of the store, or of a picture that is there and cannot be read.
  func convert(from old: ModelContext, to new: ModelContext) throws {
    var worldIDs = Identifiers()
    try old.enumerate(FetchDescriptor<WorldEntity>()) { world in
      new.insert(WorldModel(world, id: worldIDs.unused(world.id)))
    }
    try new.save()
    var itemIDs = Identifiers()
    try old.enumerate(FetchDescriptor<ItemEntity>(), batchSize: Self.batchSize) { item in
      let imageData = try item.spotImageName.flatMap(imageData)
      new.insert(ItemModel(item, id: itemIDs.unused(item.id), imageData: imageData))
      if itemIDs.count.isMultiple(of: Self.batchSize) { try new.save() }
    }
    try new.save()
  }

  /// The bytes of a picture; nil where there is no such file, and so nothing to lose.
  private func imageData(_ name: String) throws -> Data? {
    do {
      return try images.loadImageData(fileName: name)
    } catch LocalImageRepository.LoadError.invalidFileName {
      return nil
    } catch CocoaError.fileReadNoSuchFile {
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
