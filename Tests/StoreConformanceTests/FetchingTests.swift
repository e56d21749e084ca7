import Foundation
import OpenSwiftData
import Testing

@Suite("Fetching in parts")
struct FetchingTests {
  @Test(arguments: TestedStore.all)
  func unfetchedPropertiesAreReadWhenUsed(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let saved = try store.makeContext().saveNotes([1])[0]
    let context = store.makeContext()
    var descriptor = FetchDescriptor<Note>()
    descriptor.propertiesToFetch = [\.title]
    let note = try #require(try context.fetch(descriptor).first)
    #expect(note.title == "note 1")
    #expect(note.token == saved.token)
    #expect(note.code == 1)
    #expect(note.createdAt == saved.createdAt)
    #expect(!context.hasChanges)
  }

  @Test(arguments: TestedStore.all)
  func changesToPartlyFetchedModelsKeepOtherProperties(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let saved = try store.makeContext().saveNotes([1])[0]
    let context = store.makeContext()
    var descriptor = FetchDescriptor<Note>()
    descriptor.propertiesToFetch = [\.code]
    let note = try #require(try context.fetch(descriptor).first)
    note.body = "changed"
    try context.save()
    let read = try #require(try store.makeContext().note(1))
    #expect(read.body == "changed")
    #expect(read.title == "note 1")
    #expect(read.token == saved.token)
  }

  @Test(arguments: TestedStore.all)
  func batchesReturnEveryModelInOrder(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes((0..<1_000).reversed())
    let context = store.makeContext()
    var descriptor = FetchDescriptor<Note>(
      predicate: #Predicate { $0.code >= 100 }, sortBy: [SortDescriptor(\.code)])
    descriptor.includePendingChanges = false
    let notes = try context.fetch(descriptor, batchSize: 64)
    #expect(notes.count == 900)
    #expect(notes.map(\.code) == Array(100..<1_000))
    #expect(notes[899].code == 999)
    #expect(notes[0].code == 100)
    descriptor.fetchLimit = 10
    descriptor.fetchOffset = 5
    #expect(try context.fetch(descriptor, batchSize: 3).map(\.code) == Array(105..<115))
    let identifiers = try context.fetchIdentifiers(descriptor, batchSize: 3)
    #expect(try Array(identifiers) == context.fetchIdentifiers(descriptor))
  }

  @Test(arguments: TestedStore.all)
  func aBatchedFetchRefusesPendingChanges(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
      try context.fetch(FetchDescriptor<Note>(), batchSize: 10)
    }
    #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
      try context.fetchIdentifiers(FetchDescriptor<Note>(), batchSize: 10)
    }
  }

  @Test(arguments: TestedStore.supporting(.rowsInBatches))
  func batchesReadDeletedRowsAsEmpty(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(1...20)
    var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)])
    descriptor.includePendingChanges = false
    let context = store.makeContext()
    let notes = try context.fetch(descriptor, batchSize: 10)
    #expect(notes[0].code == 1)
    let other = store.makeContext()
    try other.delete(model: Note.self, where: #Predicate { $0.code > 10 && $0.code != 15 })
    try other.save()
    try #require(notes.count == 20)
    #expect(notes[14].code == 15)
    #expect(notes[19].code == 0)
    #expect(notes[10].title.isEmpty)
  }

  @Test(arguments: TestedStore.all)
  func fetchedIdentifiersAreThoseOfTheModels(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    try context.saveNotes([3, 1, 2])
    let sorted = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)])
    let identifiers = try context.fetchIdentifiers(sorted)
    #expect(try identifiers == context.fetch(sorted).map(\.persistentModelID))
    context.insert(Note(code: 0))
    #expect(try context.fetchIdentifiers(sorted).count == 4)
    #expect(try context.fetchIdentifiers(sorted)[0].storeIdentifier == nil)
  }
}

