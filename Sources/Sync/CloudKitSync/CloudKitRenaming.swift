import DataSchema
import SyncPort

/// The names of fields for properties that were renamed.
///
/// Core Data uses the current name of a property, the engine's records use its first name. A record
/// that was not written since the renaming has only the former field, which is then used.
struct CloudKitRenaming: Sendable {
  /// The current names of renamed properties by their names in the engine's records, by kind.
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

  /// Converts a write of the engine to the current names.
  func written(_ write: SyncWrite) -> SyncWrite {
    guard case .save(var record) = write, let properties = properties[record.kind] else {
      return write
    }
    let fields = record.fields
    for field in properties.keys { record.fields[field] = nil }
    for (field, property) in properties { record.fields[property] = fields[field] }
    return .save(record)
  }

  /// Converts a record with current names to one for the engine.
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

  /// Converts the result of a write for the engine.
  func known(_ result: SyncWriteResult) -> SyncWriteResult {
    if case .conflict(let record?) = result { .conflict(known(record)) } else { result }
  }
}
