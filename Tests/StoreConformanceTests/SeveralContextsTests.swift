import Foundation
import Locks
import OpenSwiftData
import RandomTesting
import Testing

@Suite("Several contexts")
struct SeveralContextsTests {
  @Test(arguments: TestedStore.supporting(.mergedProperties))
  func changesOfDifferentPropertiesBothSurvive(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes([1])
    let (first, second) = (store.makeContext(), store.makeContext())
    let (one, other) = (try #require(try first.note(1)), try #require(try second.note(1)))
    one.title = "first"
    other.body = "second"
    try first.save()
    try second.save()
    let read = try #require(try store.makeContext().note(1))
    #expect(read.title == "first")
    #expect(read.body == "second")
  }

  @Test(arguments: TestedStore.all)
  func theLaterSaveOfAPropertyWins(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes([1])
    let (first, second) = (store.makeContext(), store.makeContext())
    try #require(try first.note(1)).title = "earlier change, later save"
    try #require(try second.note(1)).title = "later change, earlier save"
    try second.save()
    try first.save()
    #expect(try store.makeContext().note(1)?.title == "earlier change, later save")
  }

  /// A pair that a context separates and joins again is unchanged.
  @Test(arguments: TestedStore.supporting(.mergedProperties))
  func aPairJoinedAgainFollowsTheChangeOfAnotherContext(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    let context = store.makeContext()
    for number in 1...2 {
      let citizen = Citizen(name: "\(number)")
      citizen.passport = Passport(number: number)
      context.insert(citizen)
    }
    try context.save()
    let sides = [store.makeContext(), store.makeContext()]
    let citizens = try sides.map {
      try $0.fetch(FetchDescriptor<Citizen>(sortBy: [.init(\.name)]))
    }
    let passport = try #require(citizens[0][0].passport)
    citizens[0][0].passport = nil
    citizens[0][0].passport = passport
    citizens[1][1].passport = citizens[1][0].passport
    try sides[1].save()
    try sides[0].save()
    let read = try store.makeReopenedContext().fetch(
      FetchDescriptor<Citizen>(sortBy: [.init(\.name)]))
    #expect(read.map { $0.passport?.number } == [nil, 1])
    #expect(read[1].passport?.citizen === read[1])
  }

  /// Each save builds on the values of the previous one.
  @Test(arguments: TestedStore.supporting(.mergedProperties))
  func changesOfDifferentPropertiesSurviveOnSeveralThreads(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes([1])
    let container = store.container
    let failures = Failures()
    let rounds = 30
    let setters: [@Sendable (Note, Int) -> Void] = [
      { $0.title = "\($1)" }, { $0.body = "\($1)" }, { $0.url = "\($1)" },
      { $0.rating = Double($1) },
    ]
    DispatchQueue.concurrentPerform(iterations: setters.count) { thread in
      do {
        let context = ModelContext(container)
        guard let note = try context.note(1) else { return failures.add("no note") }
        for round in 1...rounds {
          setters[thread](note, round)
          try context.save()
        }
      } catch {
        failures.add("\(error)")
      }
    }
    #expect(failures.all == [])
    let note = try #require(try store.makeContext().note(1))
    #expect([note.title, note.body, note.url] == ["30", "30", "30"])
    #expect(note.rating == 30)
  }

  /// Another context saves after the store's response and before the context processes it.
  @Test func outdatedFetchResultsAreNotWrittenBack() throws {
    let folder = try TestFolder()
    let url = folder.file("test.store")
    let container = try ModelContainer(
      for: Schema([Note.self]),
      configurations: [
        PassingConfiguration(name: "test", schema: Schema([Note.self]), url: url)
      ])
    try ModelContext(container).saveNotes([1])
    // `nonisolated(unsafe)`: both contexts are used only on this thread.
    nonisolated(unsafe) let first = ModelContext(container)
    let second = ModelContext(container)
    try #require(try first.note(1)).title = "theirs"
    PassingStore.whenAnswered.withLock { $0[url] = { try? first.save() } }
    try #require(try second.note(1)).body = "mine"
    #expect(!first.hasChanges)
    try second.save()
    let note = try #require(try ModelContext(container).note(1))
    #expect(note.title == "theirs")
    #expect(note.body == "mine")
  }

  @Test(arguments: TestedStore.all)
  func aChangeOfADeletedRowIsDropped(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes([1, 2])
    let (first, second) = (store.makeContext(), store.makeContext())
    let changed = try #require(try first.note(1))
    second.delete(try #require(try second.note(1)))
    try second.save()
    changed.title = "changed"
    try first.save()
    #expect(!first.hasChanges)
    #expect(changed.modelContext == nil)
    #expect(changed.title == "changed")
    #expect(try first.codes() == [2])
    #expect(try store.makeContext().codes() == [2])
  }

  @Test(arguments: TestedStore.all)
  func twoContextsCanDeleteOneRow(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    try store.makeContext().saveNotes([1, 2])
    let (first, second) = (store.makeContext(), store.makeContext())
    first.delete(try #require(try first.note(1)))
    second.delete(try #require(try second.note(1)))
    try first.save()
    try second.save()
    #expect(try store.makeContext().codes() == [2])
  }

  @Test(arguments: TestedStore.all)
  func aFetchSeesSavesOfAnotherContext(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let (first, second) = (store.makeContext(), store.makeContext())
    try first.saveNotes([1])
    #expect(try second.codes() == [1])
    try first.saveNotes([2])
    #expect(try second.codes() == [1, 2])
  }

  @Test(arguments: TestedStore.all)
  func aModelOfAnotherContextIsRefused(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let (first, second) = (store.makeContext(), store.makeContext())
    let note = try first.saveNotes([1])[0]
    second.insert(note)
    #expect(note.modelContext === first)
    let error = #expect(throws: SwiftDataError.missingModelContext) { try second.save() }
    #expect(error?.description.contains("another context") == true)
    try second.save()
  }

  @Test(arguments: TestedStore.all)
  func aModelOfAnotherSchemaIsRefused(_ kind: TestedStore) throws {
    let context = try TestStore(kind, for: Note.self).makeContext()
    context.insert(Tally(number: 1))
    let error = #expect(throws: SwiftDataError.unknownSchema) { try context.save() }
    #expect(error?.description.contains("Tally") == true)
    #expect(throws: SwiftDataError.unknownSchema) {
      try context.fetch(FetchDescriptor<Tally>())
    }
  }

  @Test(arguments: TestedStore.all)
  func readersOnSeveralThreadsSeeWholeTransactions(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let container = store.container
    try store.makeContext().saveNotes(0..<50)
    let failures = Failures()
    let rounds = TestRun.isShort ? 8 : 20
    DispatchQueue.concurrentPerform(iterations: 5) { thread in
      do {
        let context = ModelContext(container)
        for round in 0..<rounds {
          if thread == 0 {
            // Fifty more in one transaction: readers see all of them or none.
            try context.saveNotes((round + 1) * 50..<(round + 2) * 50)
          } else {
            let count = try context.fetch(FetchDescriptor<Note>()).count
            if count % 50 != 0 { failures.add("\(count) notes on thread \(thread)") }
          }
        }
      } catch {
        failures.add("\(error)")
      }
    }
    #expect(failures.all == [])
    let count = try store.makeContext().fetchCount(FetchDescriptor<Note>())
    #expect(count == 50 * (rounds + 1))
  }

  @Test(arguments: TestedStore.all)
  func contextsWriteOnSeveralThreads(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let container = store.container
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      do {
        let context = ModelContext(container)
        for round in 0..<25 { try context.saveNotes([thread * 1000 + round]) }
      } catch {
        failures.add("\(error)")
      }
    }
    #expect(failures.all == [])
    let notes = try store.makeContext().fetch(FetchDescriptor<Note>())
    #expect(notes.count == 100)
    #expect(Set(notes.map(\.persistentModelID)).count == 100)
  }
}
