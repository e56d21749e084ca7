import DataSync
import ExampleSupport
import ExampleSync
import ExampleTestSupport
import Foundation
import Locks
import SwiftData
import SyncHTTP
import Testing

@Suite("Settings of Firebase")
struct FirebaseSettingsTests {
  /// Answers as the sign-in servers do, and records the requests.
  private final class SignInServer: HTTPTransport {
    private let asked = Mutex<[String]>([])

    var requests: [String] { asked.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      asked.withLock { $0.append("\(request.url.host ?? "")\(request.url.path)") }
      let answer =
        request.url.host == "identitytoolkit.googleapis.com"
        ? #"{"idToken": "one", "refreshToken": "first", "expiresIn": "3600", "localId": "ada"}"#
        : #"{"id_token": "two", "refresh_token": "second", "expires_in": "3600", "user_id": "ada"}"#
      return HTTPResponse(status: 200, body: Data(answer.utf8))
    }
  }

  @Test func onlyTheFirstSignInUsesThePassword() async throws {
    try await withTemporaryFolder { folder async throws in
      let file = try SettingsFile(
        "notes",
        environment: [
          "XDG_CONFIG_HOME": folder.path, "NOTES_API_KEY": "key",
          "NOTES_FIREBASE_PASSWORD": "secret",
        ])
      let settings = ServerSettings(file)
      try file.set("spots-1a2b3", forKey: "firebaseProject")
      try file.set("ada@example.org", forKey: "firebaseEmail")
      let server = SignInServer()
      // Each start of the program does this.
      for expected in ["first", "second"] {
        let provider = try await settings.provider(of: .firebase, for: nil, transport: server)
        #expect(try await provider.account() == "ada")
        #expect(try settings.refreshToken.read() == expected)
      }
      let paths = server.requests
      #expect(
        paths == [
          "identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
          "securetoken.googleapis.com/v1/token",
        ])
    }
  }

  @Test func missingEmailAddressIsRequested() async throws {
    try await withTemporaryFolder { folder async throws in
      let file = try SettingsFile("notes", environment: ["XDG_CONFIG_HOME": folder.path])
      try file.set("spots-1a2b3", forKey: "firebaseProject")
      let error = await #expect(throws: CommandFailure.self) {
        try await ServerSettings(file).provider(of: .firebase, for: nil, transport: SignInServer())
      }
      #expect(error?.text.contains("notes settings provider firebase --email ADDRESS") == true)
    }
  }
}
