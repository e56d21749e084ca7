import DataSchema
import Foundation
import Locks
import SyncHTTP
import SyncPort

/// Assets that apps on Apple's systems read and write.
///
/// Core Data stores data and strings that are too large for a record in an asset, and leaves the
/// property's own field empty. Devices of this library store large data in pieces; the asset is
/// only for apps on Apple's systems. The record's types contain the checksum of the asset that this
/// library wrote, so that only assets written by an app are fetched.
extension CloudKitProvider {
  /// Returns the record of an answer, including values that other programs store in assets.
  ///
  /// - Returns: The record; nil if it does not belong to a row.
  /// - Throws: `SyncError`.
  func record(_ json: JSONValue, _ name: String) async throws -> SyncRecord? {
    let models = models.withLock { $0 }
    guard let bare = try CloudKitRecord.record(json, name, models) else { return nil }
    var record = bare
    let assets = CloudKitRecord.foreignAssets(json)
    try checkAssets(assets.map(\.asset), of: name)
    for placed in assets {
      let bytes = try await bytes(of: placed.asset)
      let isText =
        placed.type.map { $0 == "text" }
        ?? variable.withLock { $0[record.kind]?[placed.property] == .text }
      let text = isText ? String(data: bytes, encoding: .utf8) : nil
      record.fields[placed.property] = text.map(SyncValue.text) ?? .data(bytes)
    }
    return record
  }

  /// Determines the assets of records to write, by record name and property, and uploads new ones.
  ///
  /// - Throws: `SyncError` and `CloudKitFailure`; at most assets were uploaded then, which belong
  ///   to no record.
  func assetUses(of writes: [SyncWrite]) async throws -> [String: [String: CloudKitAssetUse]] {
    let records = writes.compactMap { write -> SyncRecord? in
      if case .save(let record) = write, record.kind != SyncPair.kind { record } else { nil }
    }
    let updates = records.filter { $0.tag != nil && mayHaveAssets($0) }
    let known = try await lookUpExisting(updates.map(\.name))
    var uses: [String: [String: CloudKitAssetUse]] = [:]
    for record in records {
      let json = known[CloudKitNames.recordName(record.name)] ?? [:]
      for (property, value) in record.fields where CloudKitNames.asset(property) != nil {
        uses[record.name, default: [:]][property] = try await use(property, value, record, json)
      }
      for (property, asset) in try await largeTexts(of: record, uses[record.name] ?? [:]) {
        uses[record.name, default: [:]][property] = .sent(asset)
      }
    }
    return uses
  }

  /// Whether a record may have assets: for its current values, or for former ones.
  private func mayHaveAssets(_ record: SyncRecord) -> Bool {
    let properties = variable.withLock { $0[record.kind] ?? [:] }
    return record.fields.contains { property, value in
      if case .file = value { return true }
      return value.isEmpty && properties[property] != nil
    }
  }

  private func lookUpExisting(_ names: [String]) async throws -> [String: JSONValue] {
    guard !names.isEmpty else { return [:] }
    do {
      return try await lookUp(
        names.map { ["recordName": .string(CloudKitNames.recordName($0))] }, in: database.recordZone
      )
    } catch let failure as CloudKitFailure where failure.isZoneMissing {
      return [:]
    }
  }

  private func use(
    _ property: String, _ value: SyncValue, _ record: SyncRecord, _ json: JSONValue
  ) async throws -> CloudKitAssetUse? {
    let present = CloudKitRecord.asset(json, property)
    guard case .file(let file) = value else {
      return present != nil && value.isEmpty ? .removed : nil
    }
    if let checksum = present?.checksum,
      CloudKitRecord.checksum(ofFile: file, property, json) == checksum
    {
      return .kept(checksum: checksum)
    }
    guard file.size <= CloudKitAsset.limit, let bytes = try await pieces(of: file) else {
      return present == nil ? nil : .removed
    }
    return .sent(try await send(bytes, property, record))
  }

  /// Returns the bytes of a large value, whose pieces the server has before its record; nil if
  /// pieces are missing.
  private func pieces(of file: SyncFile) async throws -> Data? {
    var bytes = Data()
    while Int64(bytes.count) < file.size {
      let number = bytes.count / SyncFile.pieceSize
      guard let piece = try await piece(named: file.pieceName(number)), !piece.isEmpty else {
        return nil
      }
      bytes += piece
    }
    return bytes.isEmpty || Int64(bytes.count) != file.size ? nil : bytes
  }

  /// Uploads the largest strings of a record that exceeds the size limit, until it fits.
  private func largeTexts(
    of record: SyncRecord, _ uses: [String: CloudKitAssetUse]
  ) async throws -> [String: CloudKitAsset] {
    var excess =
      CloudKitRecord.size(CloudKitRecord.fields(record, isUpdate: false, uses).full)
      - Self.recordLimit
    var assets: [String: CloudKitAsset] = [:]
    let texts = record.fields.compactMap { property, value -> (property: String, text: String)? in
      guard case .text(let text) = value, CloudKitNames.asset(property) != nil,
        CloudKitValue.survives(value)
      else { return nil }
      return (property, text)
    }
    for (property, text) in texts.sorted(by: { $0.text.utf8.count > $1.text.utf8.count })
    where excess > 0 && text.utf8.count > 1_000 && text.utf8.count <= CloudKitAsset.limit {
      assets[property] = try await send(Data(text.utf8), property, record)
      excess -= text.utf8.count
    }
    return assets
  }

  private func send(
    _ bytes: Data, _ property: String, _ record: SyncRecord
  ) async throws -> CloudKitAsset {
    try await inZone(database.recordZone) {
      try await upload(
        bytes, CloudKitNames.recordName(record.name), type: recordType(record),
        field: CloudKitNames.asset(property) ?? "", in: database.recordZone)
    }
  }
}

/// The type of a property whose values may be too large for a record.
enum CloudKitVariable { case text, data }

extension CloudKitProvider: PairKeeping {
  package func learn(_ model: ModelDescription, _ names: RecordNames) {
    var known: [String: [String: CloudKitVariable]] = [:]
    for entity in model.entities {
      let kind = names.kind(of: entity.name)
      var next: EntityDescription? = entity
      while let current = next {
        for case .attribute(let attribute) in current.properties {
          switch attribute.type {
          case .string: known[kind, default: [:]][attribute.name] = .text
          case .binaryData, .transformable: known[kind, default: [:]][attribute.name] = .data
          default: break
          }
        }
        next = current.parentName.flatMap(model.entity(named:))
      }
    }
    variable.withLock { $0 = known }
    renaming.withLock { $0 = CloudKitRenaming(model, names) }
    models.withLock { $0 = CloudKitModels(model, names) }
  }
}

extension SyncValue {
  fileprivate var isEmpty: Bool {
    switch self {
    case .null: true
    case .text(let text): text.isEmpty
    case .data(let bytes): bytes.isEmpty
    default: false
    }
  }
}
