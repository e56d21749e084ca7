import FirestoreSync
import Foundation
import Locks
import SyncHTTP
import SyncPort
import SyncTesting

/// A server that answers what a test says, and keeps what it was asked.
final class ScriptedTransport: HTTPTransport {
  private let answer: @Sendable (HTTPRequest, Int) throws -> HTTPResponse
  private let kept = Mutex([HTTPRequest]())

  init(_ answer: @escaping @Sendable (HTTPRequest, Int) throws -> HTTPResponse) {
    self.answer = answer
  }

  var requests: [HTTPRequest] { kept.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let number = kept.withLock { kept in
      kept.append(request)
      return kept.count - 1
    }
    return try answer(request, number)
  }
}

/// A way to a server on which a test may look at each request and answer instead.
final class TappedTransport: HTTPTransport {
  private let inner = URLSessionTransport()
  private let tap: @Sendable (HTTPRequest) async throws -> HTTPResponse?
  private let kept = Mutex([HTTPRequest]())

  init(_ tap: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse? = { _ in nil }) {
    self.tap = tap
  }

  func count(_ operation: String) -> Int {
    kept.withLock { $0.count { $0.url.absoluteString.hasSuffix(":\(operation)") } }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    kept.withLock { $0.append(request) }
    if let answer = try await tap(request) { return answer }
    return try await inner.send(request)
  }
}

/// A zone at the emulator.
struct EmulatorPlace {
  let place: FirestorePlace
  let user = "u" + UUID().uuidString.lowercased()

  init() throws { place = try FirestoreEmulator.makePlace() }

  func provider(
    _ transport: any HTTPTransport = URLSessionTransport()
  ) -> FirestoreProvider {
    FirestoreProvider(place, .emulator(user: user), transport: transport)
  }

  /// Whoever is bound by no rules, with the same documents.
  var owner: FirestoreProvider { FirestoreProvider(place, .emulatorOwner(owner: user)) }
}

/// Reads to the end.
func read(
  _ provider: any SyncProvider, since cursor: String? = nil, limit: Int = 100
) async throws -> (changes: [SyncChange], cursor: String) {
  var (changes, cursor) = ([SyncChange](), cursor)
  while true {
    let page = try await provider.changes(since: cursor, limit: limit)
    changes += page.changes
    cursor = page.cursor
    if !page.hasMore { return (changes, page.cursor) }
  }
}

/// Saves of records that nobody has.
func saves(_ names: [String], _ fields: [String: SyncValue] = [:]) -> [SyncWrite] {
  names.map { .save(SyncRecord(name: $0, kind: "K", fields: fields)) }
}

/// The tag of something saved.
func tag(_ result: SyncWriteResult?) throws -> String {
  guard case .saved(let tag)? = result else {
    throw SyncError(.badAnswer, "Not saved: \(String(describing: result))")
  }
  return tag
}

/// The error that something throws.
func error(of body: () async throws -> Void) async -> SyncError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? SyncError
  }
}
