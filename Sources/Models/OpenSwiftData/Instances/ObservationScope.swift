import CThreadState
import Observation

/// Detects whether observations are being tracked, for which Observation has no function.
///
/// The general way uses only public API: reporting an access stores the key path in the set of the
/// running scope, which hashes it, and a key path may contain a custom index whose `hash(into:)`
/// records the call.
///
/// The faster way needs a loader that reveals which words the program and its libraries keep for a
/// thread: in one of them Observation keeps the address of the running scope's set, which is on the
/// stack. Observation does not guarantee this, so the word is used only if a scope that is opened
/// here, in this process, confirms it.
enum ObservationScope {
  static func isTracking(
    _ thread: UnsafeMutablePointer<openswiftdata_thread_state>
  ) -> Bool {
    guard !thread.pointee.ignoresObservationMark, let place,
      let mark = openswiftdata_thread_word_here(place)
    else { return probe(thread) }
    thread.pointee.observationMark = mark
    return mark.pointee != nil
  }

  /// The word in which Observation marks a thread; nil if it is not certain.
  private static let place: openswiftdata_thread_word? = {
    let found = word { body in
      withObservationTracking {
        body()
      } onChange: {
      }
    }
    guard let found, let mark = openswiftdata_thread_word_here(found),
      (mark.pointee != nil) == probe(openswiftdata_current_thread())
    else { return nil }
    // Swift's record of accesses in progress is on the stack as well.
    let access = word { body in AccessedValue().access(body) }
    let isAccess = access.map { $0.object == found.object && $0.offset == found.offset } ?? false
    return isAccess ? nil : found
  }()

  /// The word of a thread that holds an address in the stack frames of `scope` exactly while it
  /// runs.
  ///
  /// - Parameter scope: A function that calls its argument once.
  /// - Returns: The word; nil unless there is exactly one.
  static func word(setWithin scope: (() -> Void) -> Void) -> openswiftdata_thread_word? {
    var found = openswiftdata_thread_word()
    var count = 0
    let high = openswiftdata_stack_position()
    var low = high
    scope {
      low = openswiftdata_stack_position()
      count = openswiftdata_find_thread_words(low, high, &found)
    }
    guard count == 1, let word = openswiftdata_thread_word_here(found) else { return nil }
    if let address = word.pointee, address > low, address < high { return nil }
    return found
  }

  /// Detects tracking by reporting an access.
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
    // The scope now retains the probe's registrar, and the registrar the scope's closure; with a
    // fresh probe both can be released together.
    thread.pointee.observationProbe = nil
    openswiftdata_at_thread_end(nil, nil)
    probe.release()
    return true
  }
}

/// A value that is accessed while a function runs.
private final class AccessedValue {
  private var value = 0

  @inline(never)
  func access(_ body: () -> Void) { Self.modify(&value, body) }

  @inline(never)
  private static func modify(_ value: inout Int, _ body: () -> Void) {
    value += 1
    body()
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
