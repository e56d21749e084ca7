import Foundation
import Locks
import SyncPort

/// Encrypts the data of another provider, so that its server learns only sizes and times.
///
/// Before anything else is read or written, the key is compared with the one with which the
/// location was created, through a record named `sealed-key`. A different key results in errors of
/// the kind `keyMismatch`. Sealed data opens only in its location, under its name, and for its
/// purpose.
public final class SealedProvider: SyncRecordReading {
  /// The provider whose server stores the sealed data.
  public let inner: any SyncProvider
  /// The keys.
  public let keys: SyncKeyRing
  /// The inner provider's location and the key that seals names.
  public let identifier: String
  /// The limits of the server, reduced by what sealing adds.
  public let capabilities: SyncCapabilities
  let placeName: String
  private let place = Mutex<SealedPlace?>(nil)

  /// Creates a provider with one key.
  ///
  /// - Parameters:
  ///   - inner: The provider whose server stores the sealed data.
  ///   - key: The key.
  ///   - placeName: The name of the location on all devices; nil for the name that the inner
  ///     provider gives it, such as that of a collection. A location that was created with another
  ///     name is refused.
  public convenience init(_ inner: any SyncProvider, key: SyncKey, placeName: String? = nil) {
    self.init(inner, keys: SyncKeyRing(key), placeName: placeName)
  }

  /// Creates a provider with several successive keys.
  ///
  /// - Parameters:
  ///   - inner: The provider whose server stores the sealed data.
  ///   - keys: The keys.
  ///   - placeName: The name of the location on all devices; nil for the name that the inner
  ///     provider gives it, such as that of a collection. A location that was created with another
  ///     name is refused.
  public init(_ inner: any SyncProvider, keys: SyncKeyRing, placeName: String? = nil) {
    (self.inner, self.keys) = (inner, keys)
    self.placeName = Self.name(of: inner, placeName)
    identifier = "sealed:\(keys.first.identifier):\(inner.identifier)"
    var capabilities = inner.capabilities
    capabilities.maximumRecordSize = capabilities.maximumRecordSize.map { max(1, $0 / 9 * 8 - 512) }
    self.capabilities = capabilities
  }

  /// Returns the server's name of the account.
  public func account() async throws -> String? {
    let account = try await inner.account()
    try await check()
    return account
  }

  /// Returns some of the changes since a cursor.
  ///
  /// Deletions of records that were never sealed are left out.
  public func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    var sealer = try await check()
    var page = try await inner.changes(since: cursor, limit: limit)
    for case .saved(let record) in page.changes where record.name == SealedCheck.recordName {
      sealer = heed(record, sealer)
    }
    page.changes = try page.changes.compactMap { change in
      switch change {
      case .saved(let record):
        record.name == SealedCheck.recordName
          ? nil : try SyncChange(sealer.name(record.name)) { .saved(try sealer.open(record)) }
      case .deleted(let name):
        try SealedName.open(name, keys.first, sealer.place).map { .deleted(name: $0) }
      case .unreadable(var record):
        try {
          record.name = try sealer.name(record.name)
          return .unreadable(record)
        }()
      }
    }
    return page
  }

  /// Returns the newest version of a record; nil if there is none.
  ///
  /// If the inner provider cannot read single records, this creates a record without values if
  /// there is none.
  public func record(named name: String) async throws -> SyncRecord? {
    let sealer = try await check()
    let substitute = try sealer.seal(SyncRecord(name: name, kind: ""))
    return try await inner.record(insteadOf: substitute).map(sealer.open)
  }

  /// Writes some records.
  public func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    let sealer = try await check()
    let sealed = writes.map { write in Result { try sealer.seal(write) } }
    let fitting = sealed.compactMap { try? $0.get() }
    let results = try await inner.write(fitting)
    guard results.count == fitting.count else {
      throw SyncError(
        .badAnswer, "The server answered a batch with the wrong number of results.",
        advice: SyncError.nextSyncTriesAgain)
    }
    var rest = results.makeIterator()
    return try zip(writes, sealed).map { write, sealed in
      switch sealed {
      case .success: try sealer.open(rest.next() ?? .postponed, of: write)
      case .failure(let error as SyncError): .refused(error)
      case .failure(let error): throw error
      }
    }
  }

  // The location.

  /// Returns the sealer of the location, after comparing key and identity with the server once.
  ///
  /// - Parameter known: The location that it must be; nil if it is unknown.
  /// - Returns: The sealer.
  /// - Throws: `SyncError`.
  @discardableResult
  func check(_ known: SealedPlace? = nil) async throws -> PlaceSealer {
    if let place = place.withLock({ $0 }) { return PlaceSealer(keys: keys, place: place) }
    let wanted = try SealedCheck.make(
      known?.begunAnew ?? .new(), named: placeName, keys.first, derivation: nil)
    var record = try await SealedCheck.record(wanted, at: inner)
    var found = try SealedCheck.place(record, named: placeName, keys)
    if found == nil {
      // A server cannot pass off a known location as one that an earlier version created.
      guard known == nil else { throw isAnother }
      var adopted = try SealedCheck.make(
        .adopted(), named: placeName, keys.first, derivation: SealedCheck.derivationText(record))
      adopted.tag = record.tag
      record = try await SealedCheck.record(adopted, at: inner)
      found = try SealedCheck.place(record, named: placeName, keys)
    }
    guard let found, known?.admits(found) ?? true else { throw isAnother }
    place.withLock { $0 = found }
    return PlaceSealer(keys: keys, place: found)
  }

  /// Refuses the earlier format from now on if the record of the location says so.
  private func heed(_ record: SyncRecord, _ sealer: PlaceSealer) -> PlaceSealer {
    guard sealer.place.takesFormerRecords,
      let told = try? SealedCheck.place(record, named: placeName, keys),
      told.identity == sealer.place.identity, !told.takesFormerRecords
    else { return sealer }
    return close(sealer)
  }

  /// Returns a sealer that no longer accepts the earlier format.
  @discardableResult
  func close(_ sealer: PlaceSealer) -> PlaceSealer {
    var closed = sealer.place
    closed.takesFormerRecords = false
    place.withLock { $0 = closed }
    return PlaceSealer(keys: keys, place: closed)
  }

  static func name(of inner: any SyncProvider, _ name: String?) -> String {
    name ?? (inner as? any PlaceNaming)?.placeName ?? ""
  }

  private var isAnother: SyncError {
    SyncError(
      .serverReset,
      "The location at \(inner.identifier) is not the one that the store was synced with. "
        + "The server shows another location with the same key or an earlier state of this one, "
        + "or the location was created again.",
      advice:
        "Check the server. If the location was created again on purpose, call the engine's forgetServer()."
    )
  }
}

extension SealedProvider: PlacePinning {
  package func identity(after known: String?, of account: String?) async throws -> String {
    guard let known else { return try await check().place.text }
    guard let expected = SealedPlace(text: known) else {
      throw SyncError(
        .invalid, "A later version of the program synced the store with the location.",
        advice: "Update the program to that version.")
    }
    if let place = place.withLock({ $0 }), expected.admits(place) { return place.text }
    guard try await inner.account() == account else { return try await check().place.text }
    let found = try await check(expected).place
    guard expected.admits(found) else { throw isAnother }
    return found.text
  }

  package func forgetIdentity() { place.withLock { $0 = nil } }
}

/// The common form of sealed records on servers.
enum SealedRecord {
  /// The kind of all sealed records.
  static let kind = "sealed"
  /// Their only field.
  static let field = "sealed"
}
