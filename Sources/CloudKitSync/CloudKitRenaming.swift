import DataSchema
import SyncPort

/// What the fields of records are called where a property was renamed.
///
/// Core Data calls them after what the property is called now, and records of the port after what it was called first. A
/// record that nobody has written since has the former field alone, which counts then.
struct CloudKitRenaming: Sendable {
  /// The names of properties by those in the port's records, by kind; those alone that differ.
  private var properties: [String: [String: String]] = [:]
  /// The names of all properties, by kind.
  private var all: [String: Set<String>] = [:]

  init() {}

  init(_ model: ModelDescription, _ names: RecordNames) {
    for entity in model.entities {
      let kind = names.kind(of: entity.name)
      var next: EntityDescription? = entity
      while let current = next {
        for property in current.properties {
          all[kind, default: []].insert(property.name)
          let field = names.field(of: property.name, entity.name)
          if field != property.name { properties[kind, default: [:]][field] = property.name }
        }
        next = current.parentName.flatMap(model.entity(named:))
      }
    }
  }

  /// A write as it is sent.
  func written(_ write: SyncWrite) -> SyncWrite {
    guard case .save(var record) = write, let properties = properties[record.kind] else {
      return write
    }
    let fields = record.fields
    for field in properties.keys { record.fields[field] = nil }
    for (field, property) in properties { record.fields[property] = fields[field] }
    return .save(record)
  }

  /// A record of the port from one that was read.
  func known(_ record: SyncRecord) -> SyncRecord {
    guard let properties = properties[record.kind] else { return record }
    var record = record
    let fields = record.fields
    for property in properties.values { record.fields[property] = nil }
    for (field, property) in properties {
      let isFree = !(all[record.kind]?.contains(field) ?? false)
      record.fields[field] = fields[property] ?? (isFree ? fields[field] : nil)
    }
    return record
  }

  /// What came of a write.
  func known(_ result: SyncWriteResult) -> SyncWriteResult {
    if case .conflict(let record?) = result { .conflict(known(record)) } else { result }
  }
}
