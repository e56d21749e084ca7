import DataSync
import ExampleSupport
import FirestoreSync
import Foundation
import SyncHTTP

extension CommandOption {
  static let project = CommandOption("project", value: "ID", "Firebase's project.")
  static let database = CommandOption(
    "database", value: "ID", "The project's database; “(default)” unless given.")
  static let email = CommandOption(
    "email", value: "ADDRESS", "Who signs in; the password is needed once.")
  static let keyFile = CommandOption(
    "key-file", value: "PATH", "The key of a service account, which syncs for --user.")
}

extension ServerOption {
  static let firebase: [ServerOption] = [
    ServerOption(key: "firebaseProject", option: .project, isRequired: true) {
      $0.wholeMatch(of: /[a-z0-9-]{1,64}/) == nil ? "A project is called such as spots-1a2b3." : nil
    },
    ServerOption(key: "firebaseDatabase", option: .database),
    ServerOption(key: "firebaseEmail", option: .email) {
      $0.contains("@") ? nil : "“\($0)” is no address such as ada@example.org."
    },
    ServerOption(key: "firebaseKeyFile", option: .keyFile),
    ServerOption(key: "firebaseUser", option: .user),
    ServerOption(key: "firebaseServer", option: .server, fault: addressFault),
  ]
}

extension ServerSettings {
  /// The API key for apps of the Firebase project.
  package var apiKey: Secret { Secret("api-key", file) }
  /// The password of the Firebase user.
  package var firebasePassword: Secret { Secret("firebase-password", file) }
  /// The refresh token from signing in to Firebase.
  package var refreshToken: Secret { Secret("refresh-token", file, isRenewed: true) }

  func firebaseProvider(_ transport: any HTTPTransport) async throws -> any SyncProvider {
    guard let project = value("firebaseProject") else {
      throw CommandFailure.notSetUp(.firebase, file.program)
    }
    let place = FirestorePlace(
      project: project, database: value("firebaseDatabase") ?? "(default)", zone: file.program,
      server: value("firebaseServer").flatMap(URL.init(string:)) ?? FirestorePlace.googleServer)
    return FirestoreProvider(place, try await credentials(transport), transport: transport)
  }

  private func credentials(_ transport: any HTTPTransport) async throws -> FirestoreCredentials {
    if let user = value("firebaseUser") {
      if let path = value("firebaseKeyFile") {
        let key = try Secret("key-file", file, path: path).read()
        return .serviceAccount(try FirestoreServiceAccount(keyFile: Data(key.utf8)), owner: user)
      }
      // Emulators do not require signing in.
      if value("firebaseServer") != nil { return .emulator(user: user) }
    }
    guard let email = value("firebaseEmail") else {
      throw CommandFailure(
        "Nobody is signed in to Firebase.",
        advice: "Say who: \(file.program) settings provider firebase --email ADDRESS", .notSetUp)
    }
    return .user(try await signIn(email, transport))
  }

  /// Reuses a stored sign-in, or signs in with the password.
  private func signIn(_ email: String, _ transport: any HTTPTransport) async throws -> FirestoreUser
  {
    let (key, kept) = (try apiKey.read(), refreshToken)
    let keep: @Sendable (String) throws -> Void = { try kept.write($0) }
    if FileKind(ofPath: kept.file.path) != nil {
      return FirestoreUser(apiKey: key, refreshToken: try kept.read(), onRenewal: keep)
    }
    let user = try await FirestoreUser.signIn(
      email: email, password: try firebasePassword.read(), apiKey: key, transport: transport,
      onRenewal: keep)
    try keep(user.refreshToken)
    return user
  }

  /// Deletes the stored sign-in if another user or another project is specified.
  func forgetSignIn(_ given: [CommandOption: String]) throws {
    let isOther = [(CommandOption.email, "firebaseEmail"), (.project, "firebaseProject")].contains {
      given[$0.0] != nil && given[$0.0] != value($0.1)
    }
    if isOther, FileKind(ofPath: refreshToken.file.path) != nil {
      try FileManager.default.removeItem(at: refreshToken.file)
    }
  }
}
