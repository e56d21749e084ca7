package enum SyncProvider: String, CaseIterable, Hashable, Sendable {
  case cloudKit
  case firebase
  /// A self-hosted server, which is not part of the design.
  case kinto
  case local

  /// The setting that specifies where to sync; nil if none is needed.
  var placeKey: String? {
    switch self {
    case .cloudKit: "cloudKitContainer"
    case .firebase: "firebaseProject"
    case .kinto: "kintoServer"
    case .local: nil
    }
  }

  /// The name of the provider for users.
  package var displayName: String {
    switch self {
    case .cloudKit: "iCloud"
    case .firebase: "Firebase"
    case .kinto: "Kinto"
    case .local: "This device only"
    }
  }
}
