import SwiftData

/// How the files of a store are kept from others.
package struct StoreProtection: Hashable, Sendable {
  /// 暗号化設定: the design's option for `NSPersistentStoreFileProtectionKey`.
  ///
  /// It has an effect on devices that encrypt files by their owner's passcode. Elsewhere it is only
  /// kept here, and `isOwnerOnly` is what protects the files.
  package var fileProtectionType = "NSFileProtectionComplete"
  /// Whether only the user that the program runs as may read and write the files: mode 0600.
  package var isOwnerOnly = true

  /// What the design asks for.
  package static let standard = StoreProtection()

  /// The configuration with this protection, and with the history that the design asks for.
  package func applied(to configuration: ModelConfiguration) -> ModelConfiguration {
    var configuration = configuration
    configuration.restrictsFileAccess = isOwnerOnly
    configuration.tracksHistory = true
    return configuration
  }
}
