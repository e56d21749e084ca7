import DataSync

package protocol SyncManager: Sendable {
  var provider: SyncProvider { get }
  func synchronize() async throws
  func enableSync(_ enabled: Bool) async throws
}

/// Makes the engine that keeps the app's store in line with a provider.
package typealias SyncEngineSource = @Sendable () throws -> SyncEngine

extension SyncProvider {
  /// The manager that syncs with the provider.
  /// - Parameters:
  ///   - settings: What the user chose.
  ///   - engine: What syncs the store; nil where nothing is set up.
  /// - Returns: The manager.
  package func makeManager(
    settings: SyncSettings, engine: SyncEngineSource? = nil
  ) -> any SyncManager {
    switch self {
    case .cloudKit: CloudKitSyncManager(settings: settings, engine: engine)
    case .firebase: FirebaseSyncManager(settings: settings, engine: engine)
    case .kinto: KintoSyncManager(settings: settings, engine: engine)
    case .local: LocalSyncManager(settings: settings)
    }
  }

  /// Syncs once.
  /// - Throws: `SyncNotSetUp` where there is nothing to sync with, and what the engine throws.
  func synchronize(with engine: SyncEngineSource?) async throws {
    guard let engine else { throw SyncNotSetUp(provider: self) }
    try await engine().syncNow()
  }
}
