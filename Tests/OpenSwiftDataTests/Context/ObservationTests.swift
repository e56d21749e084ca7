import CThreadState
import Foundation
import Locks
import Observation
import StoreTesting
import Testing

@testable import OpenSwiftData

@Suite("Observation of registered models")
struct RegisteredObservationTests {
  /// How often a change of what `read` reads was told until now.
  private final class Told: Sendable {
    private let times = Atomic(0)
    var count: Int { times.load(ordering: .relaxed) }

    func observe(_ read: () -> Void) {
      withObservationTracking(read) { [self] in times.add(1, ordering: .relaxed) }
    }
  }

  @Test func tellsOfSetting() throws {
    let context = try TestStore(.memory, for: Note.self).makeContext()
    let note = try context.saveNotes([1])[0]
    let told = Told()
    told.observe { _ = note.title }
    note.body = "not observed"
    #expect(told.count == 0)
    note.title = "observed"
    #expect(told.count == 1 && context.hasChanges)
    told.observe { _ = note.title }
    note.title = "observed again"
    #expect(told.count == 2)
    try context.save()
    #expect(try context.note(1)?.title == "observed again")
  }

  /// Where Observation does not keep its word about the running scope, each reading asks by reporting.
  @Test func tellsWithoutTheMarkOfAThread() async throws {
    try await onNewThread {
      openswiftdata_current_thread().pointee.ignoresObservationMark = true
      let context = try TestStore(.memory, for: Note.self).makeContext()
      let notes = try context.saveNotes([1, 2])
      let told = Told()
      told.observe { _ = notes[0].title }
      _ = notes[1].title
      #expect(notes[0]._$statePointer.pointee.extra?.registrar != nil)
      #expect(notes[1]._$statePointer.pointee.extra?.registrar == nil)
      #expect(!openswiftdata_knows_mark())
      notes[1].title = "not observed"
      #expect(told.count == 0)
      notes[0].title = "observed"
      #expect(told.count == 1)
    }
  }

  private func onNewThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }

  @Test func tellsOfRollback() throws {
    let context = try TestStore(.memory, for: Note.self).makeContext()
    let note = try context.saveNotes([1])[0]
    note.title = "changed"
    let (title, body) = (Told(), Told())
    title.observe { _ = note.title }
    body.observe { _ = note.body }
    context.rollback()
    #expect(title.count == 1 && body.count == 0)
    #expect(note.title == "note 1")
  }

  @Test func tellsOfReplacementByAnUpsert() throws {
    let context = try TestStore(.memory, for: Note.self).makeContext()
    let note = try context.saveNotes([1])[0]
    let told = Told()
    told.observe { _ = note.title }
    context.insert(Note(code: 1, title: "newer"))
    try context.save()
    #expect(told.count == 1 && note.title == "newer")
  }

  @Test func doesNotTellOfSaving() throws {
    let context = try TestStore(.memory, for: Note.self).makeContext()
    let note = Note(code: 1)
    context.insert(note)
    let told = Told()
    told.observe { _ = note.title }
    try context.save()
    #expect(told.count == 0)
  }

  @Test func readsFaultsWhileObserving() throws {
    let store = try TestStore(.memory, for: Note.self)
    let identifier = try store.makeContext().saveNotes([1])[0].persistentModelID
    let context = store.makeContext()
    let fault = try #require(context.model(for: identifier) as? Note)
    let told = Told()
    told.observe { #expect(fault.title == "note 1") }
    #expect(told.count == 0)
    fault.title = "changed"
    #expect(told.count == 1)
  }
}
