import DataSync
import ExampleSupport
import FirestoreSync
import Foundation
import SyncHTTP

extension CommandOption {
  static let project = CommandOption("project", value: "ID", "The ID of the Firebase project.")
  static let database = CommandOption(
    "database", value: "ID", "The project's database; by default “(default)”.")
  static let email = CommandOption(
    "email", value: "ADDRESS",
    "The account's email address; the first sync also needs its password.")
  static let keyFile = CommandOption(
    "key-file", value: "PATH",
    "The key file of a service account, which syncs on behalf of --user.")
}

extension ServerOption {
  static let firebase: [ServerOption] = [
    ServerOption(key: "firebaseProject", option: .project, isRequired: true) {
      $0.wholeMatch(of: /[a-z0-9-]{1,64}/) == nil
        ? "“\($0)” is not a valid project ID. Write it like spots-1a2b3." : nil
    },
    ServerOption(key: "firebaseDatabase", option: .database),
    ServerOption(key: "firebaseEmail", option: .email) {
      $0.contains("@") ? nil : "“\($0)” is not an email address. Write it like ada@example.org."
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
        "Sync with Firebase needs the email address of an account.",
        advice: "Set it with: \(file.program) settings provider firebase --email ADDRESS",
        .notSetUp)
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
