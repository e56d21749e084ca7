import Foundation
import Locks
import SyncHTTP
import SyncPort
import Testing

@testable import FirestoreSync

@Suite("Sign-ins at Firestore")
struct FirestoreTokenTests {
  private static let start = Date(timeIntervalSince1970: 1_790_000_000)
  private let place = FirestorePlace(project: "p", zone: "z")

  /// Issues a new token for each request; the zone's document is missing.
  private func server(
    refusing refused: Set<String> = [], tokenStatus: Int = 200
  ) -> ScriptedTransport {
    let count = Mutex(0)
    return ScriptedTransport { request, _ in
      if request.url.host == "firestore.googleapis.com" {
        let token = request.headers["authorization"] ?? ""
        if refused.contains(token) { return HTTPResponse(status: 401) }
        let name = "projects/p/databases/(default)/documents/users/ada/zones/z/pieces/a"
        return HTTPResponse(status: 200, body: Data(#"[{"missing": "\#(name)"}]"#.utf8))
      }
      let number = count.withLock { count in
        count += 1
        return count
      }
      let isUser = request.url.host == "securetoken.googleapis.com"
      let body =
        isUser
        ? #"{"id_token": "t\#(number)", "refresh_token": "r\#(number)", "expires_in": "3600", "user_id": "ada"}"#
        : #"{"access_token": "t\#(number)", "expires_in": 3599, "token_type": "Bearer"}"#
      let refusal = #"{"error": {"code": 400, "message": "TOKEN_EXPIRED"}}"#
      return HTTPResponse(
        status: tokenStatus, body: Data((tokenStatus == 200 ? body : refusal).utf8))
    }
  }

  private func tokens(_ transport: ScriptedTransport) -> [String] {
    transport.requests.compactMap { $0.headers["authorization"] }
  }

  @Test func tokenRequestsAreSignedWithTheAccountsKey() async throws {
    let key = try TestKey()
    let account = try FirestoreServiceAccount(keyFile: key.file)
    #expect(account.email == "sync@p.iam.gserviceaccount.com")
    let transport = server()
    let provider = FirestoreProvider(
      place, .serviceAccount(account, owner: "ada"), transport: transport, now: { Self.start })
    #expect(try await provider.account() == "ada")
    #expect(try await provider.piece(named: "a") == nil)
    let asked = try #require(transport.requests.first)
    #expect(asked.url.absoluteString == "https://oauth2.googleapis.com/token")
    let form = String(decoding: asked.body ?? Data(), as: UTF8.self)
    let parts = form.split(separator: "&").map(String.init)
    #expect(parts.first == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer")
    let assertion = try #require(parts.last?.dropFirst("assertion=".count))
    let words = assertion.split(separator: ".").map(String.init)
    try #require(words.count == 3)
    let header = try #require(TestKey.bytes(words[0]))
    #expect(String(decoding: header, as: UTF8.self) == #"{"alg":"RS256","kid":"k1","typ":"JWT"}"#)
    let claims = try #require(TestKey.bytes(words[1]))
    #expect(
      String(decoding: claims, as: UTF8.self)
        == #"{"aud":"https://oauth2.googleapis.com/token","exp":1790003600,"iat":1790000000,"#
        + #""iss":"sync@p.iam.gserviceaccount.com","#
        + #""scope":"https://www.googleapis.com/auth/datastore"}"#)
    let signature = try #require(TestKey.bytes(words[2]))
    #expect(key.verifies(signature, of: Data("\(words[0]).\(words[1])".utf8)))
    #expect(!key.verifies(signature, of: Data("\(words[0]).x".utf8)))
    #expect(tokens(transport) == ["Bearer t1"])
  }

  @Test func tokensAreRenewedBeforeTheyExpire() async throws {
    let account = try FirestoreServiceAccount(keyFile: try TestKey().file)
    let transport = server()
    let clock = Mutex(Self.start)
    let provider = FirestoreProvider(
      place, .serviceAccount(account, owner: "ada"), transport: transport,
      now: { clock.withLock { $0 } })
    for seconds in [0.0, 3_000, 3_400, 3_500] {
      clock.withLock { $0 = Self.start + seconds }
      _ = try await provider.piece(named: "a")
    }
    #expect(tokens(transport) == ["Bearer t1", "Bearer t1", "Bearer t2", "Bearer t2"])
  }

  @Test func refusedTokensAreRenewedOnce() async throws {
    let kept = Mutex([String]())
    let user = FirestoreUser(apiKey: "a&b", refreshToken: "r0") { token in
      kept.withLock { $0.append(token) }
    }
    let transport = server(refusing: ["Bearer t1"])
    let provider = FirestoreProvider(place, .user(user), transport: transport)
    #expect(try await provider.piece(named: "a") == nil)
    #expect(try await provider.account() == "ada")
    #expect(tokens(transport) == ["Bearer t1", "Bearer t2"])
    #expect(kept.withLock { $0 } == ["r1", "r2"])
    #expect(user.refreshToken == "r2")
    let asked = transport.requests.filter { $0.url.host == "securetoken.googleapis.com" }
    #expect(asked.first?.url.query(percentEncoded: true) == "key=a%26b")
    #expect(
      asked.map { String(decoding: $0.body ?? Data(), as: UTF8.self) } == [
        "grant_type=refresh_token&refresh_token=r0", "grant_type=refresh_token&refresh_token=r1",
      ])
    let refusing = server(refusing: ["Bearer t1", "Bearer t2", "Bearer t3"])
    let other = FirestoreProvider(
      place, .user(FirestoreUser(apiKey: "k", refreshToken: "r")), transport: refusing)
    #expect(
      await error(of: { _ = try await other.piece(named: "a") })?.kind == .notSignedIn)
    #expect(tokens(refusing).count == 2)
  }

