import Foundation
import SyncPort

/// The record that tells whether a key is the one with which a place was begun.
enum SealedCheck {
  /// Its name, which is shorter than those of all others.
  static let recordName = "sealed-key"
  private static let derivationField = "derivation"
  private static let content = Data("OpenSwiftData".utf8)

  static func make(_ key: SyncKey, derivation: SyncKeyDerivation?) throws -> SyncRecord {
    var record = SyncRecord(name: recordName, kind: SealedRecord.kind)
    record.fields[SealedRecord.field] = .data(
      try SealedBytes.seal(content, for: .check, named: recordName, key))
    if let derivation { record.fields[derivationField] = .text(derivation.text) }
    return record
  }

  /// The record of a place: the one that is there, else the one that is given, which is there from now on.
  static func record(_ wanted: SyncRecord, at inner: any SyncProvider) async throws -> SyncRecord {
    for attempt in 0..<8 {
      switch try await inner.write([.save(wanted)]).first {
      case .saved: return wanted
      case .conflict(let record?): return record
      case .refused(let error): throw error
      // The place may have to be made first.
      default: try await Task.sleep(nanoseconds: UInt64(attempt) * 50_000_000)
      }
    }
    throw SyncError(.serverFailed, "The server does not take the record that tells the key.")
  }

  /// - Throws: `SyncError` of the kind `keyMismatch` where the place was begun with another key.
  static func compare(_ record: SyncRecord, with keys: SyncKeyRing) throws {
    guard case .data(let bytes)? = record.fields[SealedRecord.field] else {
      throw SyncError.notSealed(recordName)
    }
    if !SealedBytes.isSealed(bytes, with: keys.first),
      keys.keys.contains(where: {
        SealedBytes.isSealed(bytes, with: $0)
      })
    {
      throw SyncError(
        .keyMismatch, "The place was begun with a key that is not the ring's first.",
        advice: "Put the oldest key first.")
    }
    do {
      _ = try SealedBytes.open(bytes, for: .check, named: recordName, SyncKeyRing(keys.first))
    } catch let error as SyncError where error.kind == .keyMismatch {
      throw SyncError(
        .keyMismatch,
        "The place was begun with another key, or from another passphrase. \(error.message)",
        advice: "Give that one; or begin a place of another name. Nothing was written.")
    }
  }

  /// How the key of a place is derived from its passphrase.
  ///
  /// - Throws: `SyncError` of the kind `keyMismatch` where it was begun with a key that is none of a passphrase.
  static func derivation(_ record: SyncRecord) throws -> SyncKeyDerivation {
    guard case .text(let text)? = record.fields[derivationField] else {
      throw SyncError(
        .keyMismatch, "The place was begun with a key, and not with a passphrase.",
        advice: "Give the key as text, with SyncKey(text:).")
    }
    return try SyncKeyDerivation(text: text)
  }
}

extension SealedProvider {
  /// Makes a provider whose key comes from a passphrase; a place that is new is begun with it.
  ///
  /// How the key is derived is kept at the server with the check of the key. It takes as much memory and time as that
  /// says, twice where the place is there already.
  ///
  /// - Parameters:
  ///   - inner: The provider whose server keeps what is sealed.
  ///   - passphrase: Several random words.
  ///   - derivation: How a new place's key is derived; nil for the usual numbers and a random salt.
  /// - Returns: The provider; its `keys` can be kept, to make the next one without the passphrase.
  /// - Throws: `SyncError`, of the kind `keyMismatch` for another passphrase than the place's.
  public static func unlock(
    _ inner: any SyncProvider, passphrase: String, derivation: SyncKeyDerivation? = nil
  ) async throws -> SealedProvider {
    let new = try derivation ?? .random()
    var key = try SyncKey(passphrase: passphrase, new)
    let wanted = try SealedCheck.make(key, derivation: new)
    let known = try await SealedCheck.record(wanted, at: inner)
    let there = try SealedCheck.derivation(known)
    if there != new { key = try SyncKey(passphrase: passphrase, there) }
    try SealedCheck.compare(known, with: SyncKeyRing(key))
    return SealedProvider(inner, key: key)
  }
}
