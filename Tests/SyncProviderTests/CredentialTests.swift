import CloudKitSync
import FirestoreSync
import Foundation
import KintoSync
import Locks
import SyncHTTP
import SyncPort
import Testing

@Suite("Credentials and what servers answer")
struct CredentialTests {
  /// Gives every request the same response, and records the requests.
  private final class Answering: HTTPTransport {
    let response: HTTPResponse
    private let noted = Mutex<[HTTPRequest]>([])
    var requests: [HTTPRequest] { noted.withLock { $0 } }

    init(_ response: HTTPResponse = HTTPResponse(status: 500)) { self.response = response }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      noted.withLock { $0.append(request) }
      return response
    }
  }

  private static func kinto(
    _ address: String, allowsCleartext: Bool = false, _ transport: any HTTPTransport
  ) throws -> KintoProvider {
    KintoProvider(
      try #require(URL(string: address)), collection: "c",
      credentials: .basic(user: "alice", password: "s3cret"), allowsCleartext: allowsCleartext,
      transport: transport)
  }

  private static func cloudKit(
    _ address: String, _ transport: any HTTPTransport
  ) throws -> CloudKitProvider {
    CloudKitProvider(
      CloudKitDatabase(
        container: "iCloud.x", environment: .development,
        server: try #require(URL(string: address))),
      credentials: .user(apiToken: "s3cretAPI", webToken: CloudKitWebToken("s3cretWeb")),
      transport: transport)
  }

  private static func firestore(
    _ address: String, _ transport: any HTTPTransport
  ) throws -> FirestoreProvider {
    FirestoreProvider(
      FirestorePlace(project: "p", zone: "z", server: try #require(URL(string: address))),
      .user(FirestoreUser(apiKey: "s3cretKey", refreshToken: "s3cretToken")),
      transport: transport)
  }

  private static func all(
    _ address: String, _ transport: any HTTPTransport
  ) throws -> [any SyncProvider] {
    [
      try kinto(address, transport), try cloudKit(address, transport),
      try firestore(address, transport),
    ]
  }

  @Test(arguments: [
    "http://kinto.example.org", "HTTP://kinto.example.org:8888", "http://127.0.0.1.example.org",
    "http://localhost.example.org", "http://128.0.0.1", "http://127.1", "http://0.0.0.0",
  ])
  func credentialsAreNotSentInTheClear(_ address: String) async throws {
    let transport = Answering()
    for provider in try Self.all(address, transport) {
      await #expect {
        _ = try await provider.account()
        _ = try await provider.changes(since: nil, limit: 1)
      } throws: { error in
        (error as? SyncError)?.kind == .invalid && "\(error)".contains("is not encrypted")
      }
    }
    #expect(transport.requests.isEmpty)
    _ = try? await Self.kinto(address, allowsCleartext: true, transport).account()
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [
    "https://kinto.example.org", "http://127.0.0.1:8888", "http://127.3.2.1", "http://localhost",
    "http://[::1]:8888",
  ])
  func credentialsAreSentOverSafeConnections(_ address: String) async throws {
    for index in 0..<3 {
      let transport = Answering()
      let provider = try Self.all(address, transport)[index]
      await #expect(throws: SyncError.self) { try await provider.account() }
      // With the credentials, in the headers, the address or the body.
      let request = try #require(transport.requests.first)
      #expect(transport.requests.count == 1, "\(index)")
      let headers = request.headers.values.joined()
      let body = String(decoding: request.body ?? Data(), as: UTF8.self)
      let secret = index == 0 ? Data("alice:s3cret".utf8).base64EncodedString() : "s3cret"
      #expect((headers + request.url.absoluteString + body).contains(secret), "\(index)")
    }
  }

  @Test func credentialsAreNotShownInDescriptions() async throws {
    let transport = Answering(HTTPResponse(status: 404))
    for provider in try Self.all("https://bob:s3cret@kinto.example.org", transport) {
      var text = "\(provider) \(provider.identifier)"
      dump(provider, to: &text)
      for step in 0..<2 {
        do {
          _ = step == 0 ? [try await provider.account()] : []
          _ = try await provider.write([.delete(name: "a", tag: "1")])
        } catch {
          text += " \(error)"
          dump(error, to: &text)
        }
      }
      #expect(!text.contains("s3cret"), "\(text)")
    }
    var text = ""
    let credentials = KintoProvider.Credentials.basic(user: "alice", password: "s3cret")
    dump(credentials, to: &text)
    print(credentials, KintoProvider.Credentials.bearer("s3cret"), to: &text)
    let cloud = CloudKitCredentials.user(
      apiToken: "s3cret", webToken: CloudKitWebToken("s3cret"))
    dump(cloud, to: &text)
    print(cloud, to: &text)
    let fire = FirestoreCredentials.user(FirestoreUser(apiKey: "s3cret", refreshToken: "s3cret"))
    dump(fire, to: &text)
    print(fire, to: &text)
    #expect(!text.contains("s3cret"), "\(text)")
    #expect(text.contains("alice"))
  }

  @Test(
    arguments: [
      ("2", 2), ("0.5", 0.5), ("-5", 0), ("nan", nil), ("inf", 86_400), ("-inf", 0),
      ("1e400", 86_400),
      ("99999999999999999999", 86_400), ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
      ("Wed, 21 Oct 2015 07:28:00 GMT", 0), ("soon", nil), ("", nil),
    ] as [(String, Double?)])
  func retryTimesAreAtMostADay(_ text: String, _ expected: Double?) async throws {
    let response = HTTPResponse(status: 503, headers: ["retry-after": text])
    #expect(response.retryAfter() == expected)
    for provider in try Self.all("https://kinto.example.org", Answering(response)) {
      await #expect {
        try await provider.account()
      } throws: { error in
        guard let error = error as? SyncError else { return false }
        return error.retryAfter == expected
      }
    }
  }

  @Test func invalidDatesOfAnswersAreIgnored() async throws {
    for date in ["Wed, 21 Oct 999999999999999 07:28:00 GMT", "nan", ""] {
      let body = Data(#"{"data": []}"#.utf8)
      let response = HTTPResponse(
        status: 200, headers: ["date": date, "etag": "\"1\""], body: body)
      let provider = try Self.kinto("https://kinto.example.org", Answering(response))
      #expect(try await provider.changes(since: nil, limit: 1).changes.isEmpty)
    }
  }
}
