import SyncPort

/// When and where a value was set, by a clock that never goes back: of two stamps of one field one is the
/// later, on every device.
package struct SyncStamp: Hashable, Comparable, Sendable {
  /// Microseconds since 1970, or more where another device's clock was ahead.
  package var time: Int64
  /// The replica that set it.
  package var replica: String

  package init(time: Int64, replica: String) { (self.time, self.replica) = (time, replica) }

  package static func < (left: SyncStamp, right: SyncStamp) -> Bool {
    left.time == right.time ? left.replica < right.replica : left.time < right.time
  }

  /// The year 3000, after which no time is read.
  static let last: Int64 = 32_503_680_000_000_000

  /// The last time that a device sets by its own clock, a year before ``last``: what comes after it has room.
  static let lastSet = last - 365 * day

  /// The year 2025: a clock that shows less was never set, and says nothing of others' clocks.
  static let first: Int64 = 1_735_689_600_000_000

  static let day: Int64 = 86_400_000_000

  /// As text: `time.replica`.
  package var text: String { "\(String(time, radix: 36)).\(replica)" }

  package init?(_ text: some StringProtocol) {
    guard let dot = text.firstIndex(of: "."), let time = Int64(text[..<dot], radix: 36) else {
      return nil
    }
    // A time that nothing could follow is none: whoever wrote it would have the last word for ever.
    guard (0...Self.last).contains(time) else { return nil }
    self.init(time: time, replica: String(text[text.index(after: dot)...]))
  }
}
