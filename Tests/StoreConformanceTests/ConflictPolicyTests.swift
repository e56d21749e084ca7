import Foundation
import Locks
import OpenSwiftData
import Testing

/// Saves that find changes by others, with the policy to fail.
@Suite("Conflict policy")
struct ConflictPolicyTests {
  /// Two contexts with the note 1, of which the first fails if there is a conflict.
  private struct Two {
    let store: TestStore
    let mine: ModelContext
    let theirs: ModelContext
    let note: Note
    let other: Note

    init(_ kind: TestedStore) throws {
      store = try TestStore(kind, for: Note.self)
      let first = try store.makeContext().saveNotes([1])[0]
      withExtendedLifetime(first) {}
      (mine, theirs) = (store.makeContext(), store.makeContext())
      mine.conflictPolicy = .fail
      note = try #require(try mine.note(1))
      other = try #require(try theirs.note(1))
    }

    func stored() throws -> Note? { try store.makeContext().note(1) }
  }

  @Test(arguments: TestedStore.all)
  func aChangeOfOnePropertyByBothFails(_ kind: TestedStore) throws {
    let two = try Two(kind)
    two.note.title = "mine"
    two.other.title = "theirs"
    try two.theirs.save()
    let error = #expect(throws: SwiftDataError.staleModel) { try two.mine.save() }
    let conflict = try #require(error?.conflicts.first)
    #expect(error?.conflicts.count == 1)
    #expect(conflict.persistentModelID == two.note.persistentModelID)
    #expect(conflict.entityName == "Note")
    #expect(!conflict.isDeletedInStore && !conflict.isDeletion)
    #expect(conflict.properties.map(\.name) == ["title"])
    let title = try #require(conflict.properties.first)
    #expect(title.ourValue as? String == "mine")
    #expect(title.storedValue as? String == "theirs")
    #expect(title.readValue as? String == "note 1")
    let text = "\(try #require(error))"
    for part in ["Note", "title", "“mine”", "“theirs”", "“note 1”"] {
      #expect(text.contains(part))
    }
    #expect(two.note.title == "mine")
    #expect(two.mine.changedModelsArray.count == 1)
    #expect(try two.stored()?.title == "theirs")
  }

  @Test(arguments: TestedStore.all)
  func changesOfDifferentPropertiesFail(_ kind: TestedStore) throws {
    let two = try Two(kind)
    two.note.title = "mine"
    two.other.rating = 3
    try two.theirs.save()
    let error = #expect(throws: SwiftDataError.staleModel) { try two.mine.save() }
    let properties = error?.conflicts.first?.properties ?? []
    #expect(properties.map(\.name) == ["title", "rating"])
    #expect(properties.map(\.isChangedHere) == [true, false])
    #expect(properties.map(\.isChangedInStore) == [false, true])
    #expect(try two.stored()?.title == "note 1")
  }

  @Test(arguments: TestedStore.all)
  func nothingIsWrittenBesideAConflict(_ kind: TestedStore) throws {
    let two = try Two(kind)
    two.mine.insert(Note(code: 2))
    two.note.title = "mine"
    two.other.title = "theirs"
    try two.theirs.save()
    #expect(throws: SwiftDataError.staleModel) { try two.mine.save() }
    #expect(try two.store.makeContext().codes() == [1])
    #expect(two.mine.insertedModelsArray.count == 1)
  }

  /// The value in memory was outdated before it was changed.
  @Test(arguments: TestedStore.all)
  func aChangeOfAnOutdatedValueFails(_ kind: TestedStore) throws {
    let two = try Two(kind)
    two.other.title = "theirs"
    try two.theirs.save()
    two.note.title += "!"
    #expect(throws: SwiftDataError.staleModel) { try two.mine.save() }
    two.mine.rollback()
    two.note.title += "!"
    try two.mine.save()
    #expect(try two.stored()?.title == "theirs!")
  }

  @Test(arguments: TestedStore.all)
  func aChangeOfARefreshedValueIsSaved(_ kind: TestedStore) throws {
    let two = try Two(kind)
    two.other.title = "theirs"
    try two.theirs.save()
    #expect(try two.mine.note(1)?.title == "theirs")
    two.note.title += "!"
    try two.mine.save()
    #expect(try two.stored()?.title == "theirs!")
  }

  /// The value that was set may depend on values that the fetch has replaced.
  @Test(arguments: TestedStore.all)
  func aFetchAfterTheChangeHidesNoConflict(_ kind: TestedStore) throws {
    let two = try Two(kind)
    two.note.title = two.note.body + "!"
    two.other.body = "theirs"
    try two.theirs.save()
    #expect(try two.mine.note(1)?.body == "theirs")
    let error = #expect(throws: SwiftDataError.staleModel) { try two.mine.save() }
    let body = error?.conflicts.first?.properties.last
    #expect(body?.readValue as? String == "")
    #expect(body?.storedValue as? String == "theirs")
  }

