import CloudKitSync
import DataSchema
import Foundation
import Locks
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

@Suite("Access to CloudKit")
struct CloudKitAccessTests {
  @Test func accountsAreDistinguished() async throws {
    let accounts = await CloudKitFakeAccounts()
    #expect(try await accounts.provider().account() == "_user0")
    #expect(try await accounts.provider(account: 1).account() == "_user1")
    let identifier = accounts.provider().identifier
    #expect(identifier == accounts.provider(account: 1).identifier)
    #expect(
      identifier
        == "cloudkit:iCloud.org.example.fake/development/private/com.apple.coredata.cloudkit.zone")
  }

  @Test func eachAnswersTokenIsUsedNext() async throws {
    let server = CloudKitFakeServer()
    let kept = Mutex([String]())
    let first = await server.signIn("_u")
    let token = CloudKitWebToken(first) { token in kept.withLock { $0.append(token) } }
    let provider = provider(server, token)
    _ = try await provider.account()
    // An error response also contains a new token.
    await server.failRequests("INTERNAL_ERROR")
    _ = await error(of: { _ = try await provider.account() })
    _ = try await provider.account()
    let tokens = kept.withLock { $0 }
    #expect(tokens.count == 3)
    #expect(Set(tokens + [first]).count == 4)
    #expect(token.current == tokens.last)
  }

  @Test func simultaneousRequestsShareAToken() async throws {
    let server = CloudKitFakeServer()
    let token = CloudKitWebToken(await server.signIn("_u"))
    let slow = SlowTransport(inner: server.transport)
    let names = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<40 { group.addTask { try await provider(server, token, slow).account() } }
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(names == ["_u"])
  }

  /// A lost response loses the next token, as Apple's reference states.
  @Test func aLostAnswerRequiresASignIn() async throws {
    let server = CloudKitFakeServer()
    let token = CloudKitWebToken(await server.signIn("_u"))
    let lossy = FaultTransport(server.transport, .lostAnswer)
    let provider = provider(server, token, lossy)
    #expect(await error(of: { _ = try await provider.account() })?.kind == .offline)
    #expect(await error(of: { _ = try await provider.account() })?.kind == .notSignedIn)
  }

  @Test func theSignInAddressIsReported() async throws {
    let server = CloudKitFakeServer()
    let address = try await CloudKitProvider.signInAddress(
      of: CloudKitFakeAccounts.database, apiToken: CloudKitFakeServer.apiToken,
      transport: server.transport)
    #expect(address.absoluteString == "https://idmsa.example.org/signin")
    let thrown = await error(of: {
      _ = try await CloudKitProvider.signInAddress(
        of: CloudKitFakeAccounts.database, apiToken: "other", transport: server.transport)
    })
    #expect(thrown?.kind == .notSignedIn)
    let asked = try await CloudKitTestPlace.withZone()
    await asked.server.failRequests("AUTHENTICATION_REQUIRED")
    let advice = await error(of: { _ = try await asked.provider.account() })?.advice
    #expect(advice?.contains("https://idmsa.example.org/signin") ?? false)
  }

  @Test func requestsAreSignedWithAServersKey() async throws {
    let server = CloudKitFakeServer(
      verify: { bytes, signature in signature == TestSigner.signature(of: bytes) },
      sha256: { SHA256.hash($0) })
    let clock = TestClock()
    let provider = CloudKitProvider(
      CloudKitDatabase(
        container: CloudKitFakeServer.container, environment: .production, scope: .public),
      credentials: .server(keyID: CloudKitFakeServer.keyID, signer: TestSigner()),
      transport: server.transport, now: { clock.now })
    _ = try await provider.account()
    _ = try await provider.write([.save(SyncRecord(name: "a", kind: "K"))])
    let requests = await server.requests
    #expect(requests.allSatisfy { $0.url.query == nil })
    let date = "2016-01-25T22:00:00Z"
    #expect(requests.map { $0.headers["x-apple-cloudkit-request-iso8601date"] } == [date, date])
    let path = "/database/1/\(CloudKitFakeServer.container)/production/public"
    let empty = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    let signed = TestSigner.signature(of: Data("\(date):\(empty):\(path)/users/caller".utf8))
    let header = requests.first?.headers["x-apple-cloudkit-request-signaturev1"]
    #expect(header == signed.base64EncodedString())
  }

  @Test func serverKeysAreRefusedForPrivateDatabases() async throws {
    let server = CloudKitFakeServer()
    let credentials = CloudKitCredentials.server(keyID: "k", signer: TestSigner())
    let provider = CloudKitProvider(
      CloudKitFakeAccounts.database, credentials: credentials, transport: server.transport)
    let thrown = await error(of: { _ = try await provider.changes(since: nil, limit: 1) })
    #expect(thrown?.kind == .invalid)
    #expect(await server.requests.isEmpty)
    let failing = CloudKitProvider(
      CloudKitDatabase(
        container: CloudKitFakeServer.container, environment: .production, scope: .public),
      credentials: .server(keyID: "k", signer: TestSigner(fails: true)),
      transport: server.transport)
    #expect(await error(of: { _ = try await failing.account() })?.kind == .keyMismatch)
  }

  private func provider(
    _ server: CloudKitFakeServer, _ token: CloudKitWebToken,
    _ transport: (any HTTPTransport)? = nil
  ) -> CloudKitProvider {
    CloudKitProvider(
      CloudKitFakeAccounts.database,
      credentials: .user(apiToken: CloudKitFakeServer.apiToken, webToken: token),
      transport: transport ?? server.transport)
  }
}

/// Yields to other tasks before and after each request.
private struct SlowTransport: HTTPTransport {
  let inner: any HTTPTransport

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    for _ in 0..<20 { await Task.yield() }
    let response = try await inner.send(request)
    for _ in 0..<20 { await Task.yield() }
    return response
  }
}

/// A substitute for a key: its signatures are digests, not ECDSA.
private struct TestSigner: CloudKitSigner {
  var fails = false

  static func signature(of bytes: Data) -> Data { SHA256.hash(Data("key".utf8) + bytes) }

  func sign(_ bytes: Data) throws -> Data {
    if fails { throw SyncError(.invalid, "no key") }
    return Self.signature(of: bytes)
  }

  func sha256(_ bytes: Data) throws -> Data { SHA256.hash(bytes) }
}
