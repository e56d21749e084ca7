// Part of a simulation of CloudKit that was never compared with Apple's server.

import Foundation

/// A user's database.
struct CloudKitFakeDatabase {
  var zones: [String: CloudKitFakeZone]
}

/// A zone with its change numbers.
struct CloudKitFakeZone {
  /// Distinguishes its sync tokens from those of other zones, and from invalidated ones.
  var generation = Int.random(in: 0..<1 << 40)
  var lastNumber = 0
  var records: [String: CloudKitFakeRecord] = [:]
  /// The number of the last change by record name, including deleted records.
  var changes: [String: Int] = [:]

  mutating func note(_ name: String) -> Int {
    lastNumber += 1
    changes[name] = lastNumber
    return lastNumber
  }

  func token(_ number: Int) -> String {
    Data("\(generation):\(number)".utf8).base64EncodedString()
  }

  /// The change number of a sync token; nil for one of another zone, and for an invalidated one.
  func number(_ token: String) -> Int? {
    guard let bytes = Data(base64Encoded: token) else { return nil }
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2, parts[0] == generation, (0...lastNumber).contains(parts[1]) else {
      return nil
    }
    return parts[1]
  }
}

extension CloudKitFakeServer {
  func zone(_ name: String, _ owner: String) throws -> CloudKitFakeZone {
    guard let zone = databases[owner]?.zones[name] else {
      throw CloudKitFakeRefusal("ZONE_NOT_FOUND", "Zone \(name) does not exist")
    }
    return zone
  }

  func modifyZones(_ call: CloudKitFakeCall, _ owner: String) throws -> [String: Any] {
    guard call.scope == "private" else {
      throw CloudKitFakeRefusal.badRequest("the \(call.scope) database has no custom zones")
    }
    let body = try call.object("operations")
    var results: [[String: Any]] = []
    for operation in try CloudKitFakeCall.objects(body["operations"], "operations") {
      try CloudKitFakeCall.check(operation, ["operationType", "zone"])
      guard let zone = operation["zone"] as? [String: Any] else {
        throw CloudKitFakeRefusal.badRequest("an operation names no zone")
      }
      try CloudKitFakeCall.check(zone, ["zoneID"])
      let name = try CloudKitFakeCall.zone(zone["zoneID"])
      guard operation["operationType"] as? String == "create", !name.hasPrefix("_") else {
        throw CloudKitFakeRefusal.badRequest("zones are created, and not the default one")
      }
      let known = databases[owner]?.zones[name] ?? CloudKitFakeZone()
      databases[owner]?.zones[name] = known
      results.append([
        "zoneID": ["zoneName": name], "atomic": true, "syncToken": known.token(known.lastNumber),
      ])
    }
    return ["zones": results]
  }

  func changes(_ call: CloudKitFakeCall, _ owner: String) throws -> [String: Any] {
    guard call.scope != "public" else {
      throw CloudKitFakeRefusal.badRequest("the default zone has no changes")
    }
    let body = try call.object("zones", "numbersAsStrings", "resultsLimit", "reverse")
    let asTexts = try CloudKitFakeCall.boolean(body["numbersAsStrings"])
    let zones = try CloudKitFakeCall.objects(body["zones"], "zones").map { wanted in
      try CloudKitFakeCall.check(
        wanted, ["zoneID", "syncToken", "resultsLimit", "desiredKeys", "desiredRecordTypes"])
      let name = try CloudKitFakeCall.zone(wanted["zoneID"])
      let limit = (wanted["resultsLimit"] as? NSNumber)?.intValue ?? 200
      guard (1...200).contains(limit) else {
        throw CloudKitFakeRefusal.badRequest("resultsLimit is out of bounds")
      }
      do {
        return try changes(of: try zone(name, owner), name, wanted["syncToken"], limit, asTexts)
      } catch let refusal as CloudKitFakeRefusal {
        var json = refusal.json
        json["zoneID"] = ["zoneName": name]
        return json
      }
    }
    return ["zones": zones]
  }

  private func changes(
    of zone: CloudKitFakeZone, _ name: String, _ token: Any?, _ limit: Int, _ asTexts: Bool
  ) throws -> [String: Any] {
    var start = 0
    if let token {
      guard let text = token as? String, let known = zone.number(text) else {
        throw CloudKitFakeRefusal.badRequest("Unknown sync token")
      }
      start = known
    }
    let changed = zone.changes.filter { $0.value > start }.sorted { $0.value < $1.value }
    let page = changed.prefix(limit)
    let records: [[String: Any]] = page.map { name, _ in
      zone.records[name]?.json(name, asTexts) ?? ["recordName": name, "deleted": true]
    }
    let isWhole = page.count == changed.count
    return [
      "zoneID": ["zoneName": name], "records": records, "moreComing": !isWhole,
      "syncToken": zone.token(isWhole ? zone.lastNumber : page.last?.value ?? start),
    ]
  }
}
