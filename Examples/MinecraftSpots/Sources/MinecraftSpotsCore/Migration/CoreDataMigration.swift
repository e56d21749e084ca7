import Foundation
import SwiftData

/// Brings the spots of the app's first version into the store of this one.
package struct CoreDataMigration: Sendable {
  /// What was brought over.
  package struct Report: Hashable, Codable, Sendable {
    package var worlds = 0
    package var items = 0
    /// Spots and worlds that were there already and stayed as they are.
    package var known = 0
    /// Names of pictures that could not be read; their spots came without.
    package var missingImages: [String] = []
  }

  /// The store of Core Data could not be read; nothing was copied.
  package struct ReadError: Error {
    package let underlying: any Error
  }

  /// Pictures are megabytes, so few are held at a time.
  private static let batchSize = 20

  private let coreData: CoreDataManager
  private let images: LocalImageRepository
  private let container: ModelContainer

  /// - Parameters:
  ///   - coreData: The store to read.
  ///   - images: The pictures that its spots name.
  ///   - container: Where the spots go.
  package init(
    coreData: CoreDataManager, images: LocalImageRepository, to container: ModelContainer
  ) {
    self.coreData = coreData
    self.images = images
    self.container = container
  }

  /// Copies every world and spot that is not there yet.
  ///
  /// A migration that ended half-way continues where it was when it is run again. Spots without an
  /// identifier get one and so are new each time.
  /// - Returns: What was copied.
  /// - Throws: `ReadError`, or an error of the store that the spots go to.
  package func migrateCoreDataToSwiftData() async throws -> Report {
    let coreDataContext = coreData.viewContext
    var report = Report()
    // All is read before anything is stored: of a damaged file nothing comes over.
    let (coreDataWorlds, coreDataItems) = try readAll(coreDataContext)
    try migrate(coreDataWorlds, &report)

    // ItemEntity → ItemModel
    let known = try Set(knownIdentifiers(\ItemModel.id))
    let new = coreDataItems.filter { item in item.id.map { !known.contains($0.uuidString) } ?? true
    }
    report.known += coreDataItems.count - new.count
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
    return report
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
