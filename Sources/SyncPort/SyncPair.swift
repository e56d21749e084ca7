/// Two records that a many-to-many relationship relates, where a server keeps that as a record of its own.
///
/// Core Data does so at CloudKit. The list in which the record of one end names the other says the same; who knows
/// pairs alone, as an app of Apple's does, changes these.
package struct SyncPair: Hashable, Sendable {
  /// One of the two.
  package struct End: Hashable, Sendable {
    /// The name of its record.
    package var record: String
    /// What records call its entity, or one that it inherits from.
    package var kind: String
    /// What they call the relationship that leads to the other end.
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
  /// The kind of the records that pairs are in the port; no entity is called so.
  package static let kind = "openswiftdata_pair"

  /// The pair that a record of the port is; nil for other records, and for one that lacks something.
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

  /// The pair as a record of the port.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - tag: What the server calls its version; nil for one that it has not seen.
  /// - Returns: The record.
  package func record(named name: String, tag: String? = nil) -> SyncRecord {
    let ends = [first, second].flatMap { end -> [SyncValue] in
      [.reference(end.record), .text(end.kind), .text(end.field)]
    }
    return SyncRecord(name: name, kind: Self.kind, fields: ["ends": .list(ends)], tag: tag)
  }
}

/// A provider whose server keeps pairs beside the lists of members.
///
/// It gives and takes them as records of the kind `SyncPair.kind`, once it was told the models.
package protocol PairKeeping: ModelLearning {}
