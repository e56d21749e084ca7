import Foundation
import SyncHTTP
import SyncPort

/// Records in the format of CloudKit.
///
/// Each value that has a suitable type is stored in a field that Core Data reads: `CD_` and the
/// name of the property. `OSD_types` contains the original types of values, and `OSD_values` the
/// bytes of all values that a field would not preserve exactly. A value of `OSD_values` is valid
/// only while the field still matches it: if another program changes the field, such as Core Data
/// on a phone, the value changes.
enum CloudKitRecord {
  /// Returns the fields of a record.
  ///
  /// - Parameters:
  ///   - record: A record.
  ///   - isUpdate: Whether fields of an earlier version may exist, which are then cleared if they
  ///     have no value.
  ///   - uses: What happens to the assets of properties.
  /// - Returns: The fields with values, and the names of fields to clear.
  static func fields(
    _ record: SyncRecord, isUpdate: Bool, _ uses: [String: CloudKitAssetUse] = [:]
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
    for (property, use) in uses {
      guard let name = CloudKitNames.field(property), let assetName = CloudKitNames.asset(property)
      else { continue }
      switch use {
      case .sent(let asset):
        fields[assetName] = .asset(asset)
        if fields.removeValue(forKey: name) != nil {
          empty.append(name)
        } else {
          types[property] = assetType + (asset.checksum ?? "")
        }
      case .kept(let checksum): types[property] = assetType + checksum
      case .removed: empty.append(assetName)
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

  /// Returns the field that stores a value, or would store it if it were not null; nil if there is
  /// none.
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

  /// Returns why a record could not be read again, if the bytes of a value cannot be decoded;
  /// otherwise nil.
  static func obstacle(_ record: SyncRecord) -> SyncError? {
    let bad = record.fields.sorted { $0.key < $1.key }.first { name, value in
      !CloudKitValue.survives(value)
        && (try? SyncCoding.fields(SyncCoding.encode([name: value]))) == nil
    }
    guard let bad else { return nil }
    return SyncError(
      .invalid,
      "Cannot write the record \(record.name): the value of \(bad.key) cannot be encoded.",
      advice: "Check whether the value contains lists that are nested too deeply.",
      record: record.name)
  }

  /// Returns the size of fields within a record's limit, in bytes.
  static func size(_ fields: [String: CloudKitField]) -> Int {
    fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.size }
  }

  /// Reads a record from an answer.
  ///
  /// - Parameters:
  ///   - json: A record of an answer.
  ///   - name: The engine's name of the record.
  ///   - models: The types of fields that other programs wrote.
  /// - Returns: The record; nil if it does not belong to a row, such as CloudKit's own record of a
  ///   share.
  /// - Throws: `SyncError` of the kind `badAnswer` if something is missing or damaged.
  static func record(
    _ json: JSONValue, _ name: String, _ models: CloudKitModels
  ) throws -> SyncRecord? {
    let type = (try? json["recordType"]?.string) ?? ""
    let fields = fields(json)
    var pair: SyncPair?
    if type == CloudKitPair.recordType {
      pair = models.names.flatMap { CloudKitPair.pair(fields, $0) }
    }
    guard type.hasPrefix("CD_") || type == CloudKitNames.otherType || pair != nil else {
      return nil
    }
    guard let tag = try? json["recordChangeTag"]?.string else {
      throw SyncError(
        .badAnswer, "CloudKit returned a record without its change tag.",
        advice: SyncError.nextSyncTriesAgain, record: name)
    }
    if let pair { return pair.record(named: name, tag: tag) }
    let kind = text(fields[CloudKitNames.entity]) ?? String(type.dropFirst(3))
    return SyncRecord(
      name: name, kind: kind, fields: try values(fields, models.types(of: kind), name),
      marks: text(fields[CloudKitNames.marks]) ?? "", tag: tag)
  }

  private static func fields(_ json: JSONValue) -> [String: JSONValue] {
    (try? json["fields"]?.object) ?? [:]
  }

  private static func text(_ json: JSONValue?) -> String? {
    if case .text(let text)? = CloudKitField(json: json) { text } else { nil }
  }

  private static func values(
    _ fields: [String: JSONValue], _ known: [String: String], _ record: String
  ) throws -> [String: SyncValue] {
    let types = types(fields)
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
      values[property] = value(
        property, types[property] ?? known[property], exact[property], fields)
    }
    return values
  }

  private static func value(
    _ property: String, _ type: String?, _ exact: SyncValue?, _ fields: [String: JSONValue]
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
    if let type, type.hasPrefix(assetType), field == nil,
      CloudKitNames.asset(property).flatMap({ asset(fields[$0]) }) == nil
    {
      return .null
    }
    if let exact {
      let own = CloudKitNames.field(property) == nil ? nil : CloudKitValue.field(exact)
      if own == field { return exact }
    }
    if let field { return CloudKitValue.value(field, type) }
    // Other programs cleared the field, unless its type is not supported here.
    return type != nil || exact != nil ? .null : nil
  }
}

// Assets.

extension CloudKitRecord {
  /// The prefix in the type of a large value that is also stored in an asset, followed by the
  /// asset's checksum.
  private static let assetType = "asset "

  private static func types(_ fields: [String: JSONValue]) -> [String: String] {
    text(fields[CloudKitNames.types]).flatMap {
      try? JSONDecoder().decode([String: String].self, from: Data($0.utf8))
    } ?? [:]
  }

  private static func asset(_ field: JSONValue?) -> CloudKitAsset? {
    CloudKitAsset(field?["value"])
  }

  /// Returns the asset of a property in a record of an answer.
  static func asset(_ json: JSONValue, _ property: String) -> CloudKitAsset? {
    let fields = fields(json)
    return CloudKitNames.asset(property).flatMap { asset(fields[$0]) }
  }

  /// Returns the checksum of the asset that contains a large value, according to a record of an
  /// answer; nil if there is none.
  static func checksum(
    ofFile file: SyncFile, _ property: String, _ json: JSONValue
  ) -> String? {
    let fields = fields(json)
    guard let type = types(fields)[property], type.hasPrefix(assetType),
      case .bytes(let bytes)? = CloudKitField(json: fields[CloudKitNames.exact]),
      (try? SyncCoding.fields(bytes))?[property] == .file(file)
    else { return nil }
    return String(type.dropFirst(assetType.count))
  }

  /// Returns the assets that contain values of properties and were written by other programs.
  static func foreignAssets(_ json: JSONValue) -> [CloudKitPlacedAsset] {
    let fields = fields(json)
    let types = types(fields)
    return fields.keys.sorted().compactMap { name in
      guard let property = CloudKitNames.assetProperty(name), let asset = asset(fields[name]),
        let own = CloudKitNames.field(property)
      else { return nil }
      let field = CloudKitField(json: fields[own])
      guard field == nil || field?.size == 0 else { return nil }
      var type = types[property]
      if let known = type, known.hasPrefix(assetType) {
        // The asset contains the large value that the record names.
        if known == assetType + (asset.checksum ?? "-") { return nil }
        type = "data"
      }
      if type == nil, case .text? = field { type = "text" }
      return CloudKitPlacedAsset(property: property, asset: asset, type: type)
    }
  }
}
