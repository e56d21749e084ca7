/// Two records that a many-to-many relationship relates, on a server that stores the link as a
/// separate record.
///
/// Core Data does so in CloudKit. The record of one end also lists the names of related records.
/// Clients that know only pair records, such as apps on Apple's systems, change only those.
package struct SyncPair: Hashable, Sendable {
  /// One of the two related records.
  package struct End: Hashable, Sendable {
    /// The name of the record.
    package var record: String
    /// The record name of its entity, or of an entity that this one inherits from.
    package var kind: String
    /// The record name of the relationship that leads to the other end.
    package var field: String

    package init(record: String, kind: String, field: String) {
      (self.record, self.kind, self.field) = (record, kind, field)
    }
  }

  package var first: End
  package var second: End

  package init(_ first: End, _ second: End) { (self.first, self.second) = (first, second) }
}

extension SyncPair {
  /// The kind of pair records; no entity has this name.
  package static let kind = "openswiftdata_pair"

  /// Reads a pair from a record; nil for other records and for incomplete ones.
  package init?(_ record: SyncRecord) {
    guard record.kind == Self.kind, case .list(let values)? = record.fields["ends"],
      values.count == 6
    else { return nil }
    func end(_ start: Int) -> End? {
      guard case .reference(let name) = values[start], case .text(let kind) = values[start + 1],
        case .text(let field) = values[start + 2]
      else { return nil }
      return End(record: name, kind: kind, field: field)
    }
    guard let first = end(0), let second = end(3) else { return nil }
    self.init(first, second)
  }

  /// Returns the pair as a record.
  ///
  /// - Parameters:
  ///   - name: The name of the record.
  ///   - tag: The server's tag of the version; nil for a version that the server has not seen.
  /// - Returns: The record.
  package func record(named name: String, tag: String? = nil) -> SyncRecord {
    let ends = [first, second].flatMap { end -> [SyncValue] in
      [.reference(end.record), .text(end.kind), .text(end.field)]
    }
    return SyncRecord(name: name, kind: Self.kind, fields: ["ends": .list(ends)], tag: tag)
  }
}

/// A provider whose server stores pairs in addition to the lists of members.
///
/// It reads and writes pairs as records of the kind `SyncPair.kind`, once it has received the
/// models.
package protocol PairKeeping: ModelLearning {}
