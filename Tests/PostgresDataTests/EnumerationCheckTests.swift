import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// The CHECK constraints that limit the columns of a PostgreSQL store to enumeration cases.
@Suite("Checks of enumerations in a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct EnumerationCheckTests {
  private typealias Parcel = ParcelsV1.Parcel
  private let place: CheckedPlace

  init() throws { place = try CheckedPlace() }

  private static let names = [
    "parcel.label_cases", "parcel.rating_cases", "parcel.state_cases", "parcel.weight_cases",
  ]

  @Test func checksAreCreatedOnlyOnRequest() throws {
    _ = try place.open(ParcelsV1.self, checks: false)
    #expect(try place.constraints().isEmpty)
    let other = try CheckedPlace()
    _ = try other.open(ParcelsV1.self)
    #expect(try other.constraints() == Self.names)
  }

  @Test func checksRefuseOtherValues() throws {
    _ = try place.open(ParcelsV1.self)
    let values = [
      "state": "'sent'", "rating": "2", "weight": "0.5", "label": "'it''s \u{E9}'",
      // Another spelling of the same characters.
      "label ": "'it''s e\u{301}'", "state ": "NULL", "rating ": "NULL",
      // The cases of these types are unknown.
      "mark": "'nonsense'", "detail_kind_kind": "'nonsense'",
    ]
    for (column, value) in values { try place.insert(column, value) }
    let others = ["state": "'lost'", "rating": "0", "weight": "0.25", "label": "'e'"]
    for (column, value) in others {
      let error = try #require(throws: SQLError.self) { try place.insert(column, value) }
      #expect(error.kind == .checkViolation)
    }
  }

  @Test func checksAllowEachCase() throws {
    let container = try place.open(ParcelsV1.self)
    let context = ModelContext(container)
    for state in ParcelsV1.State.allCases {
      for rating in [nil] + ParcelsV1.Rating.allCases.map(Optional.some) {
        context.insert(Parcel(state: state, rating: rating))
      }
    }
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Parcel>()) == 9)
  }

  @Test func checksAreAddedToAnExistingStore() throws {
    _ = try place.open(ParcelsV1.self, checks: false)
    try place.insert("state", "'sent'")
    _ = try place.open(ParcelsV1.self)
    #expect(try place.constraints() == Self.names)
    // The same constraints remain, so no program waits for them again.
    let numbers = try place.numbers()
    _ = try place.open(ParcelsV1.self)
    #expect(try place.numbers() == numbers)
  }

  @Test func checksAreNotCreatedOverInvalidRows() throws {
    _ = try place.open(ParcelsV1.self, checks: false)
    try place.insert("state", "'lost'")
    try place.insert("state", "'burnt'")
    try place.insert("rating", "17")
    let error = try #require(throws: SwiftDataError.self) { try place.open(ParcelsV1.self) }
    #expect(error == .loadIssueModelContainer)
    let text = "\(error)"
    #expect(text.contains("Parcel.state: \"burnt\", \"lost\""), "\(text)")
    #expect(text.contains("Parcel.rating: \"17\""), "\(text)")
    #expect(try place.constraints().isEmpty)
    _ = try place.open(ParcelsV1.self, checks: false)
  }

  @Test func checksStayWhenNoLongerRequested() throws {
    _ = try place.open(ParcelsV1.self)
    _ = try place.open(ParcelsV1.self, checks: false)
    #expect(try place.constraints() == Self.names)
  }

  /// The cases are not part of a model's version hash.
  @Test func checksFollowChangedCases() throws {
    _ = try place.open(ParcelsV1.self)
    let container = try place.open(MoreStates.self)
    let context = ModelContext(container)
    context.insert(MoreStates.Parcel(state: .lost))
    try context.save()
    let error = try #require(throws: SwiftDataError.self) { try place.open(ParcelsV1.self) }
    #expect("\(error)".contains("Parcel.state: \"lost\""))
    // The existing check is unchanged, and still allows the value.
    try place.insert("state", "'lost'")
  }

  @Test func errorsNameTheRefusedProperty() throws {
    let container = try place.open(Unlisted.self)
    let context = ModelContext(container)
    context.insert(Unlisted.Parcel(state: .ready))
    try context.save()
    let hidden = Unlisted.Parcel(state: .hidden)
    context.insert(hidden)
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect(error.entity == "Parcel")
    #expect("\(error)".contains("Parcel.state"), "\(error)")
    hidden.state = .ready
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Unlisted.Parcel>()) == 2)
  }

  @Test func checksCoverAllModelsOfATable() throws {
    _ = try place.open(Inherited.self)
    let context = ModelContext(try place.open(Inherited.self))
    context.insert(Inherited.Boat(use: .work, size: .small))
    context.insert(Inherited.Car(use: .leisure, size: .large))
    try context.save()
    #expect(
      try place.constraints() == [
        "vehicle.size_2_cases", "vehicle.size_cases", "vehicle.use_cases",
      ])
    for column in ["use", "size", "size_2"] {
      #expect(throws: SQLError.self) { try place.insert(column, "'none'", into: "vehicle") }
    }
  }

  @Test func concurrentOpensCreateChecksOnce() throws {
    _ = try place.open(ParcelsV1.self, checks: false)
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      do {
        let context = ModelContext(try place.open(ParcelsV1.self))
        context.insert(Parcel(state: .sent))
        try context.save()
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try place.constraints() == Self.names)
  }

  /// A role that may change rows but not tables uses a store that another role prepared.
  @Test func checksNeedRightsOnlyWhenCreated() throws {
    _ = try place.open(ParcelsV1.self, checks: false)
    let worker = try place.asWorker()
    let error = try #require(throws: SwiftDataError.self) { try worker.open(ParcelsV1.self) }
    #expect(error == .storeIsReadOnly)
    _ = try place.open(ParcelsV1.self)
    let context = ModelContext(try worker.open(ParcelsV1.self))
    context.insert(Parcel(state: .sent))
    try context.save()
  }

  @Test func checksAreRefusedForMappedAndShardedStores() throws {
    var configuration = place.configuration(checks: true)
    configuration.mapping = PostgresMapping()
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try ModelContainer(for: Schema([Parcel.self]), configurations: [configuration])
    }
    configuration.mapping = nil
    configuration.sharding = PostgresSharding(partitionCount: 2)
    let error = try #require(throws: SwiftDataError.self) {
      try ModelContainer(for: Schema([Parcel.self]), configurations: [configuration])
    }
    #expect(error == .storeCannotBeOpened)
    #expect("\(error)".contains("check enumerations"))
  }

  @Test func checksDistinguishConfigurations() {
    #expect(place.configuration(checks: true) != place.configuration(checks: false))
  }
}
