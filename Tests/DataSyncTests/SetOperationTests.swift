import DataSync
import Foundation
import OpenSwiftData
import Testing

/// Operations on many rows that are not loaded as models are synced like any other change.
@Suite("Set operations that are synced")
struct SetOperationTests {
  private let containers: [ModelContainer]
  private let engines: [SyncEngine]

  init() throws {
    let server = MemoryServer()
    containers = try (0..<2).map { _ in try SyncedStores.make() }
    engines = try containers.map { try SyncEngine($0, MemoryProvider(server)) }
  }

  /// Creates people with notes in both stores.
  private func begin(people: Int, notes: Int) async throws {
    let context = ModelContext(containers[0])
    for number in 0..<people {
      let person = SyncedPerson(name: "person \(number)")
      context.insert(person)
      for note in 0..<notes {
        let new = SyncedNote(title: "note \(note) of \(number)")
        (new.count, new.owner) = (note, person)
        context.insert(new)
      }
    }
    try context.save()
    try await sync()
  }

  private func sync() async throws {
    for engine in engines + engines { try await engine.syncNow() }
    #expect(try SyncedStores.contents(containers[0]) == SyncedStores.contents(containers[1]))
    let idle = try await engines[0].syncNow()
    #expect(idle.sent == 0)
    #expect(idle.changed == 0)
  }

  @Test func setUpdatesAreSynced() async throws {
    // More rows than one transaction reads.
    try await begin(people: 50, notes: 60)
    let count = try ModelContext(containers[0]).update(
      SyncedNote.self, where: #Predicate { $0.count >= 10 }, .increment(\.count, by: 1_000),
      .set(\.title, to: "updated"))
    #expect(count == 2_500)
    try await sync()
    let other = ModelContext(containers[1])
    let updated = try other.fetchCount(
      FetchDescriptor<SyncedNote>(
        predicate: #Predicate { $0.count >= 1_010 && $0.title == "updated" }))
    #expect(updated == 2_500)
  }

  /// A set update on one side and an edit of another property on the other are both kept.
  @Test func setUpdatesMergeWithEdits() async throws {
    try await begin(people: 1, notes: 3)
    try ModelContext(containers[0]).update(SyncedNote.self, .set(\.count, to: 7))
    let context = ModelContext(containers[1])
    for note in try context.fetch(FetchDescriptor<SyncedNote>()) { note.title += "!" }
    try context.save()
    try await sync()
    for container in containers {
      let notes = try ModelContext(container).fetch(FetchDescriptor<SyncedNote>())
      #expect(notes.map(\.count) == [7, 7, 7])
      #expect(notes.map(\.title).sorted() == (0..<3).map { "note \($0) of 0!" })
    }
  }

  @Test func setDeletionsAreSynced() async throws {
    try await begin(people: 4, notes: 10)
    let context = ModelContext(containers[0])
    try context.delete(model: SyncedNote.self, where: #Predicate { $0.count < 5 })
    // Its cascades are deleted, too.
    try context.delete(model: SyncedPerson.self, where: #Predicate { $0.name == "person 3" })
    try context.save()
    try await sync()
    let other = ModelContext(containers[1])
    #expect(try other.fetchCount(FetchDescriptor<SyncedPerson>()) == 3)
    #expect(try other.fetchCount(FetchDescriptor<SyncedNote>()) == 15)
    try other.delete(model: SyncedNote.self)
    try other.save()
    try await sync()
    let former = ModelContext(containers[0])
    #expect(try former.fetchCount(FetchDescriptor<SyncedNote>()) == 0)
    #expect(try former.fetchCount(FetchDescriptor<SyncedPerson>()) == 3)
  }

  /// Inserting existing unique values changes those rows, locally and remotely.
  @Test func insertsThatReplaceRowsAreSynced() async throws {
    try await begin(people: 300, notes: 1)
    let context = ModelContext(containers[1])
    for number in 0..<400 {
      let person = SyncedPerson(name: "person \(number)")
      person.city = "city \(number)"
      context.insert(person)
    }
    try context.save()
    try await sync()
    for container in containers {
      let people = try ModelContext(container).fetch(FetchDescriptor<SyncedPerson>())
      #expect(people.count == 400)
      let areReplaced = people.allSatisfy { $0.city == "city \($0.name.dropFirst(7))" }
      #expect(areReplaced)
    }
  }
}
