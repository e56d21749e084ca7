import DataSync
import ExampleSupport
import Foundation
import SwiftData
import SyncHTTP

/// The server settings of a program.
package struct ServerSettings: Sendable {
  package let file: SettingsFile

  package init(_ file: SettingsFile) {
    self.file = file
  }

  /// Whether all required settings of a server exist.
  package func isSetUp(_ kind: ServerKind) -> Bool {
    kind.options.allSatisfy { !$0.isRequired || file.string(forKey: $0.key) != nil }
  }

  /// The settings of a server by the names of their options, without secrets.
  package func values(of kind: ServerKind) -> [String: String] {
    var values: [String: String] = [:]
    for option in kind.options { values[option.option.name] = file.string(forKey: option.key) }
    return values
  }

  /// Stores the settings of a server from a command line.
  ///
  /// - Throws: `UsageError` if a setting is invalid or missing, and nothing is stored then;
  ///   `CommandFailure` if the settings cannot be written.
  package func keep(_ given: [CommandOption: String], of kind: ServerKind) throws {
    let known = Set(kind.options.map(\.option))
    for option in given.keys where !known.contains(option) {
      throw UsageError("The option \(option.spelling) does not apply to \(kind.rawValue).")
    }
    for option in kind.options {
      guard let value = given[option.option] else { continue }
      if let fault = option.fault(value) { throw UsageError("\(option.option.spelling): \(fault)") }
    }
    let missing = kind.options.filter {
      $0.isRequired && given[$0.option] == nil && file.string(forKey: $0.key) == nil
    }
    guard missing.isEmpty else {
      let spellings = missing.map { "\($0.option.spelling) \($0.option.valueName ?? "")" }
      throw UsageError(
        "Sync with \(kind.displayName) needs \(spellings.joined(separator: " and ")).")
    }
    if kind == .firebase { try forgetSignIn(given) }
    for option in kind.options {
      if let value = given[option.option] { try file.set(value, forKey: option.key) }
    }
  }

  /// Creates the sync provider of a server, for a store.
  ///
  /// - Parameters:
  ///   - kind: The kind of server.
  ///   - configuration: The configuration of the store, which names the CloudKit database.
  ///   - transport: The transport for requests.
  /// - Returns: The provider for a sync engine.
  /// - Throws: `CommandFailure` if a setting is missing; `SyncError` if signing in fails.
  package func provider(
    of kind: ServerKind, for configuration: ModelConfiguration?, transport: any HTTPTransport
  ) async throws -> any SyncProvider {
    guard isSetUp(kind), kind != .local else { throw CommandFailure.notSetUp(kind, file.program) }
    switch kind {
    case .local: throw CommandFailure.notSetUp(kind, file.program)
    case .kinto: return try kintoProvider(transport)
    case .firebase: return try await firebaseProvider(transport)
    case .cloudKit: return try cloudKitProvider(configuration, transport)
    }
  }

  /// The value of an option.
  func value(_ key: String) -> String? { file.string(forKey: key) }
}

extension FailureReason {
  /// No server is configured.
  package static let notSetUp = FailureReason("not-set-up", .refused)
}

extension CommandFailure {
  static func notSetUp(_ kind: ServerKind, _ program: String) -> CommandFailure {
    guard kind != .local else {
      return CommandFailure(
        "Sync is not set up: you have not chosen a server.",
        advice: "Choose a server with: \(program) settings provider kinto --server URL --user NAME",
        .notSetUp)
    }
    let options = kind.options.filter(\.isRequired)
      .map { "\($0.option.spelling) \($0.option.valueName ?? "")" }
    return CommandFailure(
      "Sync with \(kind.displayName) is not set up.",
      advice: "Set it up with: "
        + "\(program) settings provider \(kind.rawValue) \(options.joined(separator: " "))",
      .notSetUp)
  }
}
