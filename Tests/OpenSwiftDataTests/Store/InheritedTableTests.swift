import CoreDataFormat
import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import StoreTesting
import Testing

@Model
class Landmark {
  var name: String
  var photo: LandmarkPhoto?
  init(name: String) { self.name = name }
}

@Model
class Tower: Landmark {
  #Index<Tower>([\.height], [\.name, \.height])
  @Attribute(.unique) var height: Int
  init(name: String, height: Int) {
    self.height = height
    super.init(name: name)
  }
}

@Model
final class ClockTower: Tower {
  var bells: Int = 1
  init(name: String, height: Int, bells: Int) {
    self.bells = bells
    super.init(name: name, height: height)
  }
}

@Model
final class LandmarkPhoto {
  var title: String
  @Relationship(inverse: \Landmark.photo) var landmark: Landmark?
  init(title: String) { self.title = title }
}

@Model
final class Warden {
  var name: String
  var tower: Tower?
  init(name: String) { self.name = name }
}

/// All classes of an inheritance tree share one table: `Z` + upper-cased name of the root entity.
@Suite("Tables of trees")
struct InheritedTableTests {
  private static let models: [any PersistentModel.Type] = [
    Landmark.self, Tower.self, ClockTower.self, LandmarkPhoto.self, Warden.self,
  ]

  private let store: TestStore
  private let context: ModelContext

  init() throws {
    store = try TestStore(.file, Self.models)
    context = store.makeContext()
  }

  private func rows(_ query: String) throws -> [[SQLValue]] {
    let url = try #require(store.url)
    return try SQLiteConnection(path: url.path, mode: .readOnly).rows(query)
  }

