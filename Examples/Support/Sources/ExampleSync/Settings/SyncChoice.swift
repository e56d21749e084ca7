/// The user's choice of a sync server, and whether sync is on.
package protocol SyncChoice: Sendable {
  /// The chosen kind of server, even if sync is off.
  var kind: ServerKind { get }
  /// Whether sync is on.
  var isOn: Bool { get }

  /// Chooses a kind of server, and turns sync on.
  ///
  /// - Throws: `CommandFailure` if the choice cannot be stored.
  func choose(_ kind: ServerKind) async throws
  /// Turns sync on or off.
  ///
  /// - Throws: `CommandFailure` if the choice cannot be stored.
  func turn(on: Bool) async throws
}

/// A choice stored in a program's settings, off until a server is chosen.
package struct KeptSyncChoice: SyncChoice {
  private let file: SettingsFile

  package init(_ file: SettingsFile) {
    self.file = file
  }

  package var kind: ServerKind {
    file.string(forKey: "syncProvider").flatMap(ServerKind.init(rawValue:)) ?? .local
  }
  package var isOn: Bool { kind != .local && file.bool(forKey: "syncEnabled") ?? false }

  package func choose(_ kind: ServerKind) async throws {
    try file.set(kind.rawValue, forKey: "syncProvider")
    try await turn(on: kind != .local)
  }

  package func turn(on: Bool) async throws { try file.set(on, forKey: "syncEnabled") }
}
