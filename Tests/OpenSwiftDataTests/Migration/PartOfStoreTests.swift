import Foundation
import OpenSwiftData
import SQLCore
import Testing

/// Stores opened by programs that declare only the models and properties they read.
@Suite("Parts of stores")
struct PartOfStoreTests {
  struct Place: Codable, Equatable {
    var city: String
    var latitude: Double
  }

  enum Whole {
    @Model final class Trip {
      var name: String
      var note: String?
      var budget: Double
      var place: Place
      @Attribute(.externalStorage) var picture: Data?
      @Relationship(deleteRule: .cascade, inverse: \Item.trip) var items: [Item] = []
      @Relationship(inverse: \Tag.trips) var tags: [Tag] = []
      init(_ name: String, _ budget: Double, _ place: Place) {
        (self.name, self.budget, self.place) = (name, budget, place)
      }
    }
    @Model final class Item {
      var title: String
      var count = 1
      var trip: Trip?
      init(_ title: String) { self.title = title }
    }
    @Model final class Tag {
      var label: String
      var trips: [Trip] = []
      init(_ label: String) { self.label = label }
    }
    @Model class Animal {
      var name: String
      init(_ name: String) { self.name = name }
    }
    @Model final class Dog: Animal {
      var tricks = 0
      init(_ name: String, _ tricks: Int) {
        self.tricks = tricks
        super.init(name)
      }
    }
    @Model final class Another {
      var animal: Animal?
      init(_ animal: Animal) { self.animal = animal }
    }
  }

  /// Without `Trip.note`, `Trip.budget`, `Item.count`, and the inverses `Item.trip` and
  /// `Tag.trips`.
  enum Part {
    @Model final class Trip {
      var name: String
      var place: Place
      @Attribute(.externalStorage) var picture: Data?
      var items: [Item] = []
      var tags: [Tag] = []
      init() {
        name = ""
        place = Place(city: "", latitude: 0)
      }
    }
    @Model final class Item {
      var title: String
      init() { title = "" }
    }
    @Model final class Tag {
      var label: String
      init() { label = "" }
    }
  }

  enum Both {
    @Model final class Trip {
      var budget: Double?
      var items: [Item] = []
      init() {}
    }
    @Model final class Item {
      var trip: Trip?
      init() {}
    }
  }

  enum Animals {
    @Model final class Animal {
      var name: String
      init() { name = "" }
    }
    @Model final class Another {
      var animal: Animal?
      init() {}
    }
  }

  enum Dogs {
    @Model final class Dog {
      var name: String
      var tricks: Int
      init() { (name, tricks) = ("", 0) }
    }
  }

  enum Named {
    @Model final class Dog {
      var name: String
      var tricks: Int
      var nickname: String?
      init() { (name, tricks) = ("", 0) }
    }
  }

  enum Others {
    @Model final class Trip {
      var name: Int
      var note: String
      init() { (name, note) = (0, "") }
    }
  }

  private let store: StoreFixture
  private let picture = Data(repeating: 7, count: 200_000)

  init() throws {
    store = try StoreFixture()
    let context = try store.open(
      Schema([Whole.Trip.self, Whole.Another.self, Whole.Dog.self]))
    let alps = Whole.Trip("Alps", 100, Place(city: "Chur", latitude: 46.85))
    let coast = Whole.Trip("Coast", 50, Place(city: "Brest", latitude: 48.4))
    alps.picture = picture
    alps.items = [Whole.Item("boots"), Whole.Item("rope")]
    coast.items = [Whole.Item("towel")]
    let tags = [Whole.Tag("snow"), Whole.Tag("far")]
    alps.tags = tags
    coast.tags = [tags[1]]
    let animals = [Whole.Animal("Tom"), Whole.Dog("Rex", 3), Whole.Dog("Ada", 5)]
    for model in [alps, coast] { context.insert(model) }
    for model in animals { context.insert(model) }
    context.insert(Whole.Another(animals[1]))
    try context.save()
  }

