import Foundation

/// Why nothing was synced.
package enum SyncError: LocalizedError, Hashable {
  /// This version of the app cannot sync with the provider yet.
  case providerNotBuilt(SyncProvider)

  package var errorDescription: String? {
    switch self {
    case .providerNotBuilt(let provider):
      "Sync with \(provider.displayName) is not built yet. Spots stay on this device."
    }
  }

  package var recoverySuggestion: String? { "Choose “\(SyncProvider.local.displayName)”." }
}

extension SyncProvider {
  /// What people call the provider.
  package var displayName: String {
    switch self {
    case .cloudKit: "iCloud"
    case .firebase: "Firebase"
    case .local: "This device only"
    }
  }
}
