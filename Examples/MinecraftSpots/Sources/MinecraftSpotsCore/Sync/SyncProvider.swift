package enum SyncProvider: CaseIterable, Hashable, Sendable {
  case cloudKit
  case firebase
  case local

  /// Whether this version of the app can sync with it.
  package var isAvailable: Bool { self == .local }
}
