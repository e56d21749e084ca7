import Foundation
import SyncPort

/// Seals and opens the data of one location.
struct PlaceSealer: Sendable {
  let keys: SyncKeyRing
  let place: SealedPlace

  /// Returns the name of a record; the server's name if it was not sealed for this location.
  func name(_ sealed: String) throws -> String {
    try SealedName.open(sealed, keys.first, place) ?? sealed
  }

  func open(_ sealed: SyncRecord) throws -> SyncRecord {
    guard sealed.kind == SealedRecord.kind,
      case .data(let bytes)? = sealed.fields[SealedRecord.field]
    else { throw SyncError.notSealed(sealed.name) }
    let opened = try open(bytes, for: .record, named: sealed.name)
    var record: SyncRecord
    do {
      record = try SyncCoding.record(opened)
    } catch var error as SyncError {
      error.record = sealed.name
      throw error
    }
    guard try SealedName.seal(record.name, keys.first, place) == sealed.name else {
      throw SyncError(
        .keyMismatch,
        "Cannot open a record: its name was not sealed with the first key of the key ring.",
        advice: "Make the key that the location was created with the first one of the key ring.",
        record: sealed.name)
    }
    record.tag = sealed.tag
    return record
  }

  func seal(_ record: SyncRecord) throws -> SyncRecord {
    let name = try SealedName.seal(record.name, keys.first, place)
    let bytes = try seal(SyncCoding.encode(record), for: .record, named: name)
    return SyncRecord(
      name: name, kind: SealedRecord.kind, fields: [SealedRecord.field: .data(bytes)],
      tag: record.tag)
  }

  func seal(_ write: SyncWrite) throws -> SyncWrite {
    switch write {
    case .save(let record): .save(try seal(record))
    case .delete(let name, let tag):
      .delete(name: try SealedName.seal(name, keys.first, place), tag: tag)
    }
  }

  func open(_ result: SyncWriteResult, of write: SyncWrite) throws -> SyncWriteResult {
    switch result {
    case .conflict(let record?):
      do {
        return .conflict(try open(record))
      } catch let error as SyncError where error.isAboutContent {
        // A record that cannot be read is not overwritten.
        return .refused(error)
      }
    case .refused(var error):
      error.record = write.name
      return .refused(error)
    case .conflict(nil), .saved, .deleted, .postponed: return result
    }
  }

  /// Seals bytes for storage on the server under a name.
  func seal(_ bytes: Data, for purpose: SealingPurpose, named name: String) throws -> Data {
    try SealedBytes.seal(bytes, for: purpose, named: name, in: place.identity, keys.newest)
  }

  /// Opens bytes that are stored on the server under a name.
  func open(_ sealed: Data, for purpose: SealingPurpose, named name: String) throws -> Data {
    try SealedBytes.open(
      sealed, for: purpose, named: name, in: place.identity,
      takesFormer: place.takesFormer(purpose), keys)
  }
}
