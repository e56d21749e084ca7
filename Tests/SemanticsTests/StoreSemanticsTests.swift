import Foundation
import JSONFolderStore
import SwiftData
import Testing

/// Notes 26 to 28: migrations.
@Suite("Migrations")
struct MigrationSemanticsTests {
  @Test(
    """
    26. Lightweight is inferred. Custom: willMigrate runs before the store changes, with a context over \
    the old models; didMigrate after, with a context over the new ones; each must save itself.
    """)
  func customStagesSeeTheirModels() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).store")
    defer { removeStore(at: url) }
    do {
      let container = try ModelContainer(
        for: Schema(versionedSchema: ListV1.self), configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      for name in ["milk", "milk", "tea"] { context.insert(ListV1.Thing(name)) }
      try context.save()
    }
    let container = try ModelContainer(
      for: Schema(versionedSchema: ListV2.self), migrationPlan: ListPlan.self,
      configurations: ModelConfiguration(url: url))
    let things = try ModelContext(container).fetch(
      FetchDescriptor<ListV2.Thing>(sortBy: [SortDescriptor(\.name)]))
    #expect(things.map(\.name) == ["milk", "tea"])
    #expect(things.map(\.length) == [4, 3])
  }

  @Test(
    """
    27. Stages are walked from the stored version to the last schema. A version that is not in the plan: \
    an error, and the file stays as it was.
    """)
  func unknownVersionsAreAnError() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).store")
    defer { removeStore(at: url) }
    do {
      let container = try ModelContainer(
        for: Schema(versionedSchema: NotesV1.self), configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      context.insert(NotesV1.Memo("milk"))
      try context.save()
    }
    #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try ModelContainer(
        for: Schema(versionedSchema: ListV2.self), migrationPlan: ListPlan.self,
        configurations: ModelConfiguration(url: url))
    }
    let container = try ModelContainer(
      for: Schema(versionedSchema: NotesV1.self), configurations: ModelConfiguration(url: url))
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<NotesV1.Memo>()) == 1)
  }

  @Test("28. Adding uniqueness needs a de-duplication in willMigrate.")
  func migrationChecksUniqueness() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).store")
    defer { removeStore(at: url) }
    do {
      let container = try ModelContainer(
        for: Schema(versionedSchema: ListV1.self), configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      for name in ["milk", "milk"] { context.insert(ListV1.Thing(name)) }
      try context.save()
    }
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: Schema(versionedSchema: ListV2.self), migrationPlan: ListLightly.self,
        configurations: ModelConfiguration(url: url))
    }
  }
}

enum ListV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Thing.self] }
  @Model final class Thing {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum ListV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Thing.self] }
  @Model final class Thing {
    @Attribute(.unique) var name: String
    var length: Int = 0
    init(_ name: String) { self.name = name }
  }
}

enum ListPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ListV1.self, ListV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ListV1.self, toVersion: ListV2.self,
        willMigrate: { context in
          var seen: Set<String> = []
          for thing in try context.fetch(FetchDescriptor<ListV1.Thing>())
          where !seen.insert(thing.name).inserted {
            context.delete(thing)
          }
          try context.save()
        },
        didMigrate: { context in
          for thing in try context.fetch(FetchDescriptor<ListV2.Thing>()) {
            thing.length = thing.name.count
          }
          try context.save()
        })
    ]
  }
}

enum ListLightly: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ListV1.self, ListV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: ListV1.self, toVersion: ListV2.self)]
  }
}

/// Notes 34 to 36: custom stores.
@Suite("Custom stores")
struct CustomStoreSemanticsTests {
  private func folder() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  }

  private func container(_ folder: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Firm.self, configurations: JSONFolderConfiguration(folder: folder))
  }

  @Test(
    """
    34. The context makes snapshots for changed models; the store maps temporary identifiers to \
    permanent ones, copies the snapshot with the new one, and returns remappedIdentifiers.
    """)
  func storesRemapIdentifiers() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let context = ModelContext(try container(folder))
    let firm = Firm("f")
    context.insert(firm)
    firm.clerks = [Clerk("c")]
    let temporary = firm.persistentModelID
    try context.save()
    #expect(firm.persistentModelID != temporary)
    #expect(firm.persistentModelID.storeIdentifier != nil)
    let other = try #require(ModelContext(try container(folder)).all(Clerk.self).first)
    #expect(other.firm?.persistentModelID == firm.persistentModelID)
  }

  @Test(
    """
    35. fetch may throw preferInMemoryFilter or preferInMemorySort: the context then refetches without \
    them and filters or sorts in memory.
    """)
  func contextsFilterAndSortInMemory() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let context = ModelContext(try container(folder))
    for name in ["c", "a", "b"] { context.insert(Clerk(name)) }
    try context.save()
    let descriptor = FetchDescriptor<Clerk>(
      predicate: #Predicate { $0.name != "a" },
      sortBy: [SortDescriptor(\.name, order: .reverse)])
    #expect(try ModelContext(context.container).fetch(descriptor).map(\.name) == ["c", "b"])
    let store = try JSONFolderStore(
      JSONFolderConfiguration(schema: Schema([Firm.self]), folder: folder), migrationPlan: nil)
    let filtering = DataStoreFetchRequest(descriptor: descriptor, editingState: EditingState())
    #expect(throws: DataStoreError.preferInMemoryFilter) { _ = try store.fetch(filtering) }
    let sorting = DataStoreFetchRequest(
      descriptor: FetchDescriptor<Clerk>(sortBy: descriptor.sortBy), editingState: EditingState())
    #expect(throws: DataStoreError.preferInMemorySort) { _ = try store.fetch(sorting) }
  }

  @Test(
    """
    36. DefaultSnapshot must round-trip through JSONEncoder and JSONDecoder without knowing the model's \
    type beforehand: the identifier's entityName tells.
    """)
  func snapshotsRoundTrip() throws {
    let container = try diary()
    let context = ModelContext(container)
    let entry = Entry("Kyoto", text: "t", at: Position(latitude: 35, longitude: 135.8))
    context.insert(entry)
    try context.save()
    var related: [PersistentIdentifier: any BackingData] = [:]
    let snapshot = DefaultSnapshot(
      from: entry.persistentBackingData, relatedBackingDatas: &related)
    let coded = try JSONEncoder().encode(snapshot)
    let decoded = try JSONDecoder().decode(DefaultSnapshot.self, from: coded)
    #expect(decoded.persistentIdentifier == entry.persistentModelID)
    let values = try JSONSerialization.jsonObject(with: coded) as? NSDictionary
    let again = try JSONEncoder().encode(decoded)
    let valuesAgain = try JSONSerialization.jsonObject(with: again) as? NSDictionary
    #expect(values != nil)
    #expect(values == valuesAgain)
  }
}
