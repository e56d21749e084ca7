/// What the user chose to sync with, and whether that is on.
package protocol SyncChoice: Sendable {
  /// What is chosen, also while it is off.
  var kind: ServerKind { get }
  /// Whether it is on.
  var isOn: Bool { get }

  /// Chooses something to sync with, and turns it on.
  /// - Throws: `CommandFailure` where it cannot be kept.
  func choose(_ kind: ServerKind) async throws
  /// Turns what is chosen on or off.
  /// - Throws: `CommandFailure` where it cannot be kept.
  func turn(on: Bool) async throws
}

/// A choice that is kept in a program's settings, off until something is chosen.
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