  @Test(arguments: TestedStore.all)
  func aValueThatWasChangedBackIsNoConflict(_ kind: TestedStore) throws {
    let two = try Two(kind)
    two.note.title = "mine"
    two.other.title = "theirs"
    try two.theirs.save()
    two.other.title = "note 1"
    try two.theirs.save()
    try two.mine.save()
    #expect(try two.stored()?.title == "mine")
  }

  @Test(arguments: TestedStore.all)
  func theContextsOwnSavesAreNoConflicts(_ kind: TestedStore) throws {
    let two = try Two(kind)
    for round in 1...3 {
      two.note.title = "round \(round)"
      two.note.rating = Double(round)
      two.note.createdAt = Date()
      try two.mine.save()
    }
    two.mine.delete(two.note)
    try two.mine.save()
    #expect(try two.stored() == nil)
  }

  @Test(arguments: TestedStore.all)
  func aChangeOfADeletedRowFails(_ kind: TestedStore) throws {
    let two = try Two(kind)
    two.note.title = "mine"
    two.theirs.delete(two.other)
    try two.theirs.save()
    let error = #expect(throws: SwiftDataError.staleModel) { try two.mine.save() }
    let conflict = try #require(error?.conflicts.first)
    #expect(conflict.isDeletedInStore && !conflict.isDeletion)
    #expect(conflict.properties.map(\.name) == ["title"])
    #expect(conflict.properties.first?.ourValue as? String == "mine")
    #expect(two.note.title == "mine")
    #expect(two.mine.hasChanges)
  }

  @Test(arguments: TestedStore.all)
  func aDeletionOfAChangedRowFails(_ kind: TestedStore) throws {
    let two = try Two(kind)
    two.mine.delete(two.note)
    two.other.title = "theirs"
    try two.theirs.save()
    let error = #expect(throws: SwiftDataError.staleModel) { try two.mine.save() }
    let conflict = try #require(error?.conflicts.first)
    #expect(!conflict.isDeletedInStore && conflict.isDeletion)
    #expect(conflict.properties.map(\.name) == ["title"])
    #expect(two.mine.deletedModelsArray.count == 1)
    two.mine.rollback()
    #expect(two.note.title == "theirs")
    #expect(try two.stored()?.title == "theirs")
  }

  @Test(arguments: TestedStore.all)
  func aDeletionOfADeletedRowFails(_ kind: TestedStore) throws {
    let two = try Two(kind)
    two.mine.delete(two.note)
    two.theirs.delete(two.other)
    try two.theirs.save()
    let error = #expect(throws: SwiftDataError.staleModel) { try two.mine.save() }
    #expect(error?.conflicts.map(\.isDeletedInStore) == [true])
    #expect(error?.conflicts.map(\.isDeletion) == [true])
  }

  @Test(arguments: TestedStore.all)
  func aRevertedDeletionIsForgotten(_ kind: TestedStore) throws {
    let two = try Two(kind)
    two.mine.delete(two.note)
    two.mine.insert(two.note)
    two.other.title = "theirs"
    try two.theirs.save()
    #expect(try two.mine.note(1)?.title == "theirs")
    two.note.title += "!"
    try two.mine.save()
    #expect(try two.stored()?.title == "theirs!")
  }

  /// The context reads the other properties when one of them is first changed.
  @Test(arguments: TestedStore.all)
  func partlyLoadedModelsAreCompared(_ kind: TestedStore) throws {
    let two = try Two(kind)
    let context = two.store.makeContext()
    context.conflictPolicy = .fail
    var descriptor = FetchDescriptor<Note>()
    descriptor.propertiesToFetch = [\.title]
    let note = try #require(try context.fetch(descriptor).first)
    let other = two.store.makeContext()
    other.conflictPolicy = .fail
    let fault = try #require(other.model(for: note.persistentModelID) as? Note)
    note.title = "mine"
    fault.title = "from a fault"
    two.other.rating = 1
    try two.theirs.save()
    for context in [context, other] {
      let error = #expect(throws: SwiftDataError.staleModel) { try context.save() }
      #expect(error?.conflicts.first?.properties.map(\.name) == ["title", "rating"])
    }
  }

  @Test(arguments: TestedStore.all)
  func changesBeforeThePolicyIsSetAreComparedByTheOtherProperties(_ kind: TestedStore) throws {
    let two = try Two(kind)
    two.mine.conflictPolicy = .mergeByProperty
    two.note.title = "mine"
    two.mine.conflictPolicy = .fail
    two.other.title = "theirs"
    try two.theirs.save()
    try two.mine.save()
    two.mine.conflictPolicy = .mergeByProperty
    two.note.title = "mine again"
    two.mine.conflictPolicy = .fail
    two.other.rating = 2
    try two.theirs.save()
    let error = #expect(throws: SwiftDataError.staleModel) { try two.mine.save() }
    #expect(error?.conflicts.first?.properties.map(\.isReadValueKnown) == [false, true])
  }

