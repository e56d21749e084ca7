import FirestoreSync
import Foundation
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

@Suite("Failures of Firestore")
struct FirestoreErrorTests {
  private static let server = URL(string: "http://127.0.0.1:9") ?? URL(fileURLWithPath: "/")

  private func provider(
    _ transport: any HTTPTransport, zone: String = "z", user: String = "ada"
  ) -> FirestoreProvider {
    FirestoreProvider(
      FirestorePlace(project: "p", zone: zone, server: Self.server), .emulator(user: user),
      transport: transport)
  }

  private static let zone = "projects/p/databases/(default)/documents/users/ada/zones/z"

  /// A zone without records, in which each commit gets this response.
  private static func zone(
    committing answer: HTTPResponse
  ) -> ScriptedTransport {
    ScriptedTransport { request, _ in
      let address = request.url.absoluteString
      if address.hasSuffix(":commit") { return answer }
      if address.hasSuffix(":runQuery") { return HTTPResponse(status: 200, body: Data("[]".utf8)) }
      let names = ["", "/records/a", "/records/b", "/pieces/a"].map {
        #"{"missing": "\#(zone)\#($0)", "readTime": "2026-01-01T00:00:00Z"}"#
      }
      return HTTPResponse(status: 200, body: Data("[\(names.joined(separator: ","))]".utf8))
    }
  }

  private static func failure(_ status: Int, _ code: String, isList: Bool = false) -> HTTPResponse {
    let body = #"{"error": {"code": \#(status), "message": "why", "status": "\#(code)"}}"#
    return HTTPResponse(
      status: status, headers: ["retry-after": "7"], body: Data((isList ? "[\(body)]" : body).utf8))
  }

  private struct Case {
    var status: Int
    var code: String
    var kind: SyncError.Kind
  }

  private static let cases = [
    Case(status: 400, code: "INVALID_ARGUMENT", kind: .invalid),
    Case(status: 400, code: "FAILED_PRECONDITION", kind: .invalid),
    Case(status: 401, code: "UNAUTHENTICATED", kind: .notSignedIn),
    Case(status: 403, code: "PERMISSION_DENIED", kind: .notPermitted),
    Case(status: 404, code: "NOT_FOUND", kind: .invalid),
    Case(status: 409, code: "ABORTED", kind: .serverFailed),
    Case(status: 429, code: "RESOURCE_EXHAUSTED", kind: .throttled),
    Case(status: 500, code: "INTERNAL", kind: .serverFailed),
    Case(status: 503, code: "UNAVAILABLE", kind: .serverFailed),
    Case(status: 504, code: "DEADLINE_EXCEEDED", kind: .serverFailed),
    Case(status: 418, code: "SOMETHING_OF_TOMORROW", kind: .badAnswer),
  ]

  @Test(arguments: 0..<cases.count, [false, true])
  func failuresHaveTheirKinds(_ number: Int, _ isList: Bool) async throws {
    let test = Self.cases[number]
    let failing = provider(
      ScriptedTransport { _, _ in Self.failure(test.status, test.code, isList: isList) })
    let calls: [() async throws -> Void] = [
      { _ = try await failing.changes(since: nil, limit: 1) },
      { _ = try await failing.changes(since: "g.1.0", limit: 1) },
      { _ = try await failing.write(saves(["a"])) },
      { try await failing.store(piece: Data(), named: "a") },
      { _ = try await failing.piece(named: "a") },
      { try await failing.purgeTombstones(olderThan: Date()) },
    ]
    for call in calls {
      let thrown = await error(of: call)
      #expect(thrown?.kind == test.kind)
      #expect(thrown?.message.contains(test.code) ?? false)
      #expect(thrown?.retryAfter == 7)
    }
  }

  /// Proxies and load balancers send responses without a message.
  @Test(arguments: [
    401: SyncError.Kind.notSignedIn, 403: .notPermitted, 404: .invalid, 413: .recordTooLarge,
    429: .throttled, 500: .serverFailed, 502: .serverFailed, 302: .badAnswer,
  ])
  func statusesAloneDetermineTheKind(_ status: Int, _ kind: SyncError.Kind) async throws {
    let failing = provider(ScriptedTransport { _, _ in HTTPResponse(status: status) })
    #expect(await error(of: { _ = try await failing.piece(named: "a") })?.kind == kind)
  }

