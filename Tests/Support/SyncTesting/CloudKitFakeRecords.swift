// Part of a simulation of CloudKit that was never compared with Apple's server.

import Foundation

/// A record.
struct CloudKitFakeRecord {
  var type: String
  var fields: [String: CloudKitFakeValue]
  var tag: String

  func json(_ name: String, _ numbersAsTexts: Bool) -> [String: Any] {
    [
      "recordName": name, "recordType": type, "recordChangeTag": tag, "deleted": false,
      "fields": fields.mapValues { $0.json(numbersAsTexts) },
      "created": ["timestamp": 0, "userRecordName": "_someone", "deviceID": "2"],
      "modified": ["timestamp": 0, "userRecordName": "_someone", "deviceID": "2"],
    ]
  }

  /// The size of the record without its assets.
  var size: Int { fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.size } }
}

extension CloudKitFakeServer {
  func lookUp(_ call: CloudKitFakeCall, _ owner: String) throws -> [String: Any] {
    let body = try call.object("records", "zoneID", "desiredKeys", "numbersAsStrings")
    let zone = try zone(try CloudKitFakeCall.zone(body["zoneID"]), owner)
    let asTexts = try CloudKitFakeCall.boolean(body["numbersAsStrings"])
    let records = try CloudKitFakeCall.objects(body["records"], "records").map { wanted in
      try CloudKitFakeCall.check(wanted, ["recordName", "desiredKeys"])
      let name = try recordName(wanted)
      if let record = zone.records[name] { return record.json(name, asTexts) }
      var json = CloudKitFakeRefusal("NOT_FOUND", "Record not found").json
      json["recordName"] = name
      return json
    }
    return ["records": records]
  }

  private func recordName(_ json: [String: Any]) throws -> String {
    guard let name = json["recordName"] as? String, (1...255).contains(name.utf8.count),
      name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !name.hasPrefix("_")
    else { throw CloudKitFakeRefusal.badRequest("BadRequestException: invalid recordName") }
    return name
  }

  func modify(_ call: CloudKitFakeCall, _ owner: String) throws -> [String: Any] {
    let body = try call.object(
      "operations", "zoneID", "atomic", "desiredKeys", "numbersAsStrings")
    let asTexts = try CloudKitFakeCall.boolean(body["numbersAsStrings"])
    guard try body["atomic"] == nil || !CloudKitFakeCall.boolean(body["atomic"]) else {
      throw CloudKitFakeRefusal.badRequest("the imitation has no atomic operations")
    }
    let zoneName = try CloudKitFakeCall.zone(body["zoneID"])
    _ = try zone(zoneName, owner)
    // All operations are validated before any of them is performed.
    let operations = try CloudKitFakeCall.objects(body["operations"], "operations")
      .map(operation)
    guard Set(operations.map(\.name)).count == operations.count else {
      throw CloudKitFakeRefusal.badRequest("a record is in several operations")
    }
    let records = operations.map { operation -> [String: Any] in
      do {
        try failIfPlanned(record: operation.name)
        return try perform(operation, zoneName, owner, asTexts)
      } catch let refusal as CloudKitFakeRefusal {
        var json = refusal.json
        json["recordName"] = operation.name
        return json
      } catch {
        return ["recordName": operation.name, "serverErrorCode": "INTERNAL_ERROR"]
      }
    }
    return ["records": records]
  }

  /// A validated operation on a record.
  private struct Operation {
    let type: String
    let name: String
    let recordType: String
    let tag: String?
    /// The fields; nil for those that are cleared.
    let fields: [String: CloudKitFakeValue?]
  }

