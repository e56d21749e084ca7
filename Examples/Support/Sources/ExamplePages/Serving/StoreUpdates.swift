import Observation
import SwiftData
import Synchronization
import WebServer

/// Tells open pages that something was saved to the store, by this program or another one.
package actor StoreUpdates {
  private nonisolated let streams = OpenStreams()
  private let observer: HistoryObserver

  /// - Parameter container: The store's container.
  /// - Throws: Errors of reading the store's history.
  package init(_ container: ModelContainer) async throws {
    observer = try HistoryObserver(modelContainer: container)
    observe()
  }

  /// The route of the events.
  package nonisolated var route: WebRoute {
    WebRoute("GET", "/events") { [streams] _ in .stream(streams.open()) }
  }

  /// Waits for the next change.
  private func observe() {
    withObservationTracking {
      _ = observer.eventCounter
    } onChange: {
      // The change is announced before it is counted.
      Task { [weak self] in await self?.report() }
    }
  }

  private func report() {
    // What is saved from now on makes another event.
    observe()
    streams.send("changed")
  }
}

/// The streams of the pages that are open.
private final class OpenStreams: Sendable {
  private let streams = Mutex<[Int: EventStream]>([:])
  private let lastNumber = Mutex(0)

  func open() -> EventStream {
    let number = lastNumber.withLock { last in
      last += 1
      return last
    }
    let stream = EventStream { [weak self] in self?.streams.withLock { $0[number] = nil } }
    streams.withLock { $0[number] = stream }
    return stream
  }

  func send(_ event: String) {
    for stream in streams.withLock({ Array($0.values) }) { stream.send(event) }
  }
}
