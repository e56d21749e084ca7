import Foundation
import OpenSwiftData
import StoreTesting
import Testing

/// Containers of models that inherit from models; subclasses must be listed in the schema.
@Suite("Inheritance")
struct InheritanceTests {
  @Model class Trip {
    var name: String
    @Relationship(inverse: \Leg.trip) var legs: [Leg] = []
    init(name: String) { self.name = name }
  }
  @Model class BusinessTrip: Trip {
    var allowance = 0.0
    override init(name: String) { super.init(name: name) }
  }
  /// A subclass without stored properties, which needs no macro.
  final class Excursion: Trip { var guess = 7 }
  @Model final class Leg {
    var trip: Trip?
    init(trip: Trip? = nil) { self.trip = trip }
  }
  @Model final class Invoice {
    var trip: BusinessTrip?
    init() {}
  }
  /// Valid: the base class declares the inverse, so every `Proof` has a claim property.
  @Model final class Claim {
    @Relationship(inverse: \Proof.claim) var proofs: [Proof] = []
    init() {}
  }
  @Model class Proof {
    var claim: Claim?
    init() {}
  }
  /// Invalid: `Pad.proof` may be a proof of another class, which has no `pads`.
  @Model final class Stub: Proof {
    @Relationship(inverse: \Pad.proof) var pads: [Pad] = []
    override init() { super.init() }
  }
  @Model final class Pad {
    var proof: Proof?
    init() {}
  }
  /// A base class without properties.
  @Model class Anything { init() {} }
  @Model final class Something: Anything {
    var text = "some"
    override init() { super.init() }
  }

  private static let inMemory = ModelConfiguration(isStoredInMemoryOnly: true)

