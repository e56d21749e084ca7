import Observation
import SwiftData
import Synchronization
import Testing

@Suite("Observation of models")
struct ObservationTests {
  /// Counts the calls of an `onChange` closure.
  private final class Counter: Sendable {
    private let calls = Mutex(0)
    var count: Int { calls.withLock { $0 } }
    func increment() { calls.withLock { $0 += 1 } }
  }

  /// How often a change after `read` was reported.
  private func changes(reading read: () -> Void, after change: () -> Void) -> Int {
    let counter = Counter()
    withObservationTracking(read) { counter.increment() }
    change()
    return counter.count
  }

  private let lamp = Gadget(name: "lamp")
  private let other = Gadget(name: "other")

  @Test func seesAssignment() {
    #expect(changes(reading: { _ = lamp.count }, after: { lamp.count = 1 }) == 1)
  }

  @Test func seesChangeInPlace() {
    #expect(changes(reading: { _ = lamp.tags }, after: { lamp.tags.append("x") }) == 1)
  }

  @Test func seesReadThroughComputedProperties() {
    #expect(changes(reading: { _ = lamp.summary }, after: { lamp.name = "x" }) == 1)
  }

  @Test func seesReadByChangeInPlace() {
    #expect(changes(reading: { lamp.count += 1 }, after: { lamp.count = 5 }) == 1)
  }

  @Test func seesPropertiesOfSuperclasses() {
    let tanker = Tanker(liquid: "milk")
    #expect(changes(reading: { _ = tanker.wheels }, after: { tanker.wheels = 8 }) == 1)
    #expect(changes(reading: { _ = tanker.liquid }, after: { tanker.liquid = "oil" }) == 1)
  }

  @Test func reportsOnce() {
    let count = changes(reading: { _ = lamp.count }) {
      lamp.count = 1
      lamp.count = 2
    }
    #expect(count == 1)
  }

  @Test func ignoresOtherProperties() {
    #expect(changes(reading: { _ = lamp.count }, after: { lamp.name = "x" }) == 0)
  }

  @Test func ignoresOtherInstances() {
    #expect(changes(reading: { _ = lamp.count }, after: { other.count = 1 }) == 0)
  }

  @Test func ignoresWhatWasReadOutside() {
    _ = lamp.count
    #expect(changes(reading: {}, after: { lamp.count = 1 }) == 0)
  }
}