  @Test(arguments: [
    400: SyncError.Kind.notSignedIn, 403: .notSignedIn, 429: .throttled, 503: .serverFailed,
  ])
  func tokenFailuresAreReported(_ status: Int, _ kind: SyncError.Kind) async throws {
    let user = FirestoreUser(apiKey: "secret", refreshToken: "r0")
    let provider = FirestoreProvider(
      place, .user(user), transport: server(tokenStatus: status))
    let thrown = await error(of: { _ = try await provider.changes(since: nil, limit: 1) })
    #expect(thrown?.kind == kind)
    #expect(!(thrown?.description.contains("secret") ?? true))
    if kind == .notSignedIn { #expect(thrown?.message.contains("TOKEN_EXPIRED") ?? false) }
  }

  @Test func tokensThatCannotBeStoredAreReported() async throws {
    let user = FirestoreUser(apiKey: "k", refreshToken: "r0") { _ in
      throw SyncError(.invalid, "the disk is full")
    }
    let provider = FirestoreProvider(place, .user(user), transport: server())
    #expect(await error(of: { _ = try await provider.account() })?.kind == .storeFailed)
    // The token was received anyway.
    #expect(try await provider.account() == "ada")
  }

  @Test func usersSignInByPassword() async throws {
    let transport = ScriptedTransport { request, _ in
      let isRight = String(decoding: request.body ?? Data(), as: UTF8.self).contains("right")
      let answer =
        #"{"idToken": "i", "refreshToken": "r", "expiresIn": "3600", "localId": "ada", "email": "e"}"#
      return isRight
        ? HTTPResponse(status: 200, body: Data(answer.utf8))
        : HTTPResponse(
          status: 400, body: Data(#"{"error": {"message": "INVALID_LOGIN_CREDENTIALS"}}"#.utf8))
    }
    let user = try await FirestoreUser.signIn(
      email: "e", password: "right", apiKey: "k", transport: transport)
    #expect(user.refreshToken == "r")
    let provider = FirestoreProvider(place, .user(user), transport: transport)
    #expect(try await provider.account() == "ada")
    #expect(
      transport.requests.map(\.url.absoluteString) == [
        "https://identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k"
      ])
    let thrown = await error(of: {
      _ = try await FirestoreUser.signIn(
        email: "e", password: "wrong", apiKey: "k", transport: transport)
    })
    #expect(thrown?.kind == .notSignedIn)
  }

  @Test func cleartextServersAreRefused() async throws {
    let open = try #require(URL(string: "http://firestore.example.org"))
    let place = FirestorePlace(project: "p", zone: "z", server: open)
    let user = FirestoreUser(apiKey: "k", refreshToken: "r")
    let transport = server()
    let provider = FirestoreProvider(place, .user(user), transport: transport)
    #expect(await error(of: { _ = try await provider.account() })?.kind == .invalid)
    #expect(transport.requests.isEmpty)
  }

  @Test func invalidKeyFilesAreRefused() throws {
    let small = try TestKey(bits: 1_024)
    let files = [
      Data(), Data("{}".utf8), try small.file,
      Data(#"{"client_email": "a", "private_key": "none"}"#.utf8),
      try TestKey().file(tokenURI: "http://example.org/token"),
      try TestKey(isElliptic: true).file,
    ]
    for file in files {
      #expect(throws: SyncError.self) { try FirestoreServiceAccount(keyFile: file) }
    }
  }
}
