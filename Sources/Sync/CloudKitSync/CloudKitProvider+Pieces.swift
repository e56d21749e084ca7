import Foundation
import SyncHTTP
import SyncPort

/// Pieces of large values are assets of separate records, in a separate zone if possible, so that
/// the changes of the records' zone do not include them.
extension CloudKitProvider {
  /// Stores a piece of a large value.
  public func store(piece bytes: Data, named name: String) async throws {
    try await translated("store a piece of a large value") {
      var fields: [String: JSONValue] = [
        CloudKitNames.pieceSize: CloudKitField.integer(Int64(bytes.count)).json
      ]
      let recordName = CloudKitNames.pieceName(name)
      if !bytes.isEmpty {
        let asset = try await inZone(database.pieceZone) {
          try await upload(
            bytes, recordName, type: CloudKitNames.pieceType, field: CloudKitNames.pieceBytes,
            in: database.pieceZone)
        }
        fields[CloudKitNames.pieceBytes] = CloudKitField.asset(asset).json
      }
      try await inZone(database.pieceZone) { try await makePiece(recordName, .object(fields)) }
    }
  }

  /// Runs `body` in a zone, which is created if it is missing.
  func inZone<Result>(
    _ zone: JSONValue, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let failure as CloudKitFailure where failure.isZoneMissing {
      try await client.makeZone(zone)
      return try await body()
    }
  }

  private func makePiece(_ name: String, _ fields: JSONValue) async throws {
    let record: JSONValue = [
      "recordName": .string(name), "recordType": .string(CloudKitNames.pieceType), "fields": fields,
    ]
    let body: JSONValue = [
      "operations": [["operationType": "create", "record": record]],
      "zoneID": database.pieceZone, "atomic": false,
    ]
    let answer = try await client.send("records/modify", body)
    guard let made = try? answer["records"]?.array.first else {
      throw client.badAnswer("the answer to creating a piece is empty")
    }
    // Pieces are named after their contents, so an existing one is identical.
    if let failure = CloudKitFailure(made), !["EXISTS", "CONFLICT"].contains(failure.code) {
      throw failure
    }
  }

  /// Uploads the bytes of an asset.
  ///
  /// - Returns: The description of the asset to put into a record.
  func upload(
    _ bytes: Data, _ name: String, type: String, field: String, in zone: JSONValue
  ) async throws -> CloudKitAsset {
    let token: JSONValue = [
      "recordName": .string(name), "recordType": .string(type), "fieldName": .string(field),
    ]
    let body: JSONValue = ["zoneID": zone, "tokens": [token]]
    let answer = try await uploadToken(body)
    guard let text = try? answer["url"]?.string else {
      throw client.badAnswer("the address for uploading an asset is missing")
    }
    let headers = ["content-type": "application/octet-stream", "accept": "application/json"]
    let response = try await client.transport.send(
      HTTPRequest(
        "POST", try assetURL(text), headers: headers, body: bytes, limits: client.limits.forOthers))
    try check(response, "upload an asset")
    let json = try response.json(from: "CloudKit", limit: client.limits.other)
    guard let asset = CloudKitAsset(json?["singleFile"]) else {
      throw client.badAnswer("an uploaded asset has no description")
    }
    return asset
  }

  private func uploadToken(_ body: JSONValue) async throws -> JSONValue {
    let answer = try await client.send("assets/upload", body)
    guard let token = try? answer["tokens"]?.array.first else {
      throw client.badAnswer("the address for uploading an asset is missing")
    }
    if let failure = CloudKitFailure(token) { throw failure }
    return token
  }

  /// Returns a piece of a large value.
  public func piece(named name: String) async throws -> Data? {
    try await translated("read a piece of a large value") {
      let recordName = CloudKitNames.pieceName(name)
      let found: [String: JSONValue]
      do {
        found = try await lookUp([["recordName": .string(recordName)]], in: database.pieceZone)
      } catch let failure as CloudKitFailure where failure.isMissing {
        return nil
      }
      guard let record = found[recordName] else {
        throw client.badAnswer("the answer to a look-up does not contain the record")
      }
      if let failure = CloudKitFailure(record) {
        if failure.isMissing { return nil }
        throw failure
      }
      return record["deleted"] == true ? nil : try await bytes(of: record)
    }
  }