  @Test func aSchemaHasTheAncestorsOfItsModels() throws {
    let schema = Schema([BusinessTrip.self])
    #expect(schema.entity(for: BusinessTrip.self)?.superentityName == "Trip")
    #expect(Set(schema.entities.map(\.name)) == ["BusinessTrip", "Trip", "Leg"])
    #expect(Set(Schema([Trip.self]).entities.map(\.name)) == ["Trip", "Leg"])
    #expect(schema.entity(for: BusinessTrip.self)?.properties.map(\.name).count == 3)
    let container = try ModelContainer(for: schema, configurations: Self.inMemory)
    let context = ModelContext(container)
    context.insert(BusinessTrip(name: "b"))
    context.insert(Trip(name: "t"))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 2)
  }

  @Test func instancesOfUnlistedSubclassesAreRefused() throws {
    let container = try ModelContainer(for: Trip.self, configurations: Self.inMemory)
    for trip in [BusinessTrip(name: "b"), Excursion(name: "e")] as [Trip] {
      let context = ModelContext(container)
      context.insert(trip)
      let error = #expect(throws: SwiftDataError.self) { try context.save() }
      #expect(error == .unknownSchema)
      #expect(error?.description.contains("inherits from Trip") == true)
      let other = ModelContext(container)
      let leg = Leg(trip: trip)
      other.insert(leg)
      #expect(throws: SwiftDataError.unknownSchema) { try other.save() }
      let third = ModelContext(container)
      let stored = Leg()
      third.insert(stored)
      try third.save()
      stored.trip = trip
      #expect(throws: SwiftDataError.unknownSchema) { try third.save() }
    }
    let context = ModelContext(container)
    #expect(throws: SwiftDataError.unknownSchema) {
      try context.fetch(FetchDescriptor<BusinessTrip>())
    }
    #expect(throws: SwiftDataError.unknownSchema) { try context.delete(model: Excursion.self) }
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
  }

  @Test func aSubclassNeedsNoMacroIfItAddsNothing() throws {
    let container = try ModelContainer(
      for: Trip.self, Excursion.self, configurations: Self.inMemory)
    let context = ModelContext(container)
    let trip = Excursion(name: "e")
    trip.legs = [Leg()]
    context.insert(trip)
    try context.save()
    #expect(trip.persistentModelID.entityName == "Excursion")
    let found = try #require(
      try ModelContext(container).fetch(
        FetchDescriptor<Excursion>(predicate: #Predicate { $0.name == "e" })
      ).first)
    #expect((found.guess, found.legs.count) == (7, 1))
    #expect(found.legs.first?.trip === found)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Trip>()).first is Excursion)
  }

  @Test func aBaseNeedsNoProperties() throws {
    let container = try ModelContainer(
      for: Anything.self, Something.self, configurations: Self.inMemory)
    let context = ModelContext(container)
    context.insert(Anything())
    context.insert(Something())
    try context.save()
    let found = try ModelContext(container).fetch(FetchDescriptor<Anything>())
    #expect(found.compactMap { ($0 as? Something)?.text } == ["some"])
    #expect(found.count == 2)
  }

  @Test func inversesThatSomeInstancesLackAreRefused() throws {
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(for: Stub.self, configurations: Self.inMemory)
    }
    #expect(error == .unsupportedModel)
    #expect(error?.description.contains("refers to Proof") == true, "\(error?.description ?? "")")
    #expect(error?.recoverySuggestion != nil)
    // An inverse that the base class declares is valid for all subclasses.
    _ = try ModelContainer(for: Claim.self, Proof.self, configurations: Self.inMemory)
  }

  @Test func aClassHierarchyIsKeptInOneStore() throws {
    let folder = try TestFolder()
    let container = try ModelContainer(
      for: Schema([Invoice.self, Trip.self, BusinessTrip.self, Something.self]),
      configurations: [
        ModelConfiguration(
          "trips", schema: Schema([Trip.self, Invoice.self]), url: folder.file("a")),
        ModelConfiguration("rest", schema: nil, url: folder.file("b")),
      ])
    let context = ModelContext(container)
    let invoice = Invoice()
    invoice.trip = BusinessTrip(name: "b")
    context.insert(invoice)
    context.insert(Something())
    try context.save()
    let found = try ModelContext(container).fetch(FetchDescriptor<Trip>())
    #expect(found.map(\.name) == ["b"])
    #expect(found.first is BusinessTrip)
  }

  @Test func keyPathsOfASubclassReachInheritedProperties() throws {
    let context = ModelContext(
      try ModelContainer(for: BusinessTrip.self, configurations: Self.inMemory))
    let trip = BusinessTrip(name: "b")
    context.insert(trip)
    trip.setValue(forKey: \.name, to: "c")
    #expect(trip.getValue(forKey: \.name) == "c")
    trip.setValue(forKey: \.allowance, to: 3)
    #expect(trip.getValue(forKey: \.allowance) == 3)
    #expect(trip.allowance == 3)
    (trip as Trip).setValue(forKey: \.name, to: "d")
    #expect(trip.name == "d")
    let data = trip.persistentBackingData
    data.setValue(forKey: \.name, to: "e")
    #expect(trip.name == "e")
    try context.save()
    #expect(!trip.hasChanges)
  }

  @Test func observersReceiveChangesOfInheritedProperties() async throws {
    let container = try ModelContainer(for: BusinessTrip.self, configurations: Self.inMemory)
    let context = ModelContext(container)
    let trip = BusinessTrip(name: "b")
    context.insert(trip)
    try context.save()
    for change in [
      { trip.name = "c" }, { trip.allowance = 2 }, { trip.legs.append(Leg()) },
      { context.insert(Leg(trip: trip)) },
    ] {
      let told = Counter()
      withObservationTracking {
        _ = (trip.name, trip.allowance, trip.legs.count)
      } onChange: {
        told.add(1)
      }
      change()
      #expect(told.value == 1)
    }
    try context.save()
    let other = ModelContext(container)
    let told = Counter()
    withObservationTracking {
      _ = (trip as Trip).name
    } onChange: {
      told.add(1)
    }
    try #require(try other.fetch(FetchDescriptor<Trip>()).first).name = "z"
    try other.save()
    _ = try context.fetch(FetchDescriptor<Trip>())
    #expect(told.value == 1)
    #expect(trip.name == "z")
  }

  @Test func anIdentifierDoesNotChangeTheClassOfARow() throws {
    let container = try ModelContainer(for: BusinessTrip.self, configurations: Self.inMemory)
    let context = ModelContext(container)
    let trip = Trip(name: "t")
    context.insert(trip)
    try context.save()
    let store = try #require(trip.persistentModelID.storeIdentifier)
    // A made-up identifier: the row is of the base class.
    let wrong = try PersistentIdentifier.identifier(
      for: store, entityName: "BusinessTrip", primaryKey: 1)
    let other = ModelContext(container)
    let fault = other.model(for: wrong)
    #expect((fault as? BusinessTrip)?.name == "")
    let found = try other.fetch(FetchDescriptor<Trip>())
    #expect(found.map(\.name) == ["t"])
    #expect(!(found.first is BusinessTrip))
    #expect(try other.fetchCount(FetchDescriptor<BusinessTrip>()) == 0)
    let right = ModelContext(container)
    let work = BusinessTrip(name: "w")
    right.insert(work)
    try right.save()
    let general = try PersistentIdentifier.identifier(
      for: store, entityName: "Trip", primaryKey: 2)
    #expect(ModelContext(container).model(for: general) is BusinessTrip)
  }
}
