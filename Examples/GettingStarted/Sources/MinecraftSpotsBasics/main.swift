// Spots in the worlds of Minecraft. A spot refers to its world by the world's identifier, and its
// picture is a file beside the store.
import SwiftData

// MARK: - Models

@Model
final class ItemModel {
  @Attribute(.unique) var id: String
  var coordinatesX: String?
  var coordinatesY: String?
  var coordinatesZ: String?
  var worldID: String?
  var name: String?
  var comment: String?
  @Attribute(.externalStorage) var spotImageData: Data?
  var createdAt: Date
  var updatedAt: Date

  init(
    id: String, coordinatesX: String? = nil, coordinatesY: String? = nil,
    coordinatesZ: String? = nil, worldID: String? = nil, name: String? = nil,
    comment: String? = nil, spotImageData: Data? = nil, createdAt: Date = Date(),
    updatedAt: Date = Date()
  ) {
    self.id = id
    self.coordinatesX = coordinatesX
    self.coordinatesY = coordinatesY
    self.coordinatesZ = coordinatesZ
    self.worldID = worldID
    self.name = name
    self.comment = comment
    self.spotImageData = spotImageData
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

@Model
final class WorldModel {
  @Attribute(.unique) var id: String
  var name: String?
  var seed: String?
  var comment: String?
  var createdAt: Date
  var updatedAt: Date

  init(
    id: String, name: String? = nil, seed: String? = nil, comment: String? = nil,
    createdAt: Date = Date(), updatedAt: Date = Date()
  ) {
    self.id = id
    self.name = name
    self.seed = seed
    self.comment = comment
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

enum SwiftDataSchema {
  static let v1 = Schema([ItemModel.self, WorldModel.self])
}

// MARK: - Values for the rest of the app

struct Coordinates: Hashable, Sendable {
  var x, y, z: Int
}

struct World: Identifiable, Hashable, Sendable {
  var id: String
  var name: String?
}

struct Item: Identifiable, Hashable, Sendable {
  var id: String
  var coordinates: Coordinates?
  var world: World?
  var spotImageName: String?
  var createdAt: Date
  var updatedAt: Date
}

extension ItemModel {
  func toDomain(world: World?) -> Item {
    let numbers = [coordinatesX, coordinatesY, coordinatesZ].compactMap { $0.flatMap(Int.init) }
    return Item(
      id: id,
      coordinates: numbers.count == 3
        ? Coordinates(x: numbers[0], y: numbers[1], z: numbers[2]) : nil,
      world: world, spotImageName: spotImageData != nil ? id : nil, createdAt: createdAt,
      updatedAt: updatedAt)
  }
}

extension Item {
  func toModel(imageData: Data?) -> ItemModel {
    ItemModel(
      id: id, coordinatesX: coordinates?.x.description, coordinatesY: coordinates?.y.description,
      coordinatesZ: coordinates?.z.description, worldID: world?.id, spotImageData: imageData,
      createdAt: createdAt, updatedAt: updatedAt)
  }
}

// MARK: - Data source

protocol ItemsSwiftDataSource: Sendable {
  func insert(_ item: Item, imageData: Data?) async throws
  func fetchAll() async throws -> [Item]
  func fetchWithoutNoPhoto() async throws -> [Item]
  func delete(id: String) async throws
}

@MainActor
final class ItemsSwiftDataSourceImpl: ItemsSwiftDataSource {
  private let context: ModelContext

  init(container: ModelContainer) {
    context = ModelContext(container)
  }

  // An item with the identifier of a stored one replaces it.
  func insert(_ item: Item, imageData: Data?) async throws {
    context.insert(item.toModel(imageData: imageData))
    try context.save()
  }

  func fetchAll() async throws -> [Item] {
    try items(FetchDescriptor(sortBy: [SortDescriptor(\.createdAt, order: .reverse)]))
  }

  func fetchWithoutNoPhoto() async throws -> [Item] {
    try items(FetchDescriptor(predicate: #Predicate { $0.spotImageData != nil }))
  }

  func delete(id: String) async throws {
    try context.delete(model: ItemModel.self, where: #Predicate { $0.id == id })
    try context.save()
  }

  private func items(_ request: FetchDescriptor<ItemModel>) throws -> [Item] {
    let worlds = try context.fetch(FetchDescriptor<WorldModel>())
      .map { World(id: $0.id, name: $0.name) }
    return try context.fetch(request)
      .map { item in item.toDomain(world: worlds.first { $0.id == item.worldID }) }
  }
}

// MARK: - Main

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

let container = try ModelContainer(
  for: SwiftDataSchema.v1,
  configurations: [ModelConfiguration(url: folder.appendingPathComponent("spots.store"))])

let context = ModelContext(container)
context.insert(WorldModel(id: "overworld", name: "Overworld", seed: "-4172144997902289642"))
try context.save()

func spot(_ id: String, _ x: Int, _ y: Int, _ z: Int, hour: Double) -> Item {
  let date = Date(timeIntervalSinceReferenceDate: hour * 3_600)
  return Item(
    id: id, coordinates: Coordinates(x: x, y: y, z: z),
    world: World(id: "overworld", name: "Overworld"), createdAt: date, updatedAt: date)
}

func show(_ items: [Item]) {
  for item in items {
    let place = item.coordinates.map { "(\($0.x), \($0.y), \($0.z))" } ?? "somewhere"
    let picture = item.spotImageName == nil ? "" : ", with a picture"
    print("  \(item.id) \(place) in \(item.world?.name ?? "no world")\(picture)")
  }
}

func pictureFiles() -> Int {
  let paths = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
  return paths.filter { $0.contains("_EXTERNAL_DATA/") }.count
}

let source: any ItemsSwiftDataSource = ItemsSwiftDataSourceImpl(container: container)
try await source.insert(spot("village", 0, 64, 0, hour: 1), imageData: nil)
try await source.insert(spot("mine", 100, 12, -50, hour: 2), imageData: nil)
try await source.insert(
  spot("lighthouse", 200, 70, -100, hour: 3), imageData: Data(repeating: 7, count: 1_000_000))
print("All spots, newest first:")
show(try await source.fetchAll())
print("Spots with a picture:")
show(try await source.fetchWithoutNoPhoto())
print("Files with pictures: \(pictureFiles())")

try await source.insert(spot("mine", 100, -58, -50, hour: 2), imageData: nil)
try await source.delete(id: "lighthouse")
print("After digging deeper, and deleting the lighthouse:")
show(try await source.fetchAll())
print("Files with pictures: \(pictureFiles())")
