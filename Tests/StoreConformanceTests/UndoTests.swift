import Foundation
import OpenSwiftData
import Testing

#if !canImport(Darwin)
  typealias UndoManager = OpenSwiftData.UndoManager
#endif

/// Undo and redo of changes in a context.
@Suite("Undo")
struct UndoTests {
  @Test(arguments: TestedStore.all)
  func undoAndRedoRestoreValuesByStep(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
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
    #expect(trip.modelContext === context)
    #expect(!trip.isDeleted)
    try context.save()
    #expect(try store.makeContext().fetch(FetchDescriptor<Trip>()).map(\.name) == ["e"])
  }

  @Test(arguments: TestedStore.all)
  func undoRestoresRelationships(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
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

  @Test(arguments: TestedStore.all)
  func undoRestoresDeletedModelsWithTheirMembers(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
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

  @Test(arguments: TestedStore.all)
  func membersDeletedBeforeTheirOwnerStayDeleted(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
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

  /// Models that a cascade deletes may not be loaded, and have other relationships to restore.
  @Test(arguments: TestedStore.all)
  func undoRestoresModelsDeletedByACascade(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models + UniqueSchema.models)
    do {
      let context = store.makeContext()
      let box = CardBox(name: "s")
      box.cards = ["a", "b"].map { Card(code: $0, number: 1) }
      for card in box.cards { card.note = "note of \(card.code)" }
      context.insert(box)
      box.cards[0].marks = [Mark(name: "m")]
      let root = Folder(name: "0")
      context.insert(root)
      let child = Folder(name: "1", parent: root)
      context.insert(Folder(name: "2", parent: child))
      try context.save()
    }
    let context = store.makeContext()
    let manager = UndoManager()
    context.undoManager = manager
    do {
      let box = try #require(try context.fetch(FetchDescriptor<CardBox>()).first)
      let isRoot = #Predicate<Folder> { $0.name == "0" }
      let root = try #require(try context.fetch(FetchDescriptor<Folder>(predicate: isRoot)).first)
      context.delete(box)
      context.delete(root)
    }
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Card>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<Folder>()) == 0)
    manager.undo()
    try context.save()
    let last = try store.makeReopenedContext()
    let cards = try last.fetch(FetchDescriptor<Card>(sortBy: [SortDescriptor(\.code)]))
    #expect(cards.map(\.note) == ["note of a", "note of b"])
    #expect(cards.map { $0.box?.name } == ["s", "s"])
    #expect(cards.map { $0.marks.map(\.name) } == [["m"], []])
    let folders = try last.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)]))
    #expect(folders.map { $0.parent?.name } == [nil, "0", "1"])
  }

  @Test(arguments: TestedStore.all)
  func rollbackLeavesNothingToUndo(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let manager = UndoManager()
    context.undoManager = manager
    context.insert(Trip(name: "Alps"))
    context.rollback()
    #expect(!manager.canUndo)
  }

  @Test(arguments: TestedStore.all)
  func theUndoManagerDoesNotKeepContextsAlive(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
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