  private func read(_ types: any PersistentModel.Type..., isForeign: Bool = false) throws
    -> ModelContext
  {
    if isForeign { try store.makeForeign() }
    return try store.open(Schema(types)) { $0.readsPartOfStore = true }
  }

  private func text(_ error: SwiftDataError?) -> String { error.map { "\($0)" } ?? "" }

  @Test(arguments: [true, false])
  func partsProvideValuesAndMembers(isForeign: Bool) throws {
    let context = try read(Part.Trip.self, isForeign: isForeign)
    let trips = try context.fetch(FetchDescriptor<Part.Trip>(sortBy: [SortDescriptor(\.name)]))
    #expect(trips.map(\.name) == ["Alps", "Coast"])
    #expect(trips.first?.place == Place(city: "Chur", latitude: 46.85))
    #expect(trips.map(\.picture) == [picture, nil])
    #expect(trips.map { $0.items.map(\.title).sorted() } == [["boots", "rope"], ["towel"]])
    #expect(trips.map { $0.tags.map(\.label).sorted() } == [["far", "snow"], ["far"]])
  }

  @Test(arguments: [true, false])
  func partsEvaluatePredicates(isForeign: Bool) throws {
    let context = try read(Part.Trip.self, isForeign: isForeign)
    func names(_ predicate: Predicate<Part.Trip>) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)]))
        .map(\.name)
    }
    #expect(try names(#Predicate { $0.place.latitude > 47 }) == ["Coast"])
    #expect(
      try names(#Predicate { trip in trip.items.contains { $0.title == "rope" } }) == ["Alps"])
    #expect(try names(#Predicate { trip in trip.tags.count == 1 }) == ["Coast"])
    #expect(
      try names(#Predicate { trip in trip.tags.contains { $0.label == "far" } })
        == ["Alps", "Coast"])
    #expect(try context.fetchCount(FetchDescriptor<Part.Item>()) == 3)
    var prefetching = FetchDescriptor<Part.Trip>()
    prefetching.relationshipKeyPathsForPrefetching = [\.items, \.tags]
    #expect(try context.fetch(prefetching).flatMap(\.items).count == 3)
  }

  @Test func partsHaveTheInversesOfTheStore() throws {
    let context = try read(Both.Trip.self, isForeign: true)
    let schema = context.container.schema
    #expect(schema.entitiesByName["Item"]?.relationshipsByName["trip"]?.inverseName == "items")
    let items = try context.fetch(FetchDescriptor<Both.Item>())
    #expect(items.compactMap { $0.trip?.budget }.sorted() == [50, 100, 100])
    for item in items { #expect(item.trip?.items.contains(item) == true) }
  }

  @Test(arguments: [true, false])
  func partsAreReadOnly(isForeign: Bool) throws {
    let context = try read(Part.Trip.self, isForeign: isForeign)
    let before = try store.contents()
    try context.fetch(FetchDescriptor<Part.Trip>())[0].name = "Sea"
    let error = #expect(throws: SwiftDataError.storeIsReadOnly) { try context.save() }
    #expect(text(error).contains("readsPartOfStore"), "\(text(error))")
    #expect(throws: SwiftDataError.storeIsReadOnly) { try context.container.erase() }
    #expect(try store.contents() == before)
    #expect(context.container.configurations.first?.debugDescription.contains("read only") == true)
  }

  /// Rows of an omitted subclass are read as rows of its base class.
  @Test func partsIncludeRowsOfOmittedSubclasses() throws {
    let context = try read(Animals.Another.self, isForeign: true)
    let animals = try context.fetch(
      FetchDescriptor<Animals.Animal>(sortBy: [SortDescriptor(\.name)]))
    #expect(animals.map(\.name) == ["Ada", "Rex", "Tom"])
    let others = try read(Animals.Another.self).fetch(FetchDescriptor<Animals.Another>())
    #expect(others.map(\.animal?.name) == ["Rex"])
    let rex = try #require(others.first?.animal?.persistentModelID)
    #expect(try context.fetchCount(FetchDescriptor<Animals.Animal>()) == 3)
    let again = ModelContext(context.container)
    #expect((again.model(for: rex) as? Animals.Animal)?.name == "Rex")
  }

  @Test func aSubclassCanBeReadAlone() throws {
    let dogs = try read(Dogs.Dog.self, isForeign: true)
      .fetch(FetchDescriptor<Dogs.Dog>(sortBy: [SortDescriptor(\.name)]))
    #expect(dogs.map(\.name) == ["Ada", "Rex"])
    #expect(dogs.map(\.tricks) == [5, 3])
  }

  @Test func theHistoryContainsOnlyDeclaredEntities() throws {
    let context = try read(Part.Item.self, isForeign: true)
    let changes = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .flatMap(\.changes)
    #expect(changes.count == 3)
    #expect(changes.allSatisfy { $0.changedPersistentIdentifier.entityName == "Item" })
  }

  @Test func modelsThatAreNotAPartAreRefused() throws {
    try store.makeForeign()
    let before = try store.contents()
    let error = #expect(throws: SwiftDataError.storeSchemaMismatch) {
      _ = try read(Others.Trip.self)
    }
    #expect(
      text(error).contains(
        "Trip differs: name is string in the store and integer64 here; note is optional in the store "
          + "only."), "\(text(error))")
    try store.setModelCache(nil)
    let unknown = #expect(throws: SwiftDataError.storeSchemaMismatch) {
      _ = try read(Part.Trip.self)
    }
    #expect(text(unknown).contains("no archived model"), "\(text(unknown))")
    try store.setModelCache(before["Z_MODELCACHE"]?.first?.first?.blob)
    #expect(try store.contents() == before)
  }

  @Test func equalityComparesPartAndMirrorOptions() {
    let configuration = ModelConfiguration(url: store.url)
    var part = configuration
    part.readsPartOfStore = true
    var mirrored = configuration
    mirrored.allowsSavingMirroredStore = true
    #expect(part != configuration)
    #expect(mirrored != configuration)
    #expect(part != mirrored)
  }

  /// If the store is missing, no file is created.
  @Test func missingStoresAreNotCreated() throws {
    let other = try StoreFixture()
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      _ = try other.open(Schema([Part.Trip.self])) { $0.readsPartOfStore = true }
    }
    #expect(try other.filesBeside().isEmpty)
  }

  @Test func partsAreReadBesideOtherStores() throws {
    let other = try StoreFixture()
    var part = ModelConfiguration("part", schema: Schema([Part.Trip.self]), url: store.url)
    part.readsPartOfStore = true
    let container = try ModelContainer(
      for: Schema([Part.Trip.self, Dogs.Dog.self]),
      configurations: part,
      ModelConfiguration("dogs", schema: Schema([Dogs.Dog.self]), url: other.url))
    let context = ModelContext(container)
    context.insert(Dogs.Dog())
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Part.Trip>()) == 2)
    #expect(try context.fetchCount(FetchDescriptor<Dogs.Dog>()) == 1)
  }

  @Test func migrationsOfOtherStoresLeavePartsUnchanged() throws {
    let other = try StoreFixture()
    let old = try other.open(Schema([Dogs.Dog.self]))
    old.insert(Dogs.Dog())
    try old.save()
    let before = try store.contents()
    var part = ModelConfiguration("part", schema: Schema([Both.Trip.self]), url: store.url)
    part.readsPartOfStore = true
    let container = try ModelContainer(
      for: Schema([Both.Trip.self, Named.Dog.self]),
      configurations: part,
      ModelConfiguration("dogs", schema: Schema([Named.Dog.self]), url: other.url))
    let context = ModelContext(container)
    #expect(try context.fetch(FetchDescriptor<Named.Dog>()).map(\.nickname) == [nil])
    #expect(try context.fetch(FetchDescriptor<Both.Item>()).compactMap(\.trip).count == 3)
    #expect(try store.contents() == before)
  }
}
