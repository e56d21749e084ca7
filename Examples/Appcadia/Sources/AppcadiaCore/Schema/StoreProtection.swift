import SwiftData

/// The protection of a store's files from other users.
package struct StoreProtection: Hashable, Sendable {
  /// 暗号化設定: the design's option for `NSPersistentStoreFileProtectionKey`.
  ///
  /// It has an effect on devices that encrypt files with their owner's passcode. Elsewhere it is
  /// only stored, and `isOwnerOnly` protects the files.
  package var fileProtectionType = "NSFileProtectionComplete"
  /// Whether only the user that runs the program may read and write the files: mode 0600.
  package var isOwnerOnly = true

  /// The protection that the design specifies.
  package static let standard = StoreProtection()

  /// The configuration with this protection, and with the history that the design specifies.
  package func applied(to configuration: ModelConfiguration) -> ModelConfiguration {
    var configuration = configuration
    configuration.restrictsFileAccess = isOwnerOnly
    configuration.tracksHistory = true
    return configuration
  }
}
