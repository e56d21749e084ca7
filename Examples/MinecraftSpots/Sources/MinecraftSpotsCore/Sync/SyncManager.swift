import DataSync

package protocol SyncManager: Sendable {
  var provider: SyncProvider { get }
  func synchronize() async throws
  func enableSync(_ enabled: Bool) async throws
}

/// Creates the engine that keeps the app's store in sync with a provider.
package typealias SyncEngineSource = @Sendable () throws -> SyncEngine

extension SyncProvider {
  /// Creates the manager that syncs with the provider.
  ///
  /// - Parameters:
  ///   - settings: The user's choices.
  ///   - engine: Creates the engine that syncs the store; nil if sync is not set up.
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
  ///
  /// - Throws: `SyncNotSetUp` if there is no engine, and errors of the engine.
  func synchronize(with engine: SyncEngineSource?) async throws {
    guard let engine else { throw SyncNotSetUp(provider: self) }
    try await engine().syncNow()
  }
}
