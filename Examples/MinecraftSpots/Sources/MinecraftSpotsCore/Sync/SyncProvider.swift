package enum SyncProvider: String, CaseIterable, Hashable, Sendable {
  case cloudKit
  case firebase
  /// Not in the design: a server of one's own.
  case kinto
  case local

  /// The setting without which nothing is known of the place to sync with; nil where nothing has to be.
  var placeKey: String? {
    switch self {
    case .cloudKit: "cloudKitContainer"
    case .firebase: "firebaseProject"
    case .kinto: "kintoServer"
    case .local: nil
    }
  }

  /// What people call the provider.
  package var displayName: String {
    switch self {
    case .cloudKit: "iCloud"
    case .firebase: "Firebase"
    case .kinto: "Kinto"
    case .local: "This device only"
    }
  }
}
