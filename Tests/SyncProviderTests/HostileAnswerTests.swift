import CloudKitSync
import FirestoreSync
import Foundation
import KintoSync
import Locks
import SyncHTTP
import SyncPort
import Testing

/// Small responses that expand, and pages whose links refer to other servers or nowhere.
@Suite("Answers of hostile servers")
struct HostileAnswerTests {
  /// Responds to each request as a test specifies, and records the requests.
  private final class Scripted: HTTPTransport {
    private let answer: @Sendable (HTTPRequest) -> HTTPResponse
    private let kept = Mutex<[HTTPRequest]>([])
    var requests: [HTTPRequest] { kept.withLock { $0 } }

    init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse) { self.answer = answer }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      kept.withLock { $0.append(request) }
      return answer(request)
    }
  }

  private static func kinto(_ transport: any HTTPTransport) throws -> KintoProvider {
    KintoProvider(
      try #require(URL(string: "https://kinto.example.org")), collection: "c",
      credentials: .basic(user: "alice", password: "s3cret"), transport: transport)
  }

  private static func all(_ transport: any HTTPTransport) throws -> [any SyncProvider] {
    [
      try kinto(transport),
      CloudKitProvider(
        CloudKitDatabase(
          container: "iCloud.x", environment: .development,
          server: try #require(URL(string: "https://cloudkit.example.org"))),
        credentials: .user(apiToken: "a", webToken: CloudKitWebToken("b")), transport: transport),
      FirestoreProvider(
        FirestorePlace(
          project: "p", zone: "z", server: try #require(URL(string: "http://127.0.0.1:1"))),
        .emulatorOwner(owner: "o"), transport: transport),
    ]
  }

  private func errors(_ body: String) async throws -> [SyncError?] {
    let bytes = Data(body.utf8)
    var errors: [SyncError?] = []
    for provider in try Self.all(Scripted { _ in HTTPResponse(status: 200, body: bytes) }) {
      do {
        _ = try await provider.changes(since: nil, limit: 10)
        errors.append(nil)
      } catch { errors.append(error as? SyncError) }
    }
    return errors
  }

  @Test func deepJSONIsAnError() async throws {
    for open in ["[", #"{"a":"#, #"{"data":["#] {
      let errors = try await errors(String(repeating: open, count: 100_000))
      #expect(errors.map { $0?.kind } == [.badAnswer, .badAnswer, .badAnswer])
    }
  }

  @Test func millionsOfValuesAreAnError() async throws {
    let list = String(repeating: "{},", count: 1_200_000)
    let errors = try await errors(#"{"data":[],"x":[\#(list)0]}"#)
    #expect(errors.map { $0?.kind } == [.answerTooLarge, .answerTooLarge, .answerTooLarge])
  }

  @Test func longNumbersAreAnError() async throws {
    let number = String(repeating: "9", count: 1_000_000)
    let errors = try await errors(#"{"data":[],"x":\#(number)}"#)
    #expect(errors.map { $0?.kind } == [.badAnswer, .badAnswer, .badAnswer])
  }

  @Test func moreRecordsThanWereAskedForAreAnError() async throws {
    let records = (0..<11).map { #"{"id":"r\#($0)","last_modified":\#($0),"gone":true}"# }
    let body = Data("{\"data\":[\(records.joined(separator: ","))]}".utf8)
    let transport = Scripted { _ in HTTPResponse(status: 200, body: body) }
    let error = await #expect(throws: SyncError.self) {
      try await Self.kinto(transport).changes(since: nil, limit: 10)
    }
    #expect(error?.kind == .badAnswer)
  }

  /// A server may return smaller pages than requested; no other server is asked for the next page.
  @Test func nextPagesAreRequestedFromTheSameServer() async throws {
    let transport = Scripted { request in
      let first = request.url.absoluteString.contains("%220%22")
      let body = Data(
        #"{"data":[{"id":"\#(first ? "r1" : "r2")","last_modified":\#(first ? 1 : 2),"gone":true}]}"#
          .utf8)
      let next = first ? ["next-page": "https://other.example.org/v1/stolen"] : [:]
      return HTTPResponse(status: 200, headers: next, body: body)
    }
    let provider = try Self.kinto(transport)
    let first = try await provider.changes(since: nil, limit: 10)
    #expect(first.hasMore)
    #expect(first.changes.map(\.name) == ["r1"])
    let second = try await provider.changes(since: first.cursor, limit: 10)
    #expect(!second.hasMore)
    #expect(second.changes.map(\.name) == ["r2"])
    #expect(Set(transport.requests.compactMap(\.url.host)) == ["kinto.example.org"])
  }

  @Test func longReasonsAreCutOff() async throws {
    let reason = String(repeating: "x", count: 500_000)
    let body = Data(
      #"{"serverErrorCode":"BAD_REQUEST","reason":"\#(reason)","error":{"message":"\#(reason)"}}"#
        .utf8)
    for provider in try Self.all(Scripted { _ in HTTPResponse(status: 400, body: body) }) {
      do {
        _ = try await provider.changes(since: nil, limit: 10)
        Issue.record("no error")
      } catch { #expect("\(error)".utf8.count < 2_000) }
    }
  }

  /// CloudKit records with assets of these sizes next to a property.
  private static func assets(_ sizes: [Int64]) -> Data {
    let records = sizes.enumerated().map { number, size in
      """
      {"recordName": "R\(number)", "recordType": "CD_Note", "recordChangeTag": "1", "fields": {
      "CD_entityName": {"value": "Note", "type": "STRING"}, "CD_picture_ckAsset": {"type": "ASSETID",
      "value": {"size": "\(size)", "downloadURL": "https://assets.example.org/x", "fileChecksum": "c"}}}}
      """
    }
    let list = records.joined(separator: ",")
    return Data(#"{"zones":[{"syncToken":"t","moreComing":false,"records":[\#(list)]}]}"#.utf8)
  }

  @Test func assetThatIsTooLargeIsNotFetched() async throws {
    for size in [65 << 20, 1 << 40, .max, -1] as [Int64] {
      let body = Self.assets([size])
      let transport = Scripted { _ in HTTPResponse(status: 200, body: body) }
      let page = try await Self.all(transport)[1].changes(since: nil, limit: 10)
      guard case .unreadable(let record)? = page.changes.first else {
        throw SyncError(.badAnswer, "\(page)")
      }
      #expect(record.reason.kind == .answerTooLarge)
      #expect(!transport.requests.contains { $0.url.host == "assets.example.org" })
    }
  }

  @Test func assetsThatAreTooLargeTogetherAreNotFetched() async throws {
    let body = Self.assets([Int64](repeating: 60 << 20, count: 5))
    let transport = Scripted { _ in HTTPResponse(status: 200, body: body) }
    let error = await #expect(throws: SyncError.self) {
      try await Self.all(transport)[1].changes(since: nil, limit: 10)
    }
    #expect(error?.kind == .answerTooLarge)
    #expect(!transport.requests.contains { $0.url.host == "assets.example.org" })
  }

  /// Each kind of request has its own limits.
  @Test func requestsHaveTheLimitsOfTheirKind() async throws {
    let transport = Scripted { _ in HTTPResponse(status: 404) }
    for provider in try Self.all(transport) {
      _ = try? await provider.account()
      _ = try? await provider.changes(since: nil, limit: 10)
      _ = try? await provider.piece(named: "p")
    }
    #expect(transport.requests.allSatisfy { $0.limits.success <= 64 << 20 })
    #expect(transport.requests.allSatisfy { $0.limits.failure <= 1 << 20 })
    let pieces = transport.requests.filter { $0.url.path.contains("-pieces") }
    #expect(!pieces.isEmpty)
    #expect(pieces.allSatisfy { $0.limits.success == 1 << 20 })
  }
}
