import Foundation
import SwiftData
import Testing

/// Notes 1 to 8: properties of models.
@Suite("Models and attributes")
struct ModelSemanticsTests {
  @Test(
    """
    1. All non-computed stored properties are persisted when their type is a primitive, a Codable \
    value, or a model or a collection of models; what is @Transient is not.
    """)
  func storedPropertiesArePersisted() throws {
    let container = try diary()
    let entity = try #require(container.schema.entity(for: Entry.self))
    let names = Set(entity.storedProperties.map(\.name))
    #expect(
      names == ["title", "text", "position", "mood", "weather", "draft", "photos", "tags"])
    #expect(entity.relationshipsByName.keys.sorted() == ["photos", "tags"])
    let context = ModelContext(container)
    let entry = Entry("Kyoto")
    entry.visits = 3
    context.insert(entry)
    try context.save()
    let other = try ModelContext(container).all(Entry.self)
    #expect(other.map(\.visits) == [0])
  }

  @Test(
    """
    2. Codable structs are not stored as one encoded blob: the type is taken apart into a composite \
    attribute, so that member key paths can be used in predicates.
    """)
  func codableStructsAreComposites() throws {
    let container = try diary()
    let entity = try #require(container.schema.entity(for: Entry.self))
    let position = entity.attributesByName["position"] as? Schema.CompositeAttribute
    #expect(position?.properties.map(\.name) == ["latitude", "longitude"])
    let context = ModelContext(container)
    for (index, name) in ["a", "b", "c"].enumerated() {
      context.insert(Entry(name, at: Position(latitude: Double(index), longitude: 0)))
    }
    try context.save()
    var descriptor = FetchDescriptor<Entry>(
      predicate: #Predicate { $0.position.latitude >= 1 },
      sortBy: [SortDescriptor(\.position.latitude, order: .reverse)])
    #expect(try context.fetch(descriptor).map(\.title) == ["c", "b"])
    descriptor.predicate = #Predicate { $0.mood == nil }
    #expect(try context.fetchCount(descriptor) == 3)
  }

  @Test(
    """
    3. `.codable` stores the type's encoded form, which is opaque; shape changes do not trigger \
    migration.
    """)
  func codableAttributesAreOpaque() throws {
    let entity = try #require(diary().schema.entity(for: Entry.self))
    let weather = try #require(entity.attributesByName["weather"])
    #expect(weather.isCodable)
    #expect(!(weather is Schema.CompositeAttribute))
  }

  @Test(
    """
    4. `.unique` is an upsert: at save the store looks for a row with the same unique value; if found, \
    the other properties of that row get the new values. No error is thrown.
    """)
  func uniqueIsAnUpsert() throws {
    let container = try diary()
    let context = ModelContext(container)
    context.insert(Entry("Kyoto", text: "old"))
    try context.save()
    let identifier = try #require(try context.all(Entry.self).first).persistentModelID
    let other = ModelContext(container)
    other.insert(Entry("Kyoto", text: "new"))
    try other.save()
    let rows = try ModelContext(container).all(Entry.self)
    #expect(rows.map(\.text) == ["new"])
    #expect(rows.map(\.persistentModelID) == [identifier])
  }

  @Test(
    """
    5. Unique is allowed on primitive values and on to-one relationships; `#Unique` takes several \
    constraints, each possibly compound; to-many relationships are not supported in it.
    """)
  func uniqueMacroAcceptsSeveralConstraints() throws {
    let container = try ModelContainer(
      for: Seat.self, Room.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let constraints = container.schema.entity(for: Seat.self)?.uniquenessConstraints ?? []
    #expect(Set(constraints) == [["row", "number"], ["room"]])
    #expect(throws: SwiftDataError.unsupportedModel) {
      try ModelContainer(
        for: UniqueMembers.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
  }

  @Test(
    "6. Two inserts with the same unique value in one unsaved batch also merge, the last one wins.")
  func insertsOfOneSaveMerge() throws {
    let context = ModelContext(try diary())
    context.insert(Entry("Kyoto", text: "first"))
    context.insert(Entry("Kyoto", text: "last"))
    try context.save()
    #expect(try context.all(Entry.self).map(\.text) == ["last"])
  }

  @Test(
    """
    7. `.ephemeral`: changes are tracked, the value is not persisted; `.externalStorage` is a hint; \
    `.allowsCloudEncryption`, `.spotlight` and `.preserveValueOnDeletion` are recorded.
    """)
  func attributeOptionsHaveTheirEffect() throws {
    let container = try diary()
    let context = ModelContext(container)
    let entry = Entry("Kyoto")
    context.insert(entry)
    try context.save()
    entry.draft = "half a sentence"
    #expect(entry.hasChanges)
    #expect(context.hasChanges)
    try context.save()
    #expect(try ModelContext(container).all(Entry.self).map(\.draft) == [""])
    let scans = try ModelContainer(
      for: Scan.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let attributes = try #require(scans.schema.entity(for: Scan.self)).attributesByName
    #expect(attributes["image"]?.options == [.externalStorage, .allowsCloudEncryption])
    #expect(attributes["title"]?.options == [.spotlight, .preserveValueOnDeletion])
    let image = Data(repeating: 7, count: 300_000)
    let scanning = ModelContext(scans)
    scanning.insert(Scan("a", image))
    try scanning.save()
    #expect(try ModelContext(scans).all(Scan.self).map(\.image) == [image])
  }

  @Test(
    """
    8. `originalName` maps a renamed property in automatic migration; `hashModifier` makes a version \
    differ although its shape does not.
    """)
  func renamedPropertiesKeepTheirValues() throws {
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
    let container = try ModelContainer(
      for: Schema(versionedSchema: NotesV2.self), migrationPlan: NotesPlan.self,
      configurations: ModelConfiguration(url: url))
    #expect(try ModelContext(container).all(NotesV2.Memo.self).map(\.content) == ["milk"])
  }
}

@Model final class Scan {
  @Attribute(.externalStorage, .allowsCloudEncryption) var image: Data
  @Attribute(.spotlight, .preserveValueOnDeletion) var title: String
  init(_ title: String, _ image: Data) { (self.title, self.image) = (title, image) }
}

@Model final class Room {
  var name: String
  init(_ name: String) { self.name = name }
}

@Model final class Seat {
  #Unique<Seat>([\.row, \.number], [\.room])
  var row: Int
  var number: Int
  var room: Room?
  init(row: Int, number: Int) { (self.row, self.number) = (row, number) }
}

@Model final class UniqueMembers {
  #Unique<UniqueMembers>([\.rooms])
  var rooms: [Room] = []
  init() {}
}

enum NotesV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Memo.self] }
  @Model final class Memo {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

enum NotesV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Memo.self] }
  @Model final class Memo {
    @Attribute(originalName: "text") var content: String
    @Attribute(hashModifier: "2") var rank: Int = 0
    init(_ content: String) { self.content = content }
  }
}

enum NotesPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: NotesV1.self, toVersion: NotesV2.self)]
  }
}

/// Removes a store's file and the files next to it.
func removeStore(at url: URL) {
  for suffix in ["", "-wal", "-shm"] {
    try? FileManager.default.removeItem(atPath: url.path + suffix)
  }
}
