import Foundation
import SyncPort

/// Records as CloudKit has them.
///
/// Each value stands in a field that Core Data reads, `CD_` and the name of the property, where there is a
/// type for it. `OSD_types` tells what the fields' values were, and `OSD_values` has the bytes of all that a
/// field would not give back in every bit. A value of `OSD_values` counts for as long as the field is the one
/// that goes with it: who changes the field, such as Core Data on a phone, changes the value.
enum CloudKitRecord {
  /// The fields of a record.
  ///
  /// - Parameters:
  ///   - record: A record.
  ///   - isUpdate: Whether there may be fields of a former version, which are emptied where the value has none.
  /// - Returns: The fields that have something, and the names of those that are emptied.
  static func fields(
    _ record: SyncRecord, isUpdate: Bool
  ) -> (full: [String: CloudKitField], empty: [String]) {
    var fields: [String: CloudKitField] = [CloudKitNames.entity: .text(record.kind)]
    var empty: [String] = []
    var types: [String: String] = [:]
    var exact: [String: SyncValue] = [:]
    for (property, value) in record.fields {
      let name = fieldName(property, value)
      if let name, let field = CloudKitValue.field(value) {
        fields[name] = field
        types[property] = CloudKitValue.type(value)
        if !CloudKitValue.survives(value) { exact[property] = value }
      } else {
        exact[property] = value
        if let name, name.hasPrefix("CD_") { empty.append(name) }
      }
    }
    fields[CloudKitNames.types] = .text(text(types))
    if exact.isEmpty {
      empty.append(CloudKitNames.exact)
    } else {
      fields[CloudKitNames.exact] = .bytes(SyncCoding.encode(exact))
    }
    fields[CloudKitNames.marks] = .text(record.marks)
    return (fields, isUpdate ? empty : [])
  }

  /// The field in which a value stands, or would if it were not null; nil for none.
  private static func fieldName(_ property: String, _ value: SyncValue) -> String? {
    switch value {
    case .list: CloudKitNames.list(property)
    case .composite: nil
    default: CloudKitNames.field(property)
    }
  }

  private static func text(_ types: [String: String]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(types)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// Why a record would not be read again: a value's bytes are none that anybody reads; nil where it would.
  static func obstacle(_ record: SyncRecord) -> SyncError? {
    let bad = record.fields.sorted { $0.key < $1.key }.first { name, value in
      !CloudKitValue.survives(value)
        && (try? SyncCoding.fields(SyncCoding.encode([name: value]))) == nil
    }
    guard let bad else { return nil }
    return SyncError(
      .invalid, "The value \(bad.key) of the record \(record.name) cannot be written.",
      advice: "Decimals that are no number are such values: keep null instead.",
      record: record.name)
  }

  /// How much of a record's room fields take.
  static func size(_ fields: [String: CloudKitField]) -> Int {
    fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.size }
  }

  /// The record that an answer has.
  ///
  /// - Parameters:
  ///   - json: A record of an answer.
  ///   - name: The name that the port has for it.
  /// - Returns: The record; nil for one that is no row's, such as what CloudKit keeps of a share.
  /// - Throws: `SyncError` of the kind `badAnswer` where something is missing or damaged.
  static func record(_ json: [String: Any], _ name: String) throws -> SyncRecord? {
    let type = json["recordType"] as? String ?? ""
    let fields = json["fields"] as? [String: Any] ?? [:]
    guard type.hasPrefix("CD_") || type == CloudKitNames.otherType else { return nil }
    guard let tag = json["recordChangeTag"] as? String else {
      throw SyncError(.badAnswer, "CloudKit gave a record without its version.", record: name)
    }
    let kind = text(fields[CloudKitNames.entity]) ?? String(type.dropFirst(3))
    return SyncRecord(
      name: name, kind: kind, fields: try values(fields, name),
      marks: text(fields[CloudKitNames.marks]) ?? "", tag: tag)
  }

  private static func text(_ json: Any?) -> String? {
    if case .text(let text)? = CloudKitField(json: json) { text } else { nil }
  }

  private static func values(
    _ fields: [String: Any], _ record: String
  ) throws -> [String: SyncValue] {
    let types =
      text(fields[CloudKitNames.types]).flatMap {
        try? JSONDecoder().decode([String: String].self, from: Data($0.utf8))
      } ?? [:]
    var exact: [String: SyncValue] = [:]
    if case .bytes(let bytes)? = CloudKitField(json: fields[CloudKitNames.exact]) {
      do {
        exact = try SyncCoding.fields(bytes)
      } catch var error as SyncError {
        error.record = record
        throw error
      }
    }
    let others = fields.keys.compactMap(CloudKitNames.property)
    var values: [String: SyncValue] = [:]
    for property in Set(types.keys).union(exact.keys).union(others) {
      values[property] = value(property, types[property], exact[property], fields)
    }
    return values
  }

  private static func value(
    _ property: String, _ type: String?, _ exact: SyncValue?, _ fields: [String: Any]
  ) -> SyncValue? {
    switch exact {
    case .list?, .composite?: return exact
    default: break
    }
    if let type, type.hasPrefix("list of ") {
      let list = CloudKitNames.list(property).flatMap { CloudKitField(json: fields[$0]) }
      return list.map { CloudKitValue.value($0, type) } ?? .null
    }
    let json = CloudKitNames.field(property).flatMap { fields[$0] }
    let field = CloudKitField(json: json)
    if let exact {
      let own = CloudKitNames.field(property) == nil ? nil : CloudKitValue.field(exact)
      if own == field { return exact }
    }
    if let field { return CloudKitValue.value(field, type) }
    // Emptied by others, unless it is of a type that is not read here.
    return type != nil || exact != nil ? .null : nil
  }
}
