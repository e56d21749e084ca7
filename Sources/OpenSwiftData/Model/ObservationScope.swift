import CThreadState
import Observation

/// Finds out whether somebody tracks observations, which Observation has no function for.
///
/// With public API alone: reporting an access stores the key path in the running scope's set, which
/// hashes it, and a key path may carry an index of ours whose `hash(into:)` takes note.
///
/// Faster, where the loader tells where a library keeps its thread's variables: Observation keeps
/// the running scope in the first of them. That is no promise of Observation's, so it counts only
/// after a look at it within and outside a scope, in this process.
enum ObservationScope {
  static func isTracking(
    _ thread: UnsafeMutablePointer<openswiftdata_thread_state>
  ) -> Bool {
    guard !thread.pointee.ignoresObservationMark, markIsReliable, let mark = mark() else {
      return probe(thread)
    }
    thread.pointee.observationMark = mark
    return mark.pointee != nil
  }

  private typealias Mark = UnsafeMutablePointer<UnsafeMutableRawPointer?>

  private static func mark() -> Mark? { openswiftdata_thread_locals("libswiftObservation.") }

  /// Whether the mark is set in a scope, and outside of the probe's opinion.
  ///
  /// The probe need not be asked within: a scope that was opened here does track, and its set of key
  /// paths costs a search of the whole program when it is made first.
  private static let markIsReliable: Bool = {
    guard let mark = mark() else { return false }
    let thread = openswiftdata_current_thread()
    let before = mark.pointee
    guard (before != nil) == probe(thread) else { return false }
    let isSetInside = withObservationTracking {
      mark.pointee != nil && mark.pointee != before
    } onChange: {
    }
    return isSetInside && mark.pointee == before
  }()

  /// Asks by reporting an access.
  private static func probe(_ thread: UnsafeMutablePointer<openswiftdata_thread_state>) -> Bool {
    let probe: Unmanaged<ObservationProbe>
    if let existing = thread.pointee.observationProbe {
      probe = .fromOpaque(existing)
    } else {
      probe = .passRetained(ObservationProbe())
      thread.pointee.observationProbe = probe.toOpaque()
      openswiftdata_at_thread_end(probe.toOpaque()) {
        Unmanaged<ObservationProbe>.fromOpaque($0).release()
      }
    }
    thread.pointee.observationHit = false
    probe._withUnsafeGuaranteedRef { $0.registrar.access($0, keyPath: ObservationProbe.keyPath) }
    guard thread.pointee.observationHit else { return false }
    // The scope now holds on to the probe's registrar, and the registrar to the scope's closure; a
    // fresh probe lets both go together.
    thread.pointee.observationProbe = nil
    openswiftdata_at_thread_end(nil, nil)
    probe.release()
    return true
  }
}

private final class ObservationProbe: Observable {
  struct Index: Hashable {
    static func == (lhs: Index, rhs: Index) -> Bool { true }
    func hash(into hasher: inout Hasher) {
      openswiftdata_current_thread().pointee.observationHit = true
    }
  }

  let registrar = ObservationRegistrar()
  subscript(index: Index) -> Int { 0 }

  // SAFETY: an immutable key path over a value without state.
  nonisolated(unsafe) static let keyPath: KeyPath<ObservationProbe, Int> =
    \ObservationProbe[Index()]
}
