import CoreDataFormat
import DataSchema
import Foundation
import OpenSwiftData
import Testing

private struct Size: Codable, Equatable {
  var width: Int
  var depth: Int?
}

private enum Kind: String, Codable { case plain, fancy }

private enum FirstBoxes: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Box.self] }

  @Model final class Box {
    var number: Int
    var kind: Kind
    var size: Size?
    init(_ number: Int, _ kind: Kind, _ size: Size?) {
      (self.number, self.kind, self.size) = (number, kind, size)
    }
  }
}

private enum SecondBoxes: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Box.self] }

  @Model final class Box {
    // A shape that loses nothing if its store is mistaken for the first version.
    var kind: Kind
    var size: Size?
    init(_ kind: Kind, _ size: Size?) { (self.kind, self.size) = (kind, size) }
  }
}

private enum BoxPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [FirstBoxes.self, SecondBoxes.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: FirstBoxes.self, toVersion: SecondBoxes.self,
        willMigrate: { _ in Sightings.add("stage") }, didMigrate: nil)
    ]
  }
}

@Suite("Stores with the shape of earlier releases")
struct FormerShapeTests {
  private let sizes: [Size?] = [Size(width: 1), nil, Size(width: 2, depth: 3)]

  @Test func storesOfEarlierReleasesAreUpdated() throws {
    let store = try firstStore()
    let context = try store.open(FirstBoxes.self)
    try expectFirstBoxes(context)
    context.insert(FirstBoxes.Box(4, .plain, nil))
    try context.save()
    try #expect(store.metadata().versionHashes == hashes(of: FirstBoxes.self))
    #expect(try store.open(FirstBoxes.self).fetchCount(FetchDescriptor<FirstBoxes.Box>()) == 4)
  }

  @Test func readOnlyStoresAreReadUnchanged() throws {
    let store = try firstStore()
    let before = try store.contents()
    try expectFirstBoxes(store.open(FirstBoxes.self, allowsSave: false))
    try #expect(store.contents() == before)
  }

  @Test func aPlanRecognizesTheStoresVersion() throws {
    let store = try StoreFixture()
    let context = try store.open(SecondBoxes.self, BoxPlan.self)
    context.insert(SecondBoxes.Box(.fancy, Size(width: 7)))
    try context.save()
    try makeFormer(store, Schema(versionedSchema: SecondBoxes.self))
    let log = SightingLog()
    try Sightings.$log.withValue(log) {
      let boxes = try store.open(SecondBoxes.self, BoxPlan.self).fetch(
        FetchDescriptor<SecondBoxes.Box>())
      #expect(boxes.map(\.size) == [Size(width: 7)])
      #expect(boxes.map(\.kind) == [.fancy])
    }
    #expect(log.texts.isEmpty)
    try #expect(store.metadata().versionHashes == hashes(of: SecondBoxes.self))
  }

  @Test func laterStagesOfAPlanAreApplied() throws {
    let store = try firstStore()
    let log = SightingLog()
    try Sightings.$log.withValue(log) {
      let boxes = try store.open(SecondBoxes.self, BoxPlan.self).fetch(
        FetchDescriptor<SecondBoxes.Box>())
      #expect(boxes.map(\.size) == sizes)
    }
    #expect(log.texts == ["stage"])
    try #expect(store.version == "2.0.0")
  }

  @Test func storesOfNewerVersionsStayUnchanged() throws {
    let store = try StoreFixture()
    _ = try store.open(SecondBoxes.self, BoxPlan.self)
    try makeFormer(store, Schema(versionedSchema: SecondBoxes.self))
    let before = try store.contents()
    _ = try store.open(Schema([SecondBoxes.Box.self]))
    try #expect(store.contents() == before)
  }

  private func firstStore() throws -> StoreFixture {
    let store = try StoreFixture()
    let context = try store.open(FirstBoxes.self)
    for (number, size) in sizes.enumerated() {
      context.insert(FirstBoxes.Box(number, number == 1 ? .fancy : .plain, size))
    }
    try context.save()
    try makeFormer(store, Schema(versionedSchema: FirstBoxes.self))
    return store
  }

  private func expectFirstBoxes(_ context: ModelContext) throws {
    let boxes = try context.fetch(
      FetchDescriptor<FirstBoxes.Box>(sortBy: [SortDescriptor(\.number)]))
    #expect(boxes.map(\.kind) == [.plain, .fancy, .plain])
    #expect(boxes.map(\.size) == sizes)
  }

  private func hashes(of version: any VersionedSchema.Type) -> [String: Data] {
    Schema(versionedSchema: version).modelDescription.versionHashes
  }

  /// Replaces the file's description of its models with the one that earlier releases wrote.
  private func makeFormer(_ store: StoreFixture, _ schema: Schema) throws {
    var model = schema.modelDescription
    for entity in model.entities.indices {
      model.entities[entity].properties = model.entities[entity].properties.map { property in
        guard case .composite(let composite) = property else { return property }
        return .composite(former(composite))
      }
    }
    #expect(model.versionHashes != schema.modelDescription.versionHashes)
    try store.change { $0.update(for: model) }
  }

  private func former(_ composite: CompositeDescription) -> CompositeDescription {
    var result = composite
    result.elements = composite.elements.map { element in
      guard case .attribute(var leaf) = element else { return element }
      leaf.isOptional = leaf.name == "depth"
      return .attribute(leaf)
    }
    return result
  }
}
