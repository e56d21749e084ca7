import SyncHTTP
import SyncPort

/// The records in which Core Data stores a many-to-many relationship, one for each pair of related
/// objects.
///
/// Their three fields name both ends, separated by a colon, in the order of the entities' names.
enum CloudKitPair {
  static let recordType = "CDMR"
  private static let entities = "CD_entityNames"
  private static let records = "CD_recordNames"
  private static let relationships = "CD_relationships"

  /// Returns the fields of a pair.
  static func fields(_ pair: SyncPair, _ names: RecordNames) -> [String: CloudKitField] {
    let ends = [pair.first, pair.second].map {
      end -> (entity: String, record: String, name: String) in
      let entity = names.entity(ofKind: end.kind)
      return (
        entity, CloudKitNames.recordName(end.record), names.property(ofField: end.field, entity)
      )
    }.sorted { ($0.entity, $0.name) < ($1.entity, $1.name) }
    func text(_ part: ((entity: String, record: String, name: String)) -> String) -> CloudKitField {
      .text(ends.map(part).joined(separator: ":"))
    }
    return [
      entities: text(\.entity), records: text(\.record), relationships: text(\.name),
    ]
  }

  /// Reads a pair from the fields of a record; nil if they contain none.
  static func pair(_ fields: [String: JSONValue], _ names: RecordNames) -> SyncPair? {
    func parts(_ name: String) -> [String]? {
      guard case .text(let text)? = CloudKitField(json: fields[name]) else { return nil }
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } ? parts : nil
    }
    guard let entities = parts(entities), let records = parts(records),
      let relationships = parts(relationships)
    else { return nil }
    func end(_ number: Int) -> SyncPair.End? {
      guard let record = CloudKitNames.name(records[number]) else { return nil }
      let entity = entities[number]
      return SyncPair.End(
        record: record, kind: names.kind(of: entity),
        field: names.field(of: relationships[number], entity))
    }
    guard let first = end(0), let second = end(1) else { return nil }
    return SyncPair(first, second)
  }
}
