// Part of a simulation of CloudKit that was never compared with Apple's server.

import Foundation
import SyncHTTP

/// The permission to upload an asset for a field.
struct CloudKitFakeUpload {
  var owner: String
  var zone: String
  var recordName: String
  var recordType: String
  var fieldName: String
}

extension CloudKitFakeServer {
  func grantUploads(_ call: CloudKitFakeCall, _ owner: String) throws -> [String: Any] {
    let body = try call.object("zoneID", "tokens")
    let zoneName = try CloudKitFakeCall.zone(body["zoneID"])
    _ = try zone(zoneName, owner)
    let tokens = try CloudKitFakeCall.objects(body["tokens"], "tokens").map { token in
      try CloudKitFakeCall.check(token, ["recordName", "recordType", "fieldName"])
      guard let name = token["recordName"] as? String, let type = token["recordType"] as? String,
        let field = token["fieldName"] as? String
      else { throw CloudKitFakeRefusal.badRequest("a token names no field") }
      let address = "https://\(Self.assetHost)/up/\(nextNumber())"
      uploads[address] = CloudKitFakeUpload(
        owner: owner, zone: zoneName, recordName: name, recordType: type, fieldName: field)
      return ["recordName": name, "fieldName": field, "url": address]
    }
    return ["tokens": tokens]
  }

  /// Handles uploads and downloads of assets.
  func asset(_ request: HTTPRequest) -> HTTPResponse {
    let address = request.url.absoluteString
    if request.url.query != nil || request.headers.keys.contains("authorization") {
      return HTTPResponse(status: 400)
    }
    if request.method == "GET" {
      return downloads[address].map { HTTPResponse(status: 200, body: $0) }
        ?? HTTPResponse(status: 410)
    }
    guard request.method == "POST", let bytes = request.body, !bytes.isEmpty,
      let upload = uploads.removeValue(forKey: address)
    else { return HTTPResponse(status: 400) }
    guard bytes.count <= 50 << 20 else { return HTTPResponse(status: 413) }
    let receipt = "receipt-\(nextNumber())"
    receipts[receipt] = (upload, bytes)
    let file: [String: Any] = [
      "receipt": receipt, "size": bytes.count, "fileChecksum": "sum-\(receipt)",
      "wrappingKey": "key-\(receipt)", "referenceChecksum": "reference-\(receipt)",
    ]
    let body = try? JSONSerialization.data(withJSONObject: ["singleFile": file])
    return HTTPResponse(status: 200, body: body ?? Data())
  }

  /// Adds an uploaded asset to a record, with an address for downloading it.
  func redeemed(
    _ value: CloudKitFakeValue, _ field: String, _ record: String
  ) throws -> CloudKitFakeValue {
    guard case .asset(var parts, let size) = value else { return value }
    guard let receipt = parts["receipt"], let (upload, bytes) = receipts[receipt],
      upload.fieldName == field, upload.recordName == record, bytes.count == size,
      parts["fileChecksum"] == "sum-\(receipt)", parts["wrappingKey"] == "key-\(receipt)",
      parts["referenceChecksum"] == "reference-\(receipt)"
    else { throw CloudKitFakeRefusal.badRequest("the asset of \(field) was not sent for it") }
    receipts[receipt] = nil
    let address = "https://\(Self.assetHost)/down/\(nextNumber())/"
    downloads[address + "piece"] = bytes
    parts["receipt"] = nil
    parts["downloadURL"] = address + "${f}"
    return .asset(parts, size: size)
  }

  /// Sets or removes an asset of a record as Core Data would, and clears the field for inline
  /// values.
  package func putAsset(
    _ bytes: Data?, _ property: String, record name: String, user: String, zone zoneName: String
  ) {
    guard var zone = databases[user]?.zones[zoneName], var record = zone.records[name] else {
      return
    }
    record.fields["CD_\(property)"] = nil
    record.fields["CD_\(property)_ckAsset"] = bytes.map { bytes in
      let address = "https://\(Self.assetHost)/down/\(nextNumber())/"
      downloads[address + "piece"] = bytes
      return .asset(
        ["downloadURL": address + "${f}", "fileChecksum": "sum-\(nextNumber())"],
        size: bytes.count)
    }
    record.tag = String(zone.note(name), radix: 36) + "t"
    zone.records[name] = record
    databases[user]?.zones[zoneName] = zone
  }

  /// The bytes of a record's asset for a property; nil if there is none.
  package func assetBytes(
    _ property: String, record name: String, user: String, zone: String
  ) -> Data? {
    let fields = databases[user]?.zones[zone]?.records[name]?.fields
    guard case .asset(let parts, _)? = fields?["CD_\(property)_ckAsset"],
      let address = parts["downloadURL"]
    else { return nil }
    return downloads[address.replacingOccurrences(of: "${f}", with: "piece")]
  }

  /// Removes half of the bytes of each asset.
  package func cutAssets() { downloads = downloads.mapValues { $0.prefix($0.count / 2) } }

  /// Invalidates the download addresses of all assets.
  package func expireAssets() { downloads = [:] }
}
