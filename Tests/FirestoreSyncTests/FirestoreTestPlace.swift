import FirestoreSync
import Foundation
import Locks
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

/// A server with scripted responses that records its requests.
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

/// A transport on which a test can inspect each request and respond to it.
final class TappedTransport: HTTPTransport {
  private let inner = SystemTransport()
  private let tap: @Sendable (HTTPRequest) async throws -> HTTPResponse?
  private let kept = Mutex([HTTPRequest]())

  init(_ tap: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse? = { _ in nil }) {
    self.tap = tap
  }

  func count(_ operation: String) -> Int {
    kept.withLock { $0.count { $0.url.absoluteString.hasSuffix(":\(operation)") } }
  }

  /// The last path components of the documents that were looked up.
  var lookedUp: [String] {
    kept.withLock { $0 }.flatMap { request -> [String] in
      guard request.url.absoluteString.hasSuffix(":batchGet"), let body = request.body else {
        return []
      }
      let object = try? JSONDecoder().decode([String: [String]].self, from: body)
      return (object?["documents"] ?? []).compactMap {
        $0.split(separator: "/").last.map(String.init)
      }
    }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    kept.withLock { $0.append(request) }
    if let answer = try await tap(request) { return answer }
    return try await inner.send(request)
  }
}

/// A zone on the emulator.
struct EmulatorPlace {
  let place: FirestorePlace
  let user = "u" + UUID().uuidString.lowercased()

  init() throws { place = try FirestoreEmulator.makePlace() }

  func provider(
    _ transport: any HTTPTransport = SystemTransport()
  ) -> FirestoreProvider {
    FirestoreProvider(place, .emulator(user: user), transport: transport)
  }

  /// The owner's provider, which no rules restrict, with the same documents.
  var owner: FirestoreProvider { FirestoreProvider(place, .emulatorOwner(owner: user)) }
}

/// Fetches all changes.
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

/// Saves of records that do not exist yet.
func saves(_ names: [String], _ fields: [String: SyncValue] = [:]) -> [SyncWrite] {
  names.map { .save(SyncRecord(name: $0, kind: "K", fields: fields)) }
}

/// The tag of a saved record.
func tag(_ result: SyncWriteResult?) throws -> String {
  guard case .saved(let tag)? = result else {
    throw SyncError(.badAnswer, "Not saved: \(String(describing: result))")
  }
  return tag
}

/// The error that the body throws.
func error(of body: () async throws -> Void) async -> SyncError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? SyncError
  }
}

/// Writes a document as a client without this library would.
func put(_ path: String, _ fields: [String: [String: String]], in zone: EmulatorPlace) async throws
{
  let root = "projects/\(zone.place.project)/databases/(default)/documents"
  let name = "\(root)/users/\(zone.user)/zones/\(zone.place.zone)"
  try await commit(
    [["update": ["name": path.isEmpty ? name : "\(name)/\(path)", "fields": fields]]], in: zone)
}

/// Deletes a document, bypassing the rules.
func delete(_ path: String, in zone: EmulatorPlace) async throws {
  let root = "projects/\(zone.place.project)/databases/(default)/documents"
  let name = "\(root)/users/\(zone.user)/zones/\(zone.place.zone)"
  try await commit([["delete": path.isEmpty ? name : "\(name)/\(path)"]], in: zone)
}

private func commit(_ writes: [[String: Any]], in zone: EmulatorPlace) async throws {
  let root = "projects/\(zone.place.project)/databases/(default)/documents"
  let url = try #require(URL(string: "\(zone.place.server.absoluteString)/v1/\(root):commit"))
  let response = try await SystemTransport().send(
    HTTPRequest(
      "POST", url,
      headers: ["authorization": "Bearer owner", "content-type": "application/json"],
      body: try JSONSerialization.data(withJSONObject: ["writes": writes])))
  try #require(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
}
