import Foundation
import OpenSwiftData
import Testing

/// Wagons of a train; deleting one deletes the next by cascade.
@Model final class Wagon {
  var number: Int
  @Relationship(deleteRule: .cascade, inverse: \Wagon.previous) var next: Wagon?
  var previous: Wagon?
  init(number: Int) { self.number = number }
}

/// A door that leads to a room, which has a door itself.
@Model final class Door {
  var number: Int
  @Relationship(deleteRule: .cascade, inverse: \Room.entrance) var room: Room?
  var owner: Room?
  init(number: Int) { self.number = number }
}

@Model final class Room {
  var number: Int
  var entrance: Door?
  @Relationship(deleteRule: .cascade, inverse: \Door.owner) var door: Door?
  init(number: Int) { self.number = number }
}

/// Delete rules that cascade along long chains of models.
@Suite("Cascades along chains")
struct CascadeChainTests {
  #if DEBUG
    private static let length = 20_000
  #else
    private static let length = 200_000
  #endif

  private static let models: [any PersistentModel.Type] = [Wagon.self, Door.self, Room.self]

  private func makeTrain(_ length: Int) -> Wagon {
    let head = Wagon(number: 0)
    var last = head
    for number in 1..<length {
      let wagon = Wagon(number: number)
      last.next = wagon
      last = wagon
    }
    return head
  }

  /// A chain that alternates between two classes.
  private func makeCorridor(_ length: Int) -> Door {
    let head = Door(number: 0)
    var last = head
    for number in 1..<length {
      let (room, door) = (Room(number: number), Door(number: number))
      last.room = room
      room.door = door
      last = door
    }
    return head
  }

  private func save(
    _ head: some PersistentModel, in store: TestStore
  ) throws -> ModelContext {
    let context = store.makeContext()
    context.insert(head)
    try context.save()
    return context
  }

  @Test func aLongChainIsDeletedWithItsHead() throws {
    let store = try TestStore(.memory, Self.models)
    let head = makeTrain(Self.length)
    let context = try save(head, in: store)
    context.delete(head)
    #expect(try context.fetchCount(FetchDescriptor<Wagon>()) == 0)
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Wagon>()) == 0)
  }

  @Test func anUnreadChainIsDeletedWithItsHead() throws {
    let store = try TestStore(.memory, Self.models)
    _ = try save(makeTrain(Self.length), in: store)
    let context = store.makeContext()
    let head = try context.fetch(
      FetchDescriptor<Wagon>(predicate: #Predicate { $0.number == 0 }))
    context.delete(head[0])
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Wagon>()) == 0)
  }

  @Test func aMixedChainIsDeletedWithItsHead() throws {
    let store = try TestStore(.memory, Self.models)
    let head = makeCorridor(Self.length / 20)
    let context = try save(head, in: store)
    context.delete(head)
    #expect(try context.fetchCount(FetchDescriptor<Room>()) == 0)
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Door>()) == 0)
  }

  @Test(arguments: [10, 1_000])
  func chainLengthDoesNotAffectStatementCounts(_ length: Int) throws {
    let store = try TestStore(.memory, Self.models, tracksHistory: false)
    let head = makeTrain(length)
    let context = try save(head, in: store)
    context.delete(head)
    let fetching = try countStatements(in: store.container) {
      _ = try context.fetchCount(FetchDescriptor<Wagon>())
    }
    #expect(fetching <= 3)
    let saving = try countStatements(in: store.container) { try context.save() }
    #expect(saving <= 16, "\(length)")
  }

  @Test func aCutChainKeepsItsRest() throws {
    let store = try TestStore(.memory, Self.models)
    let head = makeTrain(100)
    let context = try save(head, in: store)
    let wagons = try context.fetch(FetchDescriptor<Wagon>(sortBy: [SortDescriptor(\.number)]))
    wagons[49].next = nil
    wagons[29].next = wagons[70]
    context.delete(head)
    // The first thirty wagons are deleted, and those from number 70 on.
    #expect(try context.fetch(FetchDescriptor<Wagon>()).map(\.number) == Array(30..<70))
    try context.save()
    let reader = store.makeContext()
    #expect(try reader.fetch(FetchDescriptor<Wagon>()).map(\.number) == Array(30..<70))
  }

  @Test func aRingIsDeletedAsAWhole() throws {
    let store = try TestStore(.memory, Self.models)
    let head = makeTrain(50)
    let context = try save(head, in: store)
    let last = try context.fetch(
      FetchDescriptor<Wagon>(predicate: #Predicate { $0.number == 49 }))[0]
    last.next = head
    try context.save()
    context.delete(last)
    #expect(try context.fetchCount(FetchDescriptor<Wagon>()) == 0)
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Wagon>()) == 0)
  }
}
