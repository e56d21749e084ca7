/// A record in which a device counts its writes at a server.
///
/// Each device has one mark, and writes it with every batch of records. A server that is restored
/// to an earlier state loses its last writes first. So if a device finds the last mark that it
/// knows, everything before it is still there.
package struct SyncMark: Hashable, Sendable {
  /// The name of the mark's record.
  package var name: String
  /// The life of the server that the device knew when it wrote the mark.
  package var life: ServerLife
  /// The number of the write, which increases with each write.
  package var number: Int64
  /// Earlier numbers that the server never received or has lost: no version that led to this one
  /// has them.
  package var gaps: SyncMarkGaps
  /// The server's tag of this version; nil for a version that the server has not seen.
  package var tag: String?

  package init(
    name: String, life: ServerLife, number: Int64, gaps: SyncMarkGaps = SyncMarkGaps(),
    tag: String? = nil
  ) {
    (self.name, self.life, self.number, self.tag) = (name, life, number, tag)
    self.gaps = gaps
  }
}

/// Numbers of a mark that a device sent, but that no version leading to the server's current one
/// has.
///
/// A device that received no answer overwrites the version before. If the server had the device's
/// write and lost it, devices that read that version find its number here.
package struct SyncMarkGaps: Codable, Hashable, Sendable {
  private struct Gap: Codable, Hashable, Sendable {
    var first: Int64
    var last: Int64
  }

  private var gaps: [Gap] = []
  /// The maximum number of gaps; the oldest ones are dropped.
  private static let longest = 64

  package init() {}

  package var isEmpty: Bool { gaps.isEmpty }

  package func contains(_ number: Int64) -> Bool {
    gaps.contains { $0.first <= number && number <= $0.last }
  }

  /// Returns the gaps with another one appended; the same gaps if the range is empty.
  package func adding(from first: Int64, to last: Int64) -> SyncMarkGaps {
    guard first <= last else { return self }
    var next = self
    next.gaps.append(Gap(first: first, last: last))
    next.gaps.removeFirst(max(0, next.gaps.count - Self.longest))
    return next
  }

  /// The gaps as text: `1-3 7-7`.
  var text: String { gaps.map { "\($0.first)-\($0.last)" }.joined(separator: " ") }

  /// - Returns: Nil for text that does not have this form.
  init?(_ text: String) {
    for part in text.split(separator: " ") {
      let ends = part.split(separator: "-").compactMap { Int64($0) }
      guard ends.count == 2, gaps.count < Self.longest else { return nil }
      gaps.append(Gap(first: ends[0], last: ends[1]))
    }
  }
}

extension SyncMark {
  /// The kind of mark records; no entity has this name.
  package static let kind = "openswiftdata_mark"
  private static let prefix = "openswiftdata-"
  /// The numbers that JSON represents exactly; a larger number from a server could leave no room
  /// for counting.
  private static let numbers = 0...(1 << 50) as ClosedRange<Int64>

  /// The name of the mark record of a sync peer.
  package static func name(of peer: String) -> String { prefix + peer }

  /// Whether a change concerns a mark.
  package static func isMark(_ change: SyncChange) -> Bool {
    if case .saved(let record) = change { return record.kind == kind }
    return change.name.hasPrefix(prefix)
  }

  /// Reads a mark from a record; nil for other records and for incomplete ones.
  package init?(_ record: SyncRecord) {
    guard record.kind == Self.kind, case .integer(let number)? = record.fields["number"],
      Self.numbers.contains(number), case .text(let text)? = record.fields["life"],
      let life = ServerLife(text)
    else { return nil }
    var gaps = SyncMarkGaps()
    if case .text(let text)? = record.fields["gaps"] { gaps = SyncMarkGaps(text) ?? gaps }
    self.init(name: record.name, life: life, number: number, gaps: gaps, tag: record.tag)
  }

  /// The mark as a record.
  package var record: SyncRecord {
    var fields: [String: SyncValue] = ["number": .integer(number), "life": .text(life.text)]
    if !gaps.isEmpty { fields["gaps"] = .text(gaps.text) }
    return SyncRecord(name: name, kind: Self.kind, fields: fields, tag: tag)
  }
}

/// Distinguishes a server before a loss of data from the same server after it.
///
/// A device that detects a loss begins the server's next life and states it in its mark. Other
/// devices that read the mark compare their data with the server as well.
package struct ServerLife: Hashable, Comparable, Codable, Sendable {
  private var count: Int64
  /// The sync peer that began the life; it orders two lives that begin at the same time.
  private var beginner: String

  /// The first life of every server.
  package static let first = ServerLife(count: 0, beginner: "")
  private static let longest: Int64 = 1 << 40

  private init(count: Int64, beginner: String) { (self.count, self.beginner) = (count, beginner) }

  /// Returns the next life.
  package func next(by peer: String) -> ServerLife {
    ServerLife(count: min(count + 1, Self.longest), beginner: peer)
  }

  package static func < (left: ServerLife, right: ServerLife) -> Bool {
    (left.count, left.beginner) < (right.count, right.beginner)
  }

  /// The life as text: `count.beginner`.
  package var text: String { "\(count).\(beginner)" }

  package init?(_ text: String) {
    guard let dot = text.firstIndex(of: "."), let count = Int64(text[..<dot]),
      (0...Self.longest).contains(count)
    else { return nil }
    self.init(count: count, beginner: String(text[text.index(after: dot)...]))
  }
}
