import Foundation

/// Keys that follow each other: the newest seals, and all open.
///
/// Names at the server stay under the first key for as long as the place is used, since a name that changed would be
/// another record's. What the later keys protect is what records and large values say.
public struct SyncKeyRing: Hashable, Sendable {
  /// The keys, the oldest first.
  public let keys: [SyncKey]

  /// Makes a ring.
  ///
  /// - Parameters:
  ///   - first: The key with which the place was begun.
  ///   - newer: Those that came after it, the newest last.
  public init(_ first: SyncKey, newer: [SyncKey] = []) { keys = [first] + newer }

  /// The key under which names are.
  var first: SyncKey { keys[0] }

  /// The key that seals.
  var newest: SyncKey { keys[keys.count - 1] }

  /// The key of a mark; nil for none of the ring.
  func key(marked mark: Data) -> SyncKey? { keys.first { $0.mark == mark } }
}
