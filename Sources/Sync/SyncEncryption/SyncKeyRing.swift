import Foundation

/// Successive keys, of which the newest one seals and all can open.
///
/// Names on the server stay sealed with the first key as long as the location is used, because a
/// record with another name would be another record. The later keys protect the contents of records
/// and large values.
public struct SyncKeyRing: Hashable, Sendable {
  /// The keys, oldest first.
  public let keys: [SyncKey]

  /// Creates a ring.
  ///
  /// - Parameters:
  ///   - first: The key with which the location was created.
  ///   - newer: The later keys, newest last.
  public init(_ first: SyncKey, newer: [SyncKey] = []) { keys = [first] + newer }

  /// The key that seals names.
  var first: SyncKey { keys[0] }

  /// The key that seals.
  var newest: SyncKey { keys[keys.count - 1] }

  /// Returns the key with a mark; nil if the ring does not have it.
  func key(marked mark: Data) -> SyncKey? { keys.first { $0.mark == mark } }
}