  private func operation(_ json: [String: Any]) throws -> Operation {
    try CloudKitFakeCall.check(json, ["operationType", "record"])
    guard let type = json["operationType"] as? String,
      ["create", "update", "delete"].contains(type), let record = json["record"] as? [String: Any]
    else { throw CloudKitFakeRefusal.badRequest("Unexpected input: no operation") }
    try CloudKitFakeCall.check(
      record, ["recordName", "recordType", "recordChangeTag", "fields"])
    let tag = record["recordChangeTag"] as? String
    guard (tag == nil) == (type == "create") else {
      throw CloudKitFakeRefusal.badRequest("recordChangeTag is missing, or too much")
    }
    let recordType = record["recordType"] as? String ?? ""
    guard type == "delete" || recordType.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_]{0,254}/#) != nil
    else { throw CloudKitFakeRefusal.badRequest("invalid record type \(recordType)") }
    var fields: [String: CloudKitFakeValue?] = [:]
    for (name, field) in record["fields"] as? [String: Any] ?? [:] {
      guard name.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_]{0,254}/#) != nil else {
        throw CloudKitFakeRefusal.badRequest("invalid field name \(name)")
      }
      fields.updateValue(try CloudKitFakeValue.parse(field, name), forKey: name)
    }
    return Operation(
      type: type, name: try recordName(record), recordType: recordType, tag: tag, fields: fields)
  }

  private func perform(
    _ operation: Operation, _ zoneName: String, _ owner: String, _ asTexts: Bool
  ) throws -> [String: Any] {
    var zone = try zone(zoneName, owner)
    let known = zone.records[operation.name]
    switch operation.type {
    case "create":
      if known != nil { throw CloudKitFakeRefusal("EXISTS", "record to insert already exists") }
    default:
      guard let known else { throw CloudKitFakeRefusal("NOT_FOUND", "Record not found") }
      guard known.tag == operation.tag else {
        throw CloudKitFakeRefusal("CONFLICT", "\(known.tag) is the tag")
      }
    }
    if operation.type == "delete" {
      zone.records[operation.name] = nil
      _ = zone.note(operation.name)
      databases[owner]?.zones[zoneName] = zone
      return ["recordName": operation.name, "deleted": true]
    }
    var record = known ?? CloudKitFakeRecord(type: operation.recordType, fields: [:], tag: "")
    guard record.type == operation.recordType else {
      throw CloudKitFakeRefusal.badRequest("the record is of the type \(record.type)")
    }
    try adopt(operation.fields, operation.recordType)
    for (name, value) in operation.fields {
      record.fields[name] = try value.map { try redeemed($0, name, operation.name) }
    }
    guard record.size <= 1_000_000 else {
      throw CloudKitFakeRefusal.badRequest("record is too large: \(record.size)")
    }
    record.tag = String(zone.note(operation.name), radix: 36) + "t"
    zone.records[operation.name] = record
    databases[owner]?.zones[zoneName] = zone
    return record.json(operation.name, asTexts)
  }

  /// Compares fields with the schema, which is extended in the development environment.
  private func adopt(_ fields: [String: CloudKitFakeValue?], _ recordType: String) throws {
    if hasFixedSchema, schema[recordType] == nil {
      throw CloudKitFakeRefusal.badRequest("Did not find record type: \(recordType)")
    }
    for (name, value) in fields {
      guard let type = value?.type, type != "UNKNOWN_LIST" else { continue }
      switch schema[recordType]?[name] {
      case type?: continue
      case let known?:
        throw CloudKitFakeRefusal.badRequest(
          "invalid attempt to set value type \(type) for field '\(name)', defined to be: \(known)")
      case nil:
        if hasFixedSchema {
          throw CloudKitFakeRefusal.badRequest("no field \(name) in the schema")
        }
        schema[recordType, default: [:]][name] = type
      }
    }
  }

  /// Writes a record as Core Data would, ignoring the tag.
  package func putRecord(
    _ name: String, type: String, fields: String, user: String, zone zoneName: String
  ) throws {
    let json = try JSONSerialization.jsonObject(with: Data(fields.utf8)) as? [String: Any] ?? [:]
    var zone = databases[user]?.zones[zoneName] ?? CloudKitFakeZone()
    var record =
      zone.records[name] ?? CloudKitFakeRecord(type: type, fields: [:], tag: "")
    for (name, field) in json { record.fields[name] = try CloudKitFakeValue.parse(field, name) }
    record.tag = String(zone.note(name), radix: 36) + "t"
    zone.records[name] = record
    databases[user]?.zones[zoneName] = zone
  }

  /// Deletes a record as Core Data would, ignoring the tag.
  package func removeRecord(_ name: String, user: String, zone zoneName: String) {
    guard var zone = databases[user]?.zones[zoneName] else { return }
    zone.records[name] = nil
    _ = zone.note(name)
    databases[user]?.zones[zoneName] = zone
  }

  /// The names of the records of a type.
  package func names(ofType type: String, user: String, zone: String) -> [String] {
    let records = databases[user]?.zones[zone]?.records ?? [:]
    return records.filter { $0.value.type == type }.keys.sorted()
  }

  /// The fields of a record in JSON; nil if it does not exist.
  package func fields(_ name: String, user: String, zone: String) -> String? {
    guard let record = databases[user]?.zones[zone]?.records[name] else { return nil }
    let json = record.fields.mapValues { $0.json(false) }
    let data = try? JSONSerialization.data(withJSONObject: json, options: [.sortedKeys])
    return data.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The type of a record.
  package func type(_ name: String, user: String, zone: String) -> String? {
    databases[user]?.zones[zone]?.records[name]?.type
  }
}