  @Test func tablesHaveTheShapeOfCoreData() throws {
    let create = try rows("SELECT sql FROM sqlite_master WHERE name = 'ZLANDMARK'")
    #expect(
      create.first?.first
        == .text(
          "CREATE TABLE ZLANDMARK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
            + "ZPHOTO INTEGER, ZHEIGHT INTEGER, ZBELLS INTEGER, ZNAME VARCHAR )"))
    #expect(
      try rows("SELECT sql FROM sqlite_master WHERE name = 'ZLANDMARKPHOTO'").first?.first
        == .text(
          "CREATE TABLE ZLANDMARKPHOTO ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
            + "ZLANDMARK INTEGER, Z1_LANDMARK INTEGER, ZTITLE VARCHAR )"))
    #expect(try rows("SELECT name FROM sqlite_master WHERE name = 'ZTOWER'").isEmpty)
    #expect(
      try rows("SELECT name FROM sqlite_master WHERE name LIKE 'Z_Tower%' ORDER BY 1").map { $0[0] }
        == [
          .text("Z_Tower_SwiftDataIndexOnBinaryheight"),
          .text("Z_Tower_SwiftDataIndexOnBinarynameheight"), .text("Z_Tower_UNIQUE_height"),
        ])
    // `Z_ENT` numbers entities depth-first in pre-order; `Z_SUPER` is the parent's `Z_ENT`, or 0.
    let keys = try rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY 1")
    #expect(
      keys == [
        [.integer(1), .text("Landmark"), .integer(0)], [.integer(2), .text("Tower"), .integer(1)],
        [.integer(3), .text("ClockTower"), .integer(2)],
        [.integer(4), .text("LandmarkPhoto"), .integer(0)],
        [.integer(5), .text("Warden"), .integer(0)],
      ])
  }

  @Test func rowsHoldTheirEntityNumbers() throws {
    let photo = LandmarkPhoto(title: "p")
    context.insert(photo)
    context.insert(Landmark(name: "l"))
    let clock = ClockTower(name: "c", height: 9, bells: 4)
    context.insert(clock)
    context.insert(Tower(name: "t", height: 5))
    photo.landmark = clock
    try context.save()
    let stored = try rows(
      "SELECT Z_ENT, ZNAME, ZHEIGHT, ZBELLS, Z_OPT FROM ZLANDMARK ORDER BY Z_ENT")
    #expect(
      stored == [
        [.integer(1), .text("l"), .null, .null, .integer(1)],
        [.integer(2), .text("t"), .integer(5), .null, .integer(1)],
        [.integer(3), .text("c"), .integer(9), .integer(4), .integer(1)],
      ])
    // A to-one relationship to an entity with subentities also stores the row's actual `Z_ENT`.
    let end = "SELECT ZLANDMARK IS NULL, Z1_LANDMARK FROM ZLANDMARKPHOTO"
    #expect(try rows(end) == [[.integer(0), .integer(3)]])
    photo.landmark = try context.fetch(
      FetchDescriptor<Landmark>(predicate: #Predicate { $0.name == "l" })
    ).first
    try context.save()
    #expect(try rows(end) == [[.integer(0), .integer(1)]])
    context.delete(try #require(photo.landmark))
    try context.save()
    #expect(try rows(end) == [[.integer(1), .null]])
    // Only the root entity's row maintains `Z_MAX`.
    let highest = try rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 4 ORDER BY Z_ENT")
    #expect(highest == [[.integer(3)], [.integer(0)], [.integer(0)]])
    try StoreChecker(
      #require(store.url), Self.models,
      history: .whole
    ).check()
  }

  @Test func aFetchOfTheBaseIsOneStatement() throws {
    context.insert(ClockTower(name: "c", height: 9, bells: 4))
    context.insert(Landmark(name: "l"))
    try context.save()
    let other = store.makeContext()
    let texts = try statements(in: store.container) {
      let found = try other.fetch(FetchDescriptor<Landmark>(sortBy: [SortDescriptor(\.name)]))
      #expect((found[0] as? ClockTower)?.bells == 4)
      #expect((found[0] as? Tower)?.height == 9)
      #expect(found[1].name == "l")
    }
    #expect(
      texts == [
        "SELECT Z_PK, ZNAME, ZPHOTO, ZHEIGHT, ZBELLS, Z_ENT FROM ZLANDMARK WHERE Z_ENT IN (1, 2, 3) "
          + "ORDER BY ZNAME COLLATE swift, Z_PK"
      ], "\(texts)")
    let leaves = try statements(in: store.container) {
      _ = try store.makeContext().fetch(FetchDescriptor<ClockTower>())
    }
    #expect(
      leaves == [
        "SELECT Z_PK, ZNAME, ZPHOTO, ZHEIGHT, ZBELLS FROM ZLANDMARK WHERE Z_ENT IN (3) ORDER BY Z_PK"
      ], "\(leaves)")
  }

  @Test func historyChangesNameTheSubclasses() throws {
    let tower = Tower(name: "t", height: 5)
    let clock = ClockTower(name: "c", height: 9, bells: 4)
    context.insert(tower)
    context.insert(clock)
    try context.save()
    clock.name = "d"
    clock.bells = 5
    try context.save()
    context.delete(tower)
    try context.save()
    let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(history.map(\.changes.count) == [2, 1, 1])
    #expect(
      Set(history[0].changes.map(\.changedPersistentIdentifier.entityName))
        == ["Tower", "ClockTower"])
    guard case .update(let update as DefaultHistoryUpdate<ClockTower>)? = history[1].changes.first
    else {
      Issue.record("\(history[1].changes)")
      return
    }
    #expect(
      Set(update.updatedAttributes.map { $0 as AnyKeyPath }) == [
        \ClockTower.name, \ClockTower.bells,
      ])
    guard case .delete(_ as DefaultHistoryDelete<Tower>)? = history[2].changes.first else {
      Issue.record("\(history[2].changes)")
      return
    }
  }

  /// A damaged column references a row whose class does not match the property's type.
  @Test func rowsOfOtherClassesAreNotRelationshipTargets() throws {
    let tower = Tower(name: "t", height: 5)
    let warden = Warden(name: "w")
    for model in [Landmark(name: "l"), tower] { context.insert(model) }
    context.insert(warden)
    warden.tower = tower
    try context.save()
    let plain = try #require(try rows("SELECT Z_PK FROM ZLANDMARK WHERE Z_ENT = 1").first?.first)
    let damager = try SQLiteConnection(path: #require(store.url).path, mode: .readWrite)
    try damager.run("UPDATE ZWARDEN SET ZTOWER = ?", [plain])
    let other = store.makeContext()
    #expect(try other.fetch(FetchDescriptor<Warden>()).first?.tower == nil)
    let third = store.makeContext()
    let landmarks = try third.fetch(FetchDescriptor<Landmark>())
    #expect(landmarks.count == 2)
    #expect(try third.fetch(FetchDescriptor<Warden>()).first?.tower == nil)
    let alone = try store.makeContext().fetch(FetchDescriptor<Warden>())
    #expect(alone.first?.tower == nil)
  }

  @Test func rowsOfUnknownEntitiesAreNotFound() throws {
    for model in [Landmark(name: "l"), Tower(name: "t", height: 5), Tower(name: "u", height: 6)] {
      context.insert(model)
    }
    try context.save()
    let damager = try SQLiteConnection(path: #require(store.url).path, mode: .readWrite)
    try damager.run("UPDATE ZLANDMARK SET Z_ENT = 77 WHERE ZNAME = 't'")
    try damager.run("UPDATE ZLANDMARK SET Z_ENT = NULL WHERE ZNAME = 'u'")
    let other = store.makeContext()
    #expect(try other.fetch(FetchDescriptor<Landmark>()).map(\.name) == ["l"])
    #expect(try other.fetchCount(FetchDescriptor<Tower>()) == 0)
  }
}