  private func bytes(of record: JSONValue) async throws -> Data {
    let fields = record["fields"]
    guard case .integer(let size)? = CloudKitField(json: fields?[CloudKitNames.pieceSize]) else {
      throw client.badAnswer("a piece of a large value has no size")
    }
    if size == 0 { return Data() }
    guard let asset = CloudKitAsset(fields?[CloudKitNames.pieceBytes]?["value"]), asset.size == size
    else {
      throw client.badAnswer("a piece of a large value has no asset of the same size")
    }
    return try await bytes(of: asset)
  }

  /// Returns the bytes of an asset.
  func bytes(of asset: CloudKitAsset) async throws -> Data {
    guard let address = asset.address else { throw client.badAnswer("an asset has no address") }
    try checkAssets([asset], of: nil)
    let response = try await client.transport.send(
      HTTPRequest("GET", try assetURL(address), limits: client.limits.forFile(of: Int(asset.size))))
    try check(response, "download an asset")
    guard response.body.count == asset.size else {
      throw client.badAnswer("an asset was truncated")
    }
    return response.body
  }

  /// The number of files of the maximum size that may be in memory at once.
  private static let filesAtOnce: Int64 = 4

  /// The maximum size of one asset in bytes, capped so that sums cannot overflow.
  private var assetLimit: Int64 { Int64(min(client.limits.file, 1 << 40)) }

  /// Rejects assets that are too large, individually or in total, before any of them is fetched.
  ///
  /// - Parameters:
  ///   - assets: The assets, as the server describes them.
  ///   - record: The name of their record; nil for a piece.
  /// - Throws: `SyncError` of the kind `answerTooLarge`.
  func checkAssets(_ assets: [CloudKitAsset], of record: String?) throws {
    let limit = assetLimit
    var total: Int64 = 0
    for asset in assets {
      guard (0...limit).contains(asset.size) else {
        throw tooLarge("the size of an asset is \(asset.size) B; the limit is \(limit) B", record)
      }
      total += asset.size
      guard total <= limit * Self.filesAtOnce else {
        throw tooLarge(
          "the assets of one record have more than \(limit * Self.filesAtOnce) bytes", record)
      }
    }
  }

  /// Rejects a page of several records whose assets are too large in total; fewer records are then
  /// requested.
  func checkAssets(ofPage records: [JSONValue]) throws {
    guard records.count > 1 else { return }
    let limit = assetLimit
    var total: Int64 = 0
    for record in records {
      for placed in CloudKitRecord.foreignAssets(record)
      where (0...limit).contains(placed.asset.size) {
        total += placed.asset.size
        guard total <= limit * Self.filesAtOnce else {
          throw tooLarge(
            "the assets of a page have more than \(limit * Self.filesAtOnce) bytes", nil)
        }
      }
    }
  }

  private func tooLarge(_ what: String, _ record: String?) -> SyncError {
    SyncError(
      .answerTooLarge, "Cannot download assets from CloudKit: \(what).",
      advice: "Check which programs write to the container. If the sizes are expected, "
        + "raise AnswerLimits.file.",
      record: record)
  }

  /// Checks the address of an asset, which must be as safe as that of the service.
  private func assetURL(_ text: String) throws -> URL {
    guard let url = URL(string: text), url.host != nil,
      url.scheme == "https" || url.scheme == database.server.scheme
    else { throw client.badAnswer("the address of an asset is invalid or not encrypted") }
    return url
  }

  private func check(_ response: HTTPResponse, _ what: String) throws {
    guard !(200..<300).contains(response.status) else { return }
    let retryAfter = response.retryAfter()
    switch response.status {
    case 429:
      throw SyncError.throttled(by: "CloudKit", retryAfter: retryAfter)
    case 413:
      throw SyncError(
        .recordTooLarge, "Cannot \(what): CloudKit does not accept an asset of this size.",
        advice: "Store less data in one value, for example in several models.")
    // Addresses are valid for a limited time; the next look-up returns a new one.
    default:
      throw SyncError(
        .serverFailed,
        "Cannot \(what): CloudKit answered with HTTP status \(response.status).",
        advice: SyncError.nextSyncTriesAgain, retryAfter: retryAfter)
    }
  }
}

extension CloudKitFailure {
  var isMissing: Bool { code == "NOT_FOUND" || isZoneMissing }
}