  @Test(arguments: [
    (409, "ABORTED"), (409, "ALREADY_EXISTS"), (400, "FAILED_PRECONDITION"), (404, "NOT_FOUND"),
  ])
  func writesThatAlwaysConflictArePostponed(_ status: Int, _ code: String) async throws {
    let transport = Self.zone(committing: Self.failure(status, code))
    let provider = provider(transport)
    #expect(try await provider.write(saves(["a", "b"])) == [.postponed, .postponed])
    let commits = transport.requests.count { $0.url.absoluteString.hasSuffix(":commit") }
    #expect(commits == 8)
    let thrown = await error(of: { _ = try await provider.changes(since: nil, limit: 1) })
    #expect(thrown?.kind == .serverFailed)
    #expect(thrown?.isTransient ?? false)
  }

  @Test func deniedWritesAreNotRepeated() async throws {
    let transport = Self.zone(committing: Self.failure(403, "PERMISSION_DENIED"))
    let thrown = await error(of: { _ = try await provider(transport).write(saves(["a"])) })
    #expect(thrown?.kind == .notPermitted)
    #expect(transport.requests.count { $0.url.absoluteString.hasSuffix(":commit") } == 1)
  }

  /// A record that is not sent does not count as a success that could hide a failure.
  @Test func failuresAreThrownIfNothingWasWritten() async throws {
    let transport = Self.zone(committing: Self.failure(403, "PERMISSION_DENIED"))
    let big = saves(["big"], ["d": .data(Data(count: 1 << 21))])
    let rest = saves(["a"], ["d": .data(Data(count: 1 << 19))])
    for writes in [big + rest, rest + big] {
      let thrown = await error(of: { _ = try await provider(transport).write(writes) })
      #expect(thrown?.kind == .notPermitted)
    }
  }

  @Test(arguments: [(400, "INVALID_ARGUMENT", SyncError.Kind.invalid), (413, "", .recordTooLarge)])
  func rejectedRecordsAreRefused(
    _ status: Int, _ code: String, _ kind: SyncError.Kind
  ) async throws {
    let answer = code.isEmpty ? HTTPResponse(status: status) : Self.failure(status, code)
    let results = try await provider(Self.zone(committing: answer)).write(saves(["a", "b"]))
    for (result, name) in zip(results, ["a", "b"]) {
      guard case .refused(let error) = result else {
        Issue.record("not refused: \(result)")
        continue
      }
      #expect(error.kind == kind)
      #expect(error.record == name)
    }
    #expect(results.count == 2)
  }

  @Test(arguments: [
    "", "[", "{}", "null", "[{}]", #"[{"document": 1}]"#, #"{"writeResults": []}"#, "<html>",
    #"[{"error": {"code": 503, "status": "UNAVAILABLE"}}]"#,
    #"[{"document": {"name": "a", "fields": {"seq": {"integerValue": "9"}}}, "found": {"name": "a"}}]"#,
  ])
  func malformedAnswersAreErrors(_ body: String) async throws {
    let provider = provider(
      ScriptedTransport { _, _ in HTTPResponse(status: 200, body: Data(body.utf8)) })
    let calls: [() async throws -> Void] = [
      { _ = try await provider.changes(since: nil, limit: 1) },
      { _ = try await provider.changes(since: "g.1.0", limit: 1) },
      { _ = try await provider.write(saves(["a"])) },
      { _ = try await provider.piece(named: "a") },
    ]
    for call in calls {
      let thrown = await error(of: call)
      #expect([.badAnswer, .serverFailed].contains(thrown?.kind), "\(String(describing: thrown))")
      #expect(thrown?.isTransient ?? false)
    }
  }

  @Test(arguments: ["", "a/b", ".", "..", "__a__", String(repeating: "a", count: 2_000)])
  func invalidNamesAreRefused(_ name: String) async throws {
    let transport = ScriptedTransport { _, _ in HTTPResponse(status: 500) }
    for provider in [provider(transport, zone: name), provider(transport, user: name)] {
      let thrown = await error(of: { _ = try await provider.changes(since: nil, limit: 1) })
      #expect(thrown?.kind == .invalid)
    }
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [
    "", "nonsense", "g.1", "g.-1.0", "g.1.x", ".1.0", "g.1.0.0", "g.99999999999999999999.0",
  ])
  func invalidCursorsExpire(_ cursor: String) async throws {
    let provider = provider(ScriptedTransport { _, _ in HTTPResponse(status: 500) })
    let thrown = await error(of: { _ = try await provider.changes(since: cursor, limit: 1) })
    #expect(thrown?.kind == .cursorExpired)
  }
}
