/// A record in which a device counts its writes at a server.
///
/// Each device has one mark, and writes it with every batch of records. A server that is put back to an earlier state
/// loses its last writes first. So a device that finds the last mark it knows can rely on everything before it.
package struct SyncMark: Hashable, Sendable {
  /// The name of its record.
  package var name: String
  /// The life of the server that the device knew when it wrote.
  package var life: ServerLife
  /// The number of the write, which goes up with each.
  package var number: Int64
  /// Earlier numbers that the server never had, or has lost: no version of the mark with one of them led to this one.
  package var gaps: SyncMarkGaps
  /// What the server calls its version; nil for one that it has not seen.
  package var tag: String?

  package init(
    name: String, life: ServerLife, number: Int64, gaps: SyncMarkGaps = SyncMarkGaps(),
    tag: String? = nil
  ) {
    (self.name, self.life, self.number, self.tag) = (name, life, number, tag)
    self.gaps = gaps
  }
}

/// Numbers of a mark that a device has sent, and that no version has which led to the one at the server.
///
/// A device that was not answered writes over the version before. If the server had its write and lost it, devices that
/// have read that version find its number here.
package struct SyncMarkGaps: Codable, Hashable, Sendable {
  private struct Gap: Codable, Hashable, Sendable {
    var first: Int64
    var last: Int64
  }

  private var gaps: [Gap] = []
  /// Earlier gaps are forgotten.
  private static let longest = 64

  package init() {}

  package var isEmpty: Bool { gaps.isEmpty }

  package func contains(_ number: Int64) -> Bool {
    gaps.contains { $0.first <= number && number <= $0.last }
  }

  /// The gaps with another one behind them; the same if it is empty.
  package func adding(from first: Int64, to last: Int64) -> SyncMarkGaps {
    guard first <= last else { return self }
    var next = self
    next.gaps.append(Gap(first: first, last: last))
    next.gaps.removeFirst(max(0, next.gaps.count - Self.longest))
    return next
  }

  /// As text: `1-3 7-7`.
  var text: String { gaps.map { "\($0.first)-\($0.last)" }.joined(separator: " ") }

  /// - Returns: Nil for a text that is not of this form.
  init?(_ text: String) {
    for part in text.split(separator: " ") {
      let ends = part.split(separator: "-").compactMap { Int64($0) }
      guard ends.count == 2, gaps.count < Self.longest else { return nil }
      gaps.append(Gap(first: ends[0], last: ends[1]))
    }
  }
}

extension SyncMark {
  /// The kind of the records that marks are in the port; no entity is called so.
  package static let kind = "openswiftdata_mark"
  private static let prefix = "openswiftdata-"
  /// Numbers that JSON keeps exactly; a server that tells larger ones could leave no room to count on.
  private static let numbers = 0...(1 << 50) as ClosedRange<Int64>

  /// The name of the record in which a replica counts.
  package static func name(of replica: String) -> String { prefix + replica }

  /// Whether a change is about a mark.
  package static func isMark(_ change: SyncChange) -> Bool {
    if case .saved(let record) = change { return record.kind == kind }
    return change.name.hasPrefix(prefix)
  }

  /// The mark that a record of the port is; nil for other records, and for one that lacks something.
  package init?(_ record: SyncRecord) {
    guard record.kind == Self.kind, case .integer(let number)? = record.fields["number"],
      Self.numbers.contains(number), case .text(let text)? = record.fields["life"],
      let life = ServerLife(text)
    else { return nil }
    var gaps = SyncMarkGaps()
    if case .text(let text)? = record.fields["gaps"] { gaps = SyncMarkGaps(text) ?? gaps }
    self.init(name: record.name, life: life, number: number, gaps: gaps, tag: record.tag)
  }

  /// The mark as a record of the port.
  package var record: SyncRecord {
    var fields: [String: SyncValue] = ["number": .integer(number), "life": .text(life.text)]
    if !gaps.isEmpty { fields["gaps"] = .text(gaps.text) }
    return SyncRecord(name: name, kind: Self.kind, fields: fields, tag: tag)
  }
}

/// What tells a server from the same server before it lost something.
///
/// A device that finds out that a server lost changes begins the next life and says so in its mark. The other devices
/// read of it and compare what they have as well.
package struct ServerLife: Hashable, Comparable, Codable, Sendable {
  private var count: Int64
  /// The replica that began it: of two lives that begin at once one is the later.
  private var beginner: String

  /// The life that a server begins with.
  package static let first = ServerLife(count: 0, beginner: "")
  private static let longest: Int64 = 1 << 40

  private init(count: Int64, beginner: String) { (self.count, self.beginner) = (count, beginner) }

  /// The next life.
  package func next(by replica: String) -> ServerLife {
    ServerLife(count: min(count + 1, Self.longest), beginner: replica)
  }

  package static func < (left: ServerLife, right: ServerLife) -> Bool {
    (left.count, left.beginner) < (right.count, right.beginner)
  }

  /// As text: `count.beginner`.
  package var text: String { "\(count).\(beginner)" }

  package init?(_ text: String) {
    guard let dot = text.firstIndex(of: "."), let count = Int64(text[..<dot]),
      (0...Self.longest).contains(count)
    else { return nil }
    self.init(count: count, beginner: String(text[text.index(after: dot)...]))
  }
}
