import Foundation

/// Nothing was synced, because no server is set up.
package struct SyncNotSetUp: LocalizedError, Hashable {
  /// The provider that is not set up.
  package let provider: SyncProvider

  package init(provider: SyncProvider) {
    self.provider = provider
  }

  package var errorDescription: String? {
    "Sync with \(provider.displayName) is not set up. Spots stay on this device."
  }

  package var recoverySuggestion: String? {
    "Set it up, or choose “\(SyncProvider.local.displayName)”."
  }
}