  @Test(arguments: TestedStore.supporting(.mergedProperties))
  func aTargetIsCompared(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    let trips = ["a", "b", "c"].map { Trip(name: $0) }
    trips[0].items = [Item(title: "i")]
    for trip in trips { context.insert(trip) }
    try context.save()
    let sides = [store.makeContext(), store.makeContext()]
    sides[1].conflictPolicy = .fail
    for (number, side) in sides.enumerated() {
      let found = try side.fetch(FetchDescriptor<Trip>(sortBy: [.init(\.name)]))
      try side.fetch(FetchDescriptor<Item>()).first?.trip = found[number + 1]
    }
    try sides[0].save()
    let error = #expect(throws: SwiftDataError.staleModel) { try sides[1].save() }
    let trip = try #require(error?.conflicts.first?.properties.first)
    #expect(error?.conflicts.count == 1)
    #expect(trip.name == "trip")
    let identifiers = [trip.readValue, trip.storedValue, trip.ourValue]
    #expect(
      identifiers.map { $0 as? PersistentIdentifier } == trips.map(\.persistentModelID))
  }

  @Test(arguments: TestedStore.supporting(.mergedProperties))
  func membersAddedByBothAreNoConflict(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    context.insert(Trip(name: "t"))
    context.insert(Post(title: "p"))
    context.insert(Tag(label: "g"))
    try context.save()
    for name in ["first", "second"] {
      let side = store.makeContext()
      side.conflictPolicy = .fail
      try #require(try side.fetch(FetchDescriptor<Trip>()).first).items.append(Item(title: name))
      let post = try #require(try side.fetch(FetchDescriptor<Post>()).first)
      post.tags.append(Tag(label: name))
      let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
      trip.items.append(Item(title: "between \(name)"))
      try context.save()
      try side.save()
    }
    let read = store.makeContext()
    #expect(try read.fetch(FetchDescriptor<Trip>()).first?.items.count == 4)
    #expect(try read.fetch(FetchDescriptor<Post>()).first?.tags.count == 2)
  }

  @Test(arguments: TestedStore.supporting(.inheritance, .mergedProperties))
  func propertiesOfSubclassesAreCompared(_ kind: TestedStore) throws {
    let store = try TestStore(
      kind, [Admission.self, PaidAdmission.self, FreeAdmission.self, Visitor.self])
    let context = store.makeContext()
    context.insert(FreeAdmission(code: 1, reason: "r"))
    context.insert(PaidAdmission(code: 2, number: 2))
    try context.save()
    let side = store.makeContext()
    side.conflictPolicy = .fail
    for admission in try side.fetch(FetchDescriptor<Admission>()) { admission.seat = 7 }
    for free in try context.fetch(FetchDescriptor<FreeAdmission>()) { free.reason = "theirs" }
    try context.save()
    let error = #expect(throws: SwiftDataError.staleModel) { try side.save() }
    #expect(error?.conflicts.map(\.entityName) == ["FreeAdmission"])
    #expect(error?.conflicts.first?.properties.map(\.name) == ["seat", "reason"])
  }

  @Test(arguments: TestedStore.all)
  func valuesOfEveryTypeAreReadAsTheyWereWritten(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Broad.self, Patient.self)
    let context = store.makeContext()
    context.conflictPolicy = .fail
    let patient = Patient(name: "p", isWilling: true)
    let broad = Broad(base: 5)
    context.insert(patient)
    context.insert(broad)
    try context.save()
    for round in 1...2 {
      patient.mood = Moody(isWilling: true)
      patient.name = "\(round)"
      broad[keyPath: Broad.paths[66]] = round
      try context.save()
    }
    let other = store.makeContext()
    let read = try #require(try other.fetch(FetchDescriptor<Broad>()).first)
    read[keyPath: Broad.paths[67]] = -1
    try other.save()
    broad[keyPath: Broad.paths[0]] = 0
    #expect(throws: SwiftDataError.staleModel) { try context.save() }
  }
}

/// Changes of rows that others have deleted, with the default policy.
@Suite("Lost changes")
struct LostChangeTests {
  @Test(arguments: TestedStore.all)
  func aSaveReportsTheChangesOfDeletedRows(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes([1, 2])
    let (first, second) = (store.makeContext(), store.makeContext())
    let (lost, kept) = (try #require(try first.note(1)), try #require(try first.note(2)))
    second.delete(try #require(try second.note(1)))
    try second.save()
    (lost.title, lost.body, kept.title) = ("changed", "changed", "changed")
    let identifier = lost.persistentModelID
    let reported = Mutex<[LostChange]>([])
    store.container.lostChangeHandler = { change in reported.withLock { $0.append(change) } }
    let notified = Mutex<[PersistentIdentifier]>([])
    let key = ModelContext.NotificationKey.lostIdentifiers.rawValue
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: first, queue: nil
    ) { post in
      let lost = post.userInfo?[key] as? [PersistentIdentifier] ?? []
      notified.withLock { $0 += lost }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try first.save()
    #expect(notified.withLock { $0 } == [identifier])
    let changes = reported.withLock { $0 }
    #expect(changes.map(\.propertyName) == ["title", "body"])
    #expect(changes.allSatisfy { $0.reason == .rowWasDeleted && $0.entityName == "Note" })
    #expect(changes.allSatisfy { $0.persistentModelID == identifier })
    #expect(try store.makeContext().note(2)?.title == "changed")
  }
}
