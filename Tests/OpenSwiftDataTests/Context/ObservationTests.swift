import CThreadState
import Foundation
import Locks
import Observation
import StoreTesting
import Testing

@testable import OpenSwiftData

@Suite("Observation of registered models")
struct RegisteredObservationTests {
  /// Counts the reported changes of properties that `read` accesses.
  private final class Told: Sendable {
    private let times = Atomic(0)
    var count: Int { times.load(ordering: .relaxed) }

    func observe(_ read: () -> Void) {
      withObservationTracking(read) { [self] in times.add(1, ordering: .relaxed) }
    }
  }

  @Test func settingAPropertyNotifiesObservers() throws {
    let context = try TestStore(.memory, for: Note.self).makeContext()
    let note = try context.saveNotes([1])[0]
    let told = Told()
    told.observe { _ = note.title }
    note.body = "not observed"
    #expect(told.count == 0)
    note.title = "observed"
    #expect(told.count == 1)
    #expect(context.hasChanges)
    told.observe { _ = note.title }
    note.title = "observed again"
    #expect(told.count == 2)
    try context.save()
    #expect(try context.note(1)?.title == "observed again")
  }

  /// If the thread's mark of the observation scope cannot be used, each read reports its access.
  @Test func observersAreNotifiedWithoutAThreadMark() async throws {
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

  /// The word that a scope sets is the only one with an address of its frames; if that is not
  /// certain,
  /// no word is used.
  @Test func theWordThatAScopeSetsIsFound() async throws {
    try await onNewThread {
      let thread = openswiftdata_current_thread()
      defer { (thread.pointee.releases, thread.pointee.observationProbe) = (nil, nil) }
      func word(_ set: (UnsafeMutableRawPointer) -> Void, after: () -> Void)
        -> UnsafeMutableRawPointer?
      {
        let found = ObservationScope.word { body in
          withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { bytes in
            if let start = bytes.baseAddress { set(start) }
            body()
            after()
          }
        }
        return found.flatMap { openswiftdata_thread_word_here($0) }.map {
          UnsafeMutableRawPointer($0)
        }
      }
      let reset = { (thread.pointee.releases, thread.pointee.observationProbe) = (nil, nil) }
      let isKnownHere = word({ thread.pointee.releases = $0 }, after: reset) != nil
      // A sanitizer may also store stack addresses in thread-local words, which makes the search
      // uncertain.
      #if canImport(Glibc) && !THREAD_SANITIZER
        #expect(isKnownHere)
      #endif
      guard isKnownHere else { return }
      let own = UnsafeMutableRawPointer(thread)..<UnsafeMutableRawPointer(thread + 1)
      let places = [
        word({ thread.pointee.releases = $0 }, after: reset),
        word({ thread.pointee.observationProbe = $0 }, after: reset),
      ]
      #expect(places.allSatisfy { $0.map(own.contains) ?? false })
      #expect(places[0] != places[1])
      #expect(word({ _ in }, after: reset) == nil)
      #expect(word({ thread.pointee.releases = $0 }, after: {}) == nil)
      reset()
      #expect(
        word(
          { (thread.pointee.releases, thread.pointee.observationProbe) = ($0, $0 + 8) },
          after: reset) == nil)
    }
  }

  #if canImport(Glibc) && !THREAD_SANITIZER
    @Test func theWordOfTheThreadIsKnown() async throws {
      try await onNewThread {
        #expect(!ObservationScope.isTracking(openswiftdata_current_thread()))
        #expect(openswiftdata_knows_mark())
        let isToldWithin = withObservationTracking {
          _GeneratedCode.mayBeTracking()
        } onChange: {
        }
        #expect(isToldWithin)
        #expect(!_GeneratedCode.mayBeTracking())
      }
    }
  #endif

  private func onNewThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }

  @Test func rollbackNotifiesObservers() throws {
    let context = try TestStore(.memory, for: Note.self).makeContext()
    let note = try context.saveNotes([1])[0]
    note.title = "changed"
    let (title, body) = (Told(), Told())
    title.observe { _ = note.title }
    body.observe { _ = note.body }
    context.rollback()
    #expect(title.count == 1)
    #expect(body.count == 0)
    #expect(note.title == "note 1")
  }

  @Test func anUpsertNotifiesObservers() throws {
    let context = try TestStore(.memory, for: Note.self).makeContext()
    let note = try context.saveNotes([1])[0]
    let told = Told()
    told.observe { _ = note.title }
    context.insert(Note(code: 1, title: "newer"))
    try context.save()
    #expect(told.count == 1)
    #expect(note.title == "newer")
  }

  @Test func savingDoesNotNotifyObservers() throws {
    let context = try TestStore(.memory, for: Note.self).makeContext()
    let note = Note(code: 1)
    context.insert(note)
    let told = Told()
    told.observe { _ = note.title }
    try context.save()
    #expect(told.count == 0)
  }

  @Test func readingAFaultDoesNotNotifyObservers() throws {
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
