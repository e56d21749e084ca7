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

  /// The number of reported changes that `change` causes after `read`.
  private func changes(reading read: () -> Void, after change: () -> Void) -> Int {
    let counter = Counter()
    withObservationTracking(read) { counter.increment() }
    change()
    return counter.count
  }

  private let lamp = Gadget(name: "lamp")
  private let other = Gadget(name: "other")

  @Test func assignmentIsObserved() {
    #expect(changes(reading: { _ = lamp.count }, after: { lamp.count = 1 }) == 1)
  }

  @Test func changeInPlaceIsObserved() {
    #expect(changes(reading: { _ = lamp.tags }, after: { lamp.tags.append("x") }) == 1)
  }

  @Test func readsThroughComputedPropertiesAreObserved() {
    #expect(changes(reading: { _ = lamp.summary }, after: { lamp.name = "x" }) == 1)
  }

  @Test func readsByChangesInPlaceAreObserved() {
    #expect(changes(reading: { lamp.count += 1 }, after: { lamp.count = 5 }) == 1)
  }

  @Test func propertiesOfSuperclassesAreObserved() {
    let tanker = Tanker(liquid: "milk")
    #expect(changes(reading: { _ = tanker.wheels }, after: { tanker.wheels = 8 }) == 1)
    #expect(changes(reading: { _ = tanker.liquid }, after: { tanker.liquid = "oil" }) == 1)
  }

  @Test func changesAreReportedOnce() {
    let count = changes(reading: { _ = lamp.count }) {
      lamp.count = 1
      lamp.count = 2
    }
    #expect(count == 1)
  }

  @Test func changesOfOtherPropertiesAreIgnored() {
    #expect(changes(reading: { _ = lamp.count }, after: { lamp.name = "x" }) == 0)
  }

  @Test func changesOfOtherInstancesAreIgnored() {
    #expect(changes(reading: { _ = lamp.count }, after: { other.count = 1 }) == 0)
  }

  @Test func readsOutsideOfTrackingAreIgnored() {
    _ = lamp.count
    #expect(changes(reading: {}, after: { lamp.count = 1 }) == 0)
  }
}
