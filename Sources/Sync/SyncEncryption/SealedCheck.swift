import Foundation
import SyncPort

/// The record that identifies a location and the key with which it was created.
enum SealedCheck {
  /// Its name, which is shorter than all sealed names.
  static let recordName = "sealed-key"
  private static let derivationField = "derivation"

  /// Creates the record of a location.
  ///
  /// - Parameters:
  ///   - place: The location.
  ///   - name: The name of the location on all devices.
  ///   - key: The key with which the location is created.
  ///   - derivation: How the key is derived from a passphrase, as text; nil if it is not.
  /// - Returns: The record.
  /// - Throws: `SyncError`.
  static func make(
    _ place: SealedPlace, named name: String, _ key: SyncKey, derivation: String?
  ) throws -> SyncRecord {
    var record = SyncRecord(name: recordName, kind: SealedRecord.kind)
    record.fields[SealedRecord.field] = .data(
      try SealedBytes.seal(
        place.bytes, for: .check, named: recordName, in: binding(name), key))
    if let derivation { record.fields[derivationField] = .text(derivation) }
    return record
  }

  private static func binding(_ name: String) -> Data { Data("place \(name)".utf8) }

  /// Returns the existing record of a location; if there is none, writes the given one and returns
  /// it.
  static func record(_ wanted: SyncRecord, at inner: any SyncProvider) async throws -> SyncRecord {
    for attempt in 0..<8 {
      switch try await inner.write([.save(wanted)]).first {
      case .saved: return wanted
      case .conflict(let record?): return record
      case .refused(let error): throw error
      // The location may have to be created first.
      default: try await Task.sleep(nanoseconds: UInt64(attempt) * 50_000_000)
      }
    }
    throw SyncError(
      .serverFailed,
      "The server does not accept the record \(recordName), which identifies the key.",
      advice: SyncError.nextSyncTriesAgain)
  }

  /// Reads the location from its record; nil for the record of an earlier version, which identifies
  /// none.
  ///
  /// - Throws: `SyncError` of the kind `keyMismatch` if the location was created with another key
  ///   or another name.
  static func place(
    _ record: SyncRecord, named name: String, _ keys: SyncKeyRing
  ) throws -> SealedPlace? {
    guard case .data(let bytes)? = record.fields[SealedRecord.field] else {
      throw SyncError.notSealed(recordName)
    }
    let format = SealedBytes.format(bytes, with: keys.first)
    if format == nil, keys.keys.contains(where: { SealedBytes.format(bytes, with: $0) != nil }) {
      throw SyncError(
        .keyMismatch, "The location was created with another key than the first one of the ring.",
        advice: "Put the oldest key first.")
    }
    let opened: Data
    do {
      opened = try SealedBytes.open(
        bytes, for: .check, named: recordName, in: binding(name), takesFormer: true,
        SyncKeyRing(keys.first))
    } catch let error as SyncError where error.kind == .keyMismatch {
      throw SyncError(
        .keyMismatch,
        "The location was created with another key or passphrase. \(error.message)",
        advice: "Use that key or passphrase, or create a location with another name. "
          + "Nothing was written.")
    } catch let error as SyncError where error.kind == .badAnswer && format == .bound {
      throw SyncError(
        .keyMismatch,
        "The location was not created with the name “\(name)”: the server shows another location, or it was renamed.",
        advice: "Check the server, or use the name with which the location was created.")
    }
    guard format == .bound else { return nil }
    guard let place = SealedPlace(opened) else {
      throw SyncError(
        .invalid, "A later version of the program created the location.",
        advice: "Update the program to that version.")
    }
    return place
  }

  /// Returns how the key of a location is derived from its passphrase, as text; nil if it is not.
  static func derivationText(_ record: SyncRecord) -> String? {
    if case .text(let text)? = record.fields[derivationField] { text } else { nil }
  }

  /// Returns how the key of a location is derived from its passphrase.
  ///
  /// - Throws: `SyncError` of the kind `keyMismatch` if the key of the location does not come from
  ///   a passphrase.
  static func derivation(_ record: SyncRecord) throws -> SyncKeyDerivation {
    guard let text = derivationText(record) else {
      throw SyncError(
        .keyMismatch, "The location was created with a key, not with a passphrase.",
        advice: "Use that key, for example from its text with SyncKey(text:).")
    }
    return try SyncKeyDerivation(text: text)
  }
}

extension SealedProvider {
  /// Creates a provider whose key comes from a passphrase; a new location is created with it.
  ///
  /// The derivation parameters are stored on the server with the check of the key. Deriving the key
  /// takes the memory and time that they specify, twice if the location already exists with other
  /// parameters.
  ///
  /// - Parameters:
  ///   - inner: The provider whose server stores the sealed data.
  ///   - passphrase: Several random words.
  ///   - derivation: How to derive the key of a new location; nil for the default parameters and a
  ///     random salt.
  ///   - placeName: The name of the location on all devices; nil for the name that the inner
  ///     provider gives it.
  /// - Returns: The provider; store its `keys` to create the next one without the passphrase.
  /// - Throws: `SyncError`, of the kind `keyMismatch` if the location has another passphrase.
  public static func unlock(
    _ inner: any SyncProvider, passphrase: String, derivation: SyncKeyDerivation? = nil,
    placeName: String? = nil
  ) async throws -> SealedProvider {
    let new = try derivation ?? .random()
    var key = try SyncKey(passphrase: passphrase, new)
    let name = Self.name(of: inner, placeName)
    let wanted = try SealedCheck.make(.new(), named: name, key, derivation: new.text)
    let known = try await SealedCheck.record(wanted, at: inner)
    let there = try SealedCheck.derivation(known)
    if there != new { key = try SyncKey(passphrase: passphrase, there) }
    _ = try SealedCheck.place(known, named: name, SyncKeyRing(key))
    return SealedProvider(inner, key: key, placeName: name)
  }
}
