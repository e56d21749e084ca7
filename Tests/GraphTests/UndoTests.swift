import Foundation
import OpenSwiftData
import Testing

#if !canImport(Darwin)
  typealias UndoManager = OpenSwiftData.UndoManager
#endif

/// Undo and redo of what a context does.
@Suite("Undo")
struct UndoTests {
  @Test(arguments: Backend.available)
  func valuesGoBackAndForthByStep(_ backend: Backend) throws {
    let store = try TestStore(backend, GraphSchema.models)
    let context = store.makeContext()
    let manager = UndoManager()
    context.undoManager = manager
    let trip = Trip(name: "a")
    context.insert(trip)
    context.processPendingChanges()
    trip.name = "b"
    trip.name = "c"
    context.processPendingChanges()
    trip.name = "d"
    try context.save()
    trip.name = "e"
    for name in ["d", "c", "a"] {
      manager.undo()
      #expect(trip.name == name)
    }
    manager.undo()
    #expect(trip.modelContext == nil || trip.isDeleted)
    #expect(!manager.canUndo)
    for name in ["a", "c", "d", "e"] {
      manager.redo()
      #expect(trip.name == name)
    }
    #expect(!manager.canRedo)
    #expect(trip.modelContext === context && !trip.isDeleted)
    try context.save()
    #expect(try store.makeContext().fetch(FetchDescriptor<Trip>()).map(\.name) == ["e"])
  }

  @Test(arguments: Backend.available)
  func relationsComeBack(_ backend: Backend) throws {
    let store = try TestStore(backend, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    trip.items = [Item(title: "a"), Item(title: "b")]
    context.insert(trip)
    try context.save()
    let manager = UndoManager()
    context.undoManager = manager
    let items = trip.items
    trip.items.removeFirst()
    context.processPendingChanges()
    items[1].trip = nil
    context.processPendingChanges()
    trip.items = [Item(title: "c")] + items
    #expect(trip.items.count == 3)
    manager.undo()
    #expect(trip.items.isEmpty)
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 2)
    manager.undo()
    #expect(trip.items == [items[1]])
    manager.undo()
    #expect(trip.items == items)
    #expect(items.allSatisfy { $0.trip === trip })
    manager.redo()
    #expect(trip.items == [items[1]])
    #expect(items[0].trip == nil)
  }

  @Test(arguments: Backend.available)
  func deletedModelsComeBackWithTheirMembers(_ backend: Backend) throws {
    let store = try TestStore(backend, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    trip.items = [Item(title: "a"), Item(title: "b")]
    context.insert(trip)
    try context.save()
    let manager = UndoManager()
    context.undoManager = manager
    context.delete(trip)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 0)
    manager.undo()
    #expect(trip.items.map(\.title) == ["a", "b"])
    try context.save()
    let other = try store.makeReopenedContext()
    let read = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
    #expect(read.items.map(\.title) == ["a", "b"])
    manager.redo()
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Trip>()) == 0)
  }

  @Test(arguments: Backend.available)
  func membersDeletedBeforeTheirOwnerStayDeleted(_ backend: Backend) throws {
    let store = try TestStore(backend, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    trip.items = [Item(title: "a"), Item(title: "b")]
    context.insert(trip)
    try context.save()
    let manager = UndoManager()
    context.undoManager = manager
    let first = trip.items[0]
    context.delete(first)
    context.processPendingChanges()
    context.delete(trip)
    manager.undo()
    #expect(!trip.isDeleted)
    #expect(first.isDeleted)
    try context.save()
    #expect(trip.items.map(\.title) == ["b"])
  }

  @Test func rollbackLeavesNothingToUndo() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    let context = store.makeContext()
    let manager = UndoManager()
    context.undoManager = manager
    context.insert(Trip(name: "Alps"))
    context.rollback()
    #expect(!manager.canUndo)
  }

  @Test func theManagerKeepsNoContextAlive() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    let manager = UndoManager()
    weak var weakContext: ModelContext?
    do {
      let context = store.makeContext()
      weakContext = context
      context.undoManager = manager
      context.insert(Trip(name: "Alps"))
      try context.save()
    }
    #expect(weakContext == nil)
    manager.undo()
  }
}
