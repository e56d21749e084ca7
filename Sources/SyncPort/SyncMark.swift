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
  /// What the server calls its version; nil for one that it has not seen.
  package var tag: String?

  package init(name: String, life: ServerLife, number: Int64, tag: String? = nil) {
    (self.name, self.life, self.number, self.tag) = (name, life, number, tag)
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
    self.init(name: record.name, life: life, number: number, tag: record.tag)
  }

  /// The mark as a record of the port.
  package var record: SyncRecord {
    SyncRecord(
      name: name, kind: Self.kind,
      fields: ["number": .integer(number), "life": .text(life.text)], tag: tag)
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