@Suite("Enumeration")
struct EnumerationTests {
  @Test(arguments: TestedStore.all)
  func anEnumerationVisitsEveryModelInOrder(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(0..<100)
    var codes: [Int] = []
    try store.makeContext().enumerate(
      FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code, order: .reverse)]), batchSize: 7
    ) { codes.append($0.code) }
    #expect(codes == (0..<100).reversed())
  }

  /// The keys of some batches follow one another; other batches have gaps.
  ///
  /// Custom stores read everything first, so they are not tested.
  @Test(arguments: TestedStore.supporting(.queries))
  func anEnumerationSkipsDeletedModels(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let other = store.makeContext()
    try other.saveNotes(0..<60)
    for code in [0, 17, 18, 31, 59] { other.delete(try #require(try other.note(code))) }
    try other.save()
    for order in [SortOrder.forward, .reverse] {
      var codes: [Int] = []
      try store.makeContext().enumerate(
        FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code, order: order)]), batchSize: 6
      ) { note in
        if codes.isEmpty, let next = try other.note(order == .forward ? 40 : 20) {
          other.delete(next)
          try other.save()
        }
        codes.append(note.code)
      }
      let deleted = [0, 17, 18, 31, 40, 59] + (order == .reverse ? [20] : [])
      let expected = (0..<60).filter { !deleted.contains($0) }
      #expect(codes == (order == .forward ? expected : expected.reversed()))
    }
  }

  @Test(arguments: TestedStore.all)
  func anEnumerationHoldsOneBatchAtATime(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(0..<100)
    let context = store.makeContext()
    var identifiers: [PersistentIdentifier] = []
    var most = 0
    try context.enumerate(FetchDescriptor<Note>(), batchSize: 10) { note in
      identifiers.append(note.persistentModelID)
      let alive = identifiers.filter { (context.registeredModel(for: $0) as Note?) != nil }
      most = max(most, alive.count)
    }
    #expect(most <= 10)
  }

  @Test(arguments: TestedStore.all)
  func anEnumerationRefusesUnsavedChanges(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(0..<10)
    let context = store.makeContext()
    var visited = 0
    let error = #expect(throws: SwiftDataError.enumerationLeftChanges) {
      try context.enumerate(FetchDescriptor<Note>(), batchSize: 4) { note in
        note.title = "changed"
        visited += 1
      }
    }
    #expect(visited == 4)
    #expect(context.changedModelsArray.count == 4)
    #expect(error?.recoverySuggestion?.contains("allowEscapingMutations") == true)
  }

  /// The result includes an unsaved model, so all models are in memory and make one batch.
  @Test(arguments: TestedStore.all)
  func anEnumerationInMemoryRefusesUnsavedChanges(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    try context.saveNotes(0..<10)
    context.insert(Note(code: 11))
    var visited = 0
    #expect(throws: SwiftDataError.enumerationLeftChanges) {
      try context.enumerate(FetchDescriptor<Note>(), batchSize: 4) { note in
        note.title = "changed"
        visited += 1
      }
    }
    #expect(visited == 11)
  }

  @Test(arguments: TestedStore.all)
  func anEnumerationAllowsSavedOrEscapingChanges(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes(0..<10)
    let context = store.makeContext()
    try context.enumerate(FetchDescriptor<Note>(), batchSize: 4) { note in
      note.title = "saved"
      try context.save()
    }
    try context.enumerate(
      FetchDescriptor<Note>(), batchSize: 4, allowEscapingMutations: true
    ) { $0.body = "escaped" }
    #expect(context.changedModelsArray.count == 10)
    try context.save()
    let notes = try store.makeContext().fetch(FetchDescriptor<Note>())
    #expect(notes.allSatisfy { $0.title == "saved" && $0.body == "escaped" })
  }

  @Test(arguments: TestedStore.all)
  func anEnumerationRethrowsErrorsOfItsBlock(_ kind: TestedStore) throws {
    struct Stop: Error {}
    let context = try TestStore(kind, for: Note.self).makeContext()
    try context.saveNotes(0..<3)
    #expect(throws: Stop.self) {
      try context.enumerate(FetchDescriptor<Note>()) { _ in throw Stop() }
    }
  }
}
