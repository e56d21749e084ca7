import ExampleTestSupport
import Foundation
import HTTPTesting
import ReadItLaterService
import Synchronization
import Testing

/// Tests the program under load, with a fixed number of clients and requests.
@Suite("Service under load", .timeLimit(.minutes(20)), .serialized)
struct LoadTests {
  private static let clientCount = 500
  private static let requestCount = 4

  /// The answers that clients received.
  private struct Told {
    var added: Set<String> = []
    var failures: [String] = []
    var unanswered = 0
  }

  /// Runs clients simultaneously, each on its own thread, and waits for them.
  private func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      let thread = Thread {
        body(number)
        group.leave()
      }
      thread.stackSize = 1 << 19
      thread.start()
    }
    await withCheckedContinuation { continuation in
      group.notify(queue: .global()) { continuation.resume() }
    }
  }

  private func archived(_ port: UInt16) throws -> [String] {
    try allBookmarks(port, from: "/bookmarks?status=archive&limit=500").map(\.url)
  }

  private static func body(_ url: String) -> String { #"{"url": "\#(url)", "status": "archive"}"# }

  @Test(arguments: ExampleStore.allCases)
  func additionsOfManyClientsAreAllStored(_ store: ExampleStore) async throws {
    try store.begin()
    try await withTemporaryFolder { (folder: URL) async throws in
      let service = try ServiceProcess(store: store.text(in: folder))
      let port = service.port
      let told = Mutex(Told())
      let ready = Barrier(Self.clientCount)
      await run(Self.clientCount) { number in
        do {
          let client = try HTTPClient(port: port)
          ready.wait()
          for request in 0..<Self.requestCount {
            let url = "https://example.org/\(number)/\(request)"
            let answer = try client.send("POST", "/bookmarks", Self.body(url))
            told.withLock { told in
              if answer.status == 201 {
                told.added.insert(url)
              } else {
                told.failures.append(
                  "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
              }
            }
          }
        } catch {
          ready.leave()
          told.withLock { $0.failures.append("\(error)") }
        }
      }
      let result = told.withLock { $0 }
      #expect(result.failures.isEmpty, "\(result.failures.prefix(5))")
      #expect(result.added.count == Self.clientCount * Self.requestCount)
      let there = try archived(port)
      #expect(there.count == result.added.count)
      #expect(Set(there) == result.added)
      let metrics = try HTTPClient(port: port).send("GET", "/metrics")
      let line =
        "readitlater_requests_total{route=\"add\",status=\"201\"} \(result.added.count)\n"
      #expect(String(decoding: metrics.body, as: UTF8.self).contains(line))
      let end = service.stop()
      #expect(end.status == 0)
      #expect(end.text.hasSuffix("Stopped.\n"))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func requestsAreFinishedBeforeTheServiceStops(_ store: ExampleStore) async throws {
    try store.begin()
    try await withTemporaryFolder { (folder: URL) async throws in
      let text = try store.text(in: folder)
      let service = try ServiceProcess(store: text)
      let port = service.port
      let told = Mutex(Told())
      let process = Stopping(service: service)
      let stopper = Thread {
        while told.withLock({ $0.added.count }) < 100 { Thread.sleep(forTimeInterval: 0.002) }
        process.service.beginToStop()
      }
      stopper.start()
      await run(50) { number in
        do {
          let client = try HTTPClient(port: port)
          for request in 0..<2_000 {
            let url = "https://example.org/\(number)/\(request)"
            let answer = try client.send("POST", "/bookmarks", Self.body(url))
            told.withLock { told in
              if answer.status == 201 {
                told.added.insert(url)
              } else {
                told.failures.append("\(answer.status)")
              }
            }
            if answer.closes { return }
          }
        } catch {
          told.withLock { $0.unanswered += 1 }
        }
      }
      let end = service.stop()
      #expect(end.status == 0, "\(end)")
      #expect(end.text.hasSuffix("Stopped.\n"), "\(end)")
      let result = told.withLock { $0 }
      #expect(result.failures.isEmpty, "\(result.failures.prefix(5))")
      let again = try ServiceProcess(store: text)
      let there = Set(try archived(again.port))
      #expect(result.added.isSubset(of: there))
      // Every request that arrived was answered.
      #expect(there.count == result.added.count)
      #expect(again.stop().status == 0)
    }
  }
}

/// A program that is stopped on another thread.
private struct Stopping: @unchecked Sendable {
  // `@unchecked`: no other thread uses the service meanwhile.
  let service: ServiceProcess
}

/// Blocks threads until all of them have arrived, or cannot arrive any more.
private final class Barrier: @unchecked Sendable {
  // `@unchecked`: the count is only accessed while the condition is locked.
  private let condition = NSCondition()
  private var missing: Int

  init(_ count: Int) { missing = count }

  func wait() {
    condition.withLock {
      missing -= 1
      condition.broadcast()
      while missing > 0 { condition.wait() }
    }
  }

  func leave() {
    condition.withLock {
      missing -= 1
      condition.broadcast()
    }
  }
}
