/// The time and sync peer at which a value was set, by a clock that never goes back.
///
/// All devices agree which of two stamps of a field is later.
package struct SyncStamp: Hashable, Comparable, Sendable {
  /// Microseconds since 1970; more if another device's clock was ahead.
  package var time: Int64
  /// The sync peer that set the value.
  package var peer: String
  /// The change that this one replaced, if their times are more than a day apart: one of the clocks may be wrong.
  ///
  /// The time of a device whose clock is wrong does not show which of two changes is later. This does, also after a
  /// server lost the record.
  package private(set) var replaced: Change?

  /// A change of a peer, and with it the earlier ones that this peer made of the same field.
  package struct Change: Hashable, Sendable {
    let time: Int64
    let peer: String
  }

  package init(time: Int64, peer: String) { (self.time, self.peer) = (time, peer) }

  /// Makes the stamp of a change.
  ///
  /// - Parameters:
  ///   - time: Its time.
  ///   - peer: The peer that makes it.
  ///   - former: The stamp of the value that it replaces.
  init(time: Int64, peer: String, replacing former: SyncStamp?) {
    self.init(time: time, peer: peer)
    guard let former else { return }
    let isNear = former.time <= time && time - former.time <= Self.day
    replaced = isNear ? former.replaced : Change(time: former.time, peer: former.peer)
  }

  package static func < (left: SyncStamp, right: SyncStamp) -> Bool {
    left.time == right.time ? left.peer < right.peer : left.time < right.time
  }

  /// Returns whether this change was made with knowledge of another one.
  ///
  /// A claim about times that are still to come counts only against changes from the future. Otherwise a record could
  /// claim to have replaced all that a peer is going to change.
  ///
  /// - Parameters:
  ///   - other: The other change.
  ///   - horizon: The latest time that is not from the future.
  /// - Returns: Whether it was.
  func hasReplaced(_ other: SyncStamp, horizon: Int64) -> Bool {
    guard let replaced, replaced.peer == other.peer, other.time <= replaced.time else {
      return false
    }
    return replaced.time <= horizon || other.time > horizon
  }

  /// The year 3000; later times are rejected.
  static let last: Int64 = 32_503_680_000_000_000

  /// The latest time that a device sets by its own clock: a year before ``last``, to leave room for
  /// later stamps.
  static let lastSet = last - 365 * day

  /// The year 2025; a clock that shows an earlier time was never set, so it cannot judge other
  /// clocks.
  static let first: Int64 = 1_735_689_600_000_000

  static let day: Int64 = 86_400_000_000

  /// The stamp as text: `time.peer`, followed by `;time.peer` of the change that it replaced.
  package var text: String {
    let own = Self.text(time, peer)
    return replaced.map { "\(own);\(Self.text($0.time, $0.peer))" } ?? own
  }

  private static func text(_ time: Int64, _ peer: String) -> String {
    "\(String(time, radix: 36)).\(peer)"
  }

  package init?(_ text: some StringProtocol) {
    let end = text.firstIndex(of: ";") ?? text.endIndex
    guard let own = Self.change(text[..<end]) else { return nil }
    self.init(time: own.time, peer: own.peer)
    if end < text.endIndex { replaced = Self.change(text[text.index(after: end)...]) }
  }

  private static func change(_ text: some StringProtocol) -> Change? {
    guard let dot = text.firstIndex(of: "."), let time = Int64(text[..<dot], radix: 36),
      // Rejects a time that no other could follow: its writer would win every conflict forever.
      (0...last).contains(time)
    else { return nil }
    return Change(time: time, peer: String(text[text.index(after: dot)...]))
  }
}
