import Foundation
import SwiftData
import Testing

/// Notes 14 to 25: contexts.
@Suite("Contexts")
struct ContextSemanticsTests {
  @Test("14. autosaveEnabled is false by default, true for a container's mainContext.")
  @MainActor func mainContextAutosavesByDefault() throws {
    let container = try diary()
    #expect(container.mainContext.autosaveEnabled)
    #expect(!ModelContext(container).autosaveEnabled)
  }

  @Test(
    """
    15. insert gives a temporary identifier; the first save makes it permanent. delete of an unsaved \
    model discards it.
    """)
  func identifiersBecomePermanent() throws {
    let context = ModelContext(try diary())
    let entry = Entry("Kyoto")
    context.insert(entry)
    let temporary = entry.persistentModelID
    #expect(temporary.storeIdentifier == nil)
    try context.save()
    #expect(entry.persistentModelID.storeIdentifier != nil)
    #expect(entry.persistentModelID != temporary)
    let discarded = Entry("nothing")
    context.insert(discarded)
    context.delete(discarded)
    #expect(!context.hasChanges)
    try context.save()
    #expect(try context.all(Entry.self).map(\.title) == ["Kyoto"])
  }

  @Test(
    """
    16. rollback drops pending inserts and deletes, restores changed models to the last committed state, \
    and empties the undo stack. transaction(block:) runs the block, then saves.
    """)
  func rollbackRestoresAndTransactionSaves() throws {
    let container = try diary()
    let context = ModelContext(container)
    let undo = UndoManager()
    context.undoManager = undo
    try context.transaction {
      context.insert(Entry("a"))
      context.insert(Entry("b"))
    }
    #expect(!context.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 2)
    let entries = try context.all(Entry.self)
    entries[0].text = "changed"
    context.delete(entries[1])
    context.insert(Entry("c"))
    context.processPendingChanges()
    context.rollback()
    #expect(!undo.canUndo)
    #expect(try context.all(Entry.self).map(\.title) == ["a", "b"])
    #expect(entries[0].text == "")
  }

