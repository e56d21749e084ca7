import Foundation
import SwiftData

/// Copies the spots of the app's first version to the store of this one.
package struct CoreDataMigration: Sendable {
  /// The results of the copy.
  package struct Report: Hashable, Codable, Sendable {
    package var worlds = 0
    package var items = 0
    /// Spots and worlds that already existed and were not changed.
    package var known = 0
    /// Names of pictures that could not be read; their spots were copied without them.
    package var missingImages: [String] = []
    /// Spots that existed without their picture and have it now.
    package var completedItems = 0
  }

  /// The store of Core Data could not be read; nothing was copied.
  package struct ReadError: Error {
    package let underlying: any Error
  }

  /// Pictures are megabytes in size, so only a few are held in memory at a time.
  private static let batchSize = 20

  private let coreData: CoreDataManager
  private let images: LocalImageRepository
  private let container: ModelContainer

  /// - Parameters:
  ///   - coreData: The store to read.
  ///   - images: The pictures of its spots.
  ///   - container: The container to copy to.
  package init(
    coreData: CoreDataManager, images: LocalImageRepository, to container: ModelContainer
  ) {
    self.coreData = coreData
    self.images = images
    self.container = container
  }

  /// Copies the worlds and spots that do not exist yet, and the pictures of spots that were copied
  /// without them.
  ///
  /// If the migration is interrupted, running it again continues it. Spots without an identifier
  /// get a new one each time, so they are copied again.
  ///
  /// - Returns: The results.
  /// - Throws: `ReadError`, or an error of the target store.
  package func migrateCoreDataToSwiftData() async throws -> Report {
    let coreDataContext = coreData.viewContext
    var report = Report()
    // Everything is read before anything is stored, so that nothing is copied from a damaged file.
    let (coreDataWorlds, coreDataItems) = try readAll(coreDataContext)
    try migrate(coreDataWorlds, &report)

    // ItemEntity → ItemModel
    let known = try Set(knownIdentifiers(\ItemModel.id))
    let new = coreDataItems.filter { item in item.id.map { !known.contains($0.uuidString) } ?? true
    }
    report.known += coreDataItems.count - new.count
    try complete(
      coreDataItems.filter { $0.id.map { known.contains($0.uuidString) } ?? false }, &report)
    for start in stride(from: 0, to: new.count, by: Self.batchSize) {
      let swiftDataContext = ModelContext(container)
      for coreDataItem in new[start..<min(start + Self.batchSize, new.count)] {
        let imageData = imageData(of: coreDataItem, &report)
        let swiftDataItem = ItemModel(coreDataItem, id: coreDataItem.id, imageData: imageData)
        swiftDataContext.insert(swiftDataItem)
        report.items += 1
      }

      try swiftDataContext.save()
    }
    // Several spots may have the same picture.
    var missing: Set<String> = []
    report.missingImages.removeAll { !missing.insert($0).inserted }
    return report
  }

  /// Adds pictures that could not be read when their spots were copied, unless a spot was changed
  /// since: its picture may have been removed.
  private func complete(_ items: [ItemEntity], _ report: inout Report) throws {
    // A transaction may run several times.
    var completed: Set<String> = []
    defer { report.completedItems = completed.count }
    for item in items where item.pictureName != nil {
      guard let id = item.id?.uuidString else { continue }
      let context = ModelContext(container)
      let withoutImage = FetchDescriptor<ItemModel>(
        predicate: #Predicate { $0.id == id && $0.spotImageData == nil })
      guard try context.fetchCount(withoutImage) > 0, let name = item.pictureName,
        let data = try? images.loadImageData(fileName: name)
      else { continue }
      try context.transaction(.serializable) {
        guard let model = try context.fetch(withoutImage).first,
          // Servers store whole microseconds.
          item.updatedAt.map({ abs($0.timeIntervalSince(model.updatedAt)) < 1e-5 }) ?? true
        else { return }
        model.spotImageData = data
        completed.insert(id)
      }
    }
  }

  private func readAll(
    _ context: ModelContext
  ) throws(ReadError) -> (worlds: [WorldEntity], items: [ItemEntity]) {
    do {
      return (
        coreData.hasWorlds ? try context.fetch(FetchDescriptor<WorldEntity>()) : [],
        try context.fetch(FetchDescriptor<ItemEntity>())
      )
    } catch {
      throw ReadError(underlying: error)
    }
  }

  private func migrate(_ coreDataWorlds: [WorldEntity], _ report: inout Report) throws {
    let swiftDataContext = ModelContext(container)
    let known = try Set(knownIdentifiers(\WorldModel.id))
    for world in coreDataWorlds {
      guard world.id.map({ !known.contains($0.uuidString) }) ?? true else {
        report.known += 1
        continue
      }
      swiftDataContext.insert(WorldModel(world, id: world.id))
      report.worlds += 1
    }
    try swiftDataContext.save()
  }

  private func knownIdentifiers<Model: PersistentModel>(
    _ id: KeyPath<Model, String>
  ) throws -> [String] {
    var descriptor = FetchDescriptor<Model>()
    descriptor.propertiesToFetch = [id]
    return try ModelContext(container).fetch(descriptor).map { $0[keyPath: id] }
  }

  private func imageData(of item: ItemEntity, _ report: inout Report) -> Data? {
    guard let name = item.pictureName else { return nil }
    do {
      return try images.loadImageData(fileName: name)
    } catch {
      report.missingImages.append(name)
      return nil
    }
  }
}
