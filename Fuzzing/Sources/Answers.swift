@testable import CloudKitSync
@testable import FirestoreSync
import Foundation
@testable import KintoSync
import Locks
import SyncHTTP
@testable import SyncPort

/// Fuzzes responses of Kinto, CloudKit and Firestore, and HTTP headers.
///
/// The first line contains the server, the operation and a cursor. Responses follow, separated by
/// `%%`, each with its status, its headers, an empty line and its body.
@Sendable func answers(_ bytes: UnsafeRawBufferPointer) {
  let text = String(decoding: bytes, as: UTF8.self)
  let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
  let words = parts[0].split(separator: " ", maxSplits: 2).map(String.init)
  let rest = parts.count > 1 ? String(parts[1]) : ""
  guard words.count > 1 else { return readHeaders(text) }
  let transport = GivenAnswers(rest)
  let operation = ServerOperation(name: words[1], cursor: words.count > 2 ? words[2] : nil)
  switch words[0] {
  case "kinto": run(operation, at: kinto(transport))
  case "cloudkit": run(operation, at: cloudKit(transport))
  case "firestore" where words[1] == "purge":
    let provider = firestore(transport)
    expectSyncErrors { _ = try await provider.purgeTombstones(olderThan: .distantFuture) }
  case "firestore" where words[1] == "key":
    _ = attempt(SyncError.self) { try FirestoreServiceAccount(keyFile: Data(rest.utf8)) }
  case "firestore" where words[1] == "sign-in":
    expectSyncErrors {
      let user = try await FirestoreUser.signIn(
        email: "a", password: "b", apiKey: "c", transport: transport)
      _ = try await user.token(insteadOf: "d", at: .distantPast, by: transport)
    }
  case "firestore": run(operation, at: firestore(transport))
  default: readHeaders(text)
  }
}

private func readHeaders(_ text: String) {
  let response = HTTPResponse(status: 429, headers: ["retry-after": text, "backoff": "3"])
  if let wait = response.retryAfter() {
    require((0...HTTPResponse.longestWait).contains(wait), "A server has us wait for \(wait) s.")
  }
  _ = HTTPResponse.date(text)
}

private struct ServerOperation: Sendable {
  let name: String
  let cursor: String?
}

private func kinto(_ transport: GivenAnswers) -> KintoProvider {
  KintoProvider(
    URL(fileURLWithPath: "/"), collection: "c", credentials: .basic(user: "u", password: "p"),
    allowsCleartext: true, transport: transport)
}

private func cloudKit(_ transport: GivenAnswers) -> CloudKitProvider {
  let database = CloudKitDatabase(container: "iCloud.a", environment: .development)
  let provider = CloudKitProvider(
    database, credentials: .user(apiToken: "a", webToken: CloudKitWebToken("t")),
    transport: transport)
  provider.learn(Library.model, RecordNames(Library.model))
  return provider
}

private func firestore(_ transport: GivenAnswers) -> FirestoreProvider {
  FirestoreProvider(
    FirestorePlace(project: "p", zone: "z"), .emulatorOwner(owner: "o"), transport: transport)
}

private func run(_ operation: ServerOperation, at provider: some SyncRecordReading) {
  expectSyncErrors {
    switch operation.name {
    case "account": _ = try await provider.account()
    case "record": if let record = try await provider.record(named: "a") { requireKept(record) }
    case "write":
      let record = SyncRecord(name: "a", kind: "Book", fields: ["title": .text("x")], tag: "1")
      let results = try await provider.write([.save(record), .delete(name: "b", tag: "2")])
      require(results.count == 2, "Two writes had \(results.count) results.")
      for case .conflict(let record?) in results { requireKept(record) }
    case "piece": _ = try await provider.piece(named: "p")
    case "store": try await provider.store(piece: Data([1]), named: "p")
    default:
      let page = try await provider.changes(since: operation.cursor, limit: 2)
      for case .saved(let record) in page.changes { requireKept(record) }
      // The engine continues from there.
      if page.hasMore { _ = try await provider.changes(since: page.cursor, limit: 2) }
    }
  }
}

/// Checks that the ledger of a store can keep a record that a provider returns.
private func requireKept(_ record: SyncRecord) {
  var record = record
  record.tag = nil
  let kept = try? SyncCoding.record(SyncCoding.encode(record))
  require(kept == record, "A record of a server is kept as another one: \(record)")
}

private func expectSyncErrors(_ body: @escaping @Sendable () async throws -> Void) {
  waiting {
    do {
      try await body()
    } catch is SyncError {
    } catch {
      fatalError("An error of an unexpected type was thrown: \(type(of: error)): \(error)")
    }
  }
}

/// Returns the given responses in order, then an error.
private final class GivenAnswers: HTTPTransport {
  private let answers: Mutex<[HTTPResponse]>

  init(_ text: String) {
    answers = Mutex(text.components(separatedBy: "\n%%\n").prefix(6).map(Self.answer))
  }

  private static func answer(_ text: String) -> HTTPResponse {
    let parts = text.components(separatedBy: "\n\n")
    let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
        .trimmingCharacters(in: .whitespaces)
    }
    // A client waits before it repeats a request with a 409 response.
    let status = lines.first.flatMap { Int($0) } ?? 200
    return HTTPResponse(
      status: status == 409 ? 412 : status, headers: headers,
      body: Data(parts.dropFirst().joined(separator: "\n\n").utf8))
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let next = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let next else { throw SyncError(.offline, "There is no further answer.") }
    return next
  }
}