  @Test(
    """
    17. save: no userInfo in willSave; didSave carries inserted, updated and deleted identifiers by \
    NotificationKey.
    """)
  func notificationsCarryIdentifiers() throws {
    let context = ModelContext(try diary())
    let seen = Received()
    let center = NotificationCenter.default
    let tokens = [
      center.addObserver(forName: ModelContext.willSave, object: context, queue: nil) {
        seen.will.append($0.userInfo?.count ?? 0)
      },
      center.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
        seen.inserted.append(Received.identifiers(.insertedIdentifiers, $0))
        seen.updated.append(Received.identifiers(.updatedIdentifiers, $0))
        seen.deleted.append(Received.identifiers(.deletedIdentifiers, $0))
      },
    ]
    defer { tokens.forEach(center.removeObserver) }
    let entry = Entry("Kyoto")
    context.insert(entry)
    #expect(context.hasChanges)
    try context.save()
    let identifier = entry.persistentModelID
    entry.text = "changed"
    try context.save()
    context.delete(entry)
    try context.save()
    #expect(seen.will == [0, 0, 0])
    #expect(seen.inserted == [[identifier], [], []])
    #expect(seen.updated == [[], [identifier], []])
    #expect(seen.deleted == [[], [], [identifier]])
  }

  @Test(
    """
    18. processPendingChanges lets the undo manager record the changes so far; undoManager is nil by \
    default.
    """)
  func pendingChangesAreRecorded() throws {
    let context = ModelContext(try diary())
    #expect(context.undoManager == nil)
    let undo = UndoManager()
    context.undoManager = undo
    let entry = Entry("Kyoto", text: "old")
    context.insert(entry)
    context.processPendingChanges()
    entry.text = "new"
    context.processPendingChanges()
    undo.undo()
    #expect(entry.text == "old")
    undo.redo()
    #expect(entry.text == "new")
  }

  @Test(
    """
    19. After delete and before save: isDeleted is true, the model is in deletedModelsArray, modelContext \
    is not nil; after save: isDeleted is false again, modelContext is nil.
    """)
  func deletedModelsLeaveTheirContextOnSave() throws {
    let context = ModelContext(try diary())
    let entry = Entry("Kyoto")
    context.insert(entry)
    try context.save()
    context.delete(entry)
    #expect(entry.isDeleted)
    #expect(context.deletedModelsArray.count == 1)
    #expect(entry.modelContext === context)
    try context.save()
    #expect(!entry.isDeleted)
    #expect(entry.modelContext == nil)
  }

  @Test(
    """
    20. model(for:): the known model, else one that carries that identifier, never nil. \
    registeredModel(for:): nil when unknown.
    """)
  func modelsAreFoundByIdentifier() throws {
    let container = try diary()
    let context = ModelContext(container)
    let entry = Entry("Kyoto")
    context.insert(entry)
    try context.save()
    let identifier = entry.persistentModelID
    #expect(context.model(for: identifier) === entry)
    let other = ModelContext(container)
    let unknown: Entry? = other.registeredModel(for: identifier)
    #expect(unknown == nil)
    let model = try #require(other.model(for: identifier) as? Entry)
    #expect(model.persistentModelID == identifier)
    #expect(model.title == "Kyoto")
    let known: Entry? = other.registeredModel(for: identifier)
    #expect(known === model)
  }

  @Test(
    """
    21. fetch: includePendingChanges is true by default; with a batch size that is an error. Identifiers \
    may be sorted with pending changes. propertiesToFetch empty means all; others fault in on access.
    """)
  func fetchIncludesPendingChanges() throws {
    let container = try diary()
    let context = ModelContext(container)
    context.insert(Entry("b", text: "two"))
    try context.save()
    context.insert(Entry("a", text: "one"))
    var descriptor = FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.title)])
    #expect(descriptor.includePendingChanges)
    #expect(try context.fetch(descriptor).map(\.title) == ["a", "b"])
    #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
      try context.fetch(descriptor, batchSize: 10)
    }
    #expect(try context.fetchIdentifiers(descriptor).count == 2)
    try context.save()
    descriptor.propertiesToFetch = [\.title]
    #expect(try ModelContext(container).fetch(descriptor).map(\.text) == ["one", "two"])
  }

  @Test(
    """
    22. enumerate: batches of 5000; throws when the context is dirty after a batch unless \
    allowEscapingMutations.
    """)
  func enumerationRefusesUnsavedChanges() throws {
    let context = ModelContext(try diary())
    for index in 0..<20 { context.insert(Photo("\(index)")) }
    try context.save()
    var names: [String] = []
    try context.enumerate(FetchDescriptor<Photo>(), batchSize: 6) { names.append($0.name) }
    #expect(names.count == 20)
    var count = 0
    #expect(throws: SwiftDataError.enumerationLeftChanges) {
      try context.enumerate(FetchDescriptor<Photo>(), batchSize: 6) {
        $0.name += "!"
        count += 1
      }
    }
    #expect(count == 6)
    context.rollback()
    try context.enumerate(FetchDescriptor<Photo>(), batchSize: 6, allowEscapingMutations: true) {
      $0.name += "!"
    }
    #expect(context.hasChanges)
    for index in 20..<5_001 { context.insert(Photo("\(index)")) }
    try context.save()
    count = 0
    #expect(throws: SwiftDataError.enumerationLeftChanges) {
      try context.enumerate(FetchDescriptor<Photo>()) {
        if count == 0 { $0.name += "?" }
        count += 1
      }
    }
    #expect(count == 5_000)
  }

  @Test(
    """
    23. delete(model:where:includeSubclasses:): removal at the next save; cascade rules apply.
    """)
  func batchDeletionHappensAtTheNextSave() throws {
    let container = try diary()
    let context = ModelContext(container)
    let entry = Entry("Kyoto")
    context.insert(entry)
    entry.photos = [Photo("p")]
    context.insert(Entry("Nara"))
    try context.save()
    try context.delete(model: Entry.self, where: #Predicate { $0.title == "Kyoto" })
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 2)
    try context.save()
    let other = ModelContext(container)
    #expect(try other.all(Entry.self).map(\.title) == ["Nara"])
    #expect(try other.fetchCount(FetchDescriptor<Photo>()) == 0)
  }

  @Test(
    """
    24. Decoded identifiers and ones made by the default store are not considered equal by Apple's; here \
    one that was decoded is equal to the one that was encoded.
    """)
  func decodedIdentifiersAreEqual() throws {
    let context = ModelContext(try diary())
    let entry = Entry("Kyoto")
    context.insert(entry)
    try context.save()
    let coded = try JSONEncoder().encode(entry.persistentModelID)
    let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: coded)
    #expect(decoded == entry.persistentModelID)
    #expect(decoded.id == entry.persistentModelID.id)
    #expect(context.model(for: decoded) === entry)
  }

  @Test("25. A container has at least one configuration; if none is given one is made.")
  func containersHaveAConfiguration() throws {
    let schema = Schema([Entry.self])
    #expect(ModelConfiguration(schema: schema).name == "default")
    let url = ModelConfiguration(schema: schema).url
    #expect(url.lastPathComponent == "default.store")
    #expect(try diary().configurations.count == 1)
  }
}

/// The contents of received notifications.
private final class Received: @unchecked Sendable {
  var will: [Int] = []
  /// The identifiers of each save.
  var inserted: [[PersistentIdentifier]] = []
  var updated: [[PersistentIdentifier]] = []
  var deleted: [[PersistentIdentifier]] = []

  static func identifiers(
    _ key: ModelContext.NotificationKey, _ notification: Notification
  ) -> [PersistentIdentifier] {
    notification.userInfo?[key.rawValue] as? [PersistentIdentifier] ?? []
  }
}
