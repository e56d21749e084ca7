import Foundation
import SyncHTTP
import SyncPort

/// Stores records as documents of a Firestore database.
///
/// > Important: This was tested with Google's emulator, never with Google's servers.
///
/// A record is a document of `users/{account}/zones/{zone}/records`; its tag is the document's
/// `updateTime`. The zone's document numbers all changes, and is written together with the records.
public final class FirestoreProvider: SyncRecordReading, PlaceNaming {
  /// Distinguishes the server location from all others.
  public let identifier: String
  /// The limits of the server.
  public let capabilities: SyncCapabilities
  package let placeName: String
  let client: FirestoreClient

  /// The number of records written at once; for a long time, Firestore accepted at most 500.
  static let countLimit = 200
  /// The number of records read at once.
  static let pageLimit = 200
  /// The number of tries of an operation that conflicts with other writers.
  static let tries = 8

  /// Creates a provider; no request is sent before the first sync.
  ///
  /// - Parameters:
  ///   - place: The zone.
  ///   - credentials: The credentials for the database.
  ///   - limits: The maximum sizes of the server's answers.
  ///   - transport: Sends the requests.
  ///   - now: The current time, from which the expiry of tokens is calculated.
  public init(
    _ place: FirestorePlace, _ credentials: FirestoreCredentials,
    limits: AnswerLimits = AnswerLimits(), transport: any HTTPTransport = SystemTransport(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    identifier = place.identifier
    client = FirestoreClient(
      place: place, credentials: credentials, limits: limits, transport: transport, now: now)
    placeName = "firestore:\(place.project)/\(place.database)/\(place.zone)"
    // Leaves room for names, types and the engine's metadata.
    capabilities = SyncCapabilities(
      maximumWrites: Self.countLimit, maximumRecordSize: 900_000, pageSize: Self.pageLimit)
  }

  /// Returns the server's name of the account.
  public func account() async throws -> String? { try await client.owner() }

  /// Returns some of the changes since a cursor.
  public func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    try await translated("read the changes") {
      let zone = try await client.zoneDocument()
      let limit = min(max(1, limit), Self.pageLimit)
      guard let cursor else {
        // The next fetch detects that tombstones were purged from now on.
        let start = FirestoreCursor(try await madeSequence(of: zone))
        return try await page(of: zone, from: start, limit: limit)
      }
      guard let place = FirestoreCursor(cursor) else {
        throw SyncError(.cursorExpired, "The cursor does not have Firestore's format.")
      }
      let page = try await page(of: zone, from: place, limit: limit)
      // Check this after reading: tombstones that are purged by now may already have been missing
      // from the page.
      guard let sequence = try await sequence(of: zone), place.isKnown(to: sequence) else {
        throw SyncError(
          .cursorExpired,
          "Tombstones newer than the cursor were purged, or the zone was replaced.")
      }
      return page
    }
  }

  /// Returns the newest version of a record; nil if there is none.
  public func record(named name: String) async throws -> SyncRecord? {
    try await translated("read a record") {
      let zone = try await client.zoneDocument()
      let document = "\(zone)/\(FirestoreNames.records)/\(FirestoreNames.documentName(name))"
      return try await client.lookUp([document])[document].flatMap(FirestoreRecord.record)
    }
  }

  private func page(
    of zone: String, from start: FirestoreCursor, limit: Int
  ) async throws -> SyncPage {
    let query = FirestoreRequest.query(
      FirestoreNames.records, FirestoreRecord.sequence, .above, .integer(start.position),
      limit: limit)
    let documents = try await client.run(query, below: zone)
    var cursor = start
    if let last = documents.last { cursor.position = try FirestoreRecord.number(last) }
    guard documents.count <= limit else {
      throw client.badAnswer(
        "a page has \(documents.count) documents, which is more than the requested \(limit)")
    }
    let hasMore = documents.count >= limit
    // Nothing remains below the tombstones that were purged before the fetch began.
    if !hasMore { cursor.position = max(cursor.position, cursor.floor) }
    return SyncPage(
      changes: try documents.map { document in
        try SyncChange(FirestoreRecord.name(document)) { try FirestoreRecord.change(document) }
      }, cursor: cursor.text, hasMore: hasMore)
  }

  /// Runs `body`, and throws failures of Firestore as errors for the engine.
  func translated<Result>(
    _ what: String, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let failure as FirestoreFailure {
      throw failure.error(what)
    }
  }
}

// The zone's document.

extension FirestoreProvider {
  private func sequence(of zone: String) async throws -> FirestoreSequence? {
    try await client.lookUp([zone])[zone].map(sequence)
  }

  /// Reads the sequence from the zone's document.
  func sequence(_ document: FirestoreDocument) throws -> FirestoreSequence {
    guard let sequence = FirestoreSequence(document) else {
      throw SyncError(
        .badAnswer,
        "The document of the zone \(client.place.zone) was not written by this library.",
        advice: "Sync with another zone.")
    }
    return sequence
  }

  /// Returns a sequence for a zone that has none; remaining documents of an earlier sequence have
  /// smaller numbers.
  func newSequence(of zone: String) async throws -> FirestoreSequence {
    let query = FirestoreRequest.query(
      FirestoreNames.records, FirestoreRecord.sequence, .above, .integer(0), .down, limit: 1)
    let highest = try await client.run(query, below: zone).first
    return FirestoreSequence(after: try highest.map(FirestoreRecord.number) ?? 0)
  }

  /// Returns the sequence of a zone, which is created if it is missing.
  private func madeSequence(of zone: String) async throws -> FirestoreSequence {
    let made = try await meetingOthers(in: zone) { found in
      if let known = found[zone] { return try sequence(known) }
      let made = try await newSequence(of: zone)
      _ = try await client.commit([made.write(to: zone)])
      return made
    }
    guard let made else { throw busy }
    return made
  }
}

// Writing concurrently with other devices.

extension FirestoreProvider {
  /// Runs `body` with the current version of the zone's document, and starts over if others wrote
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - zone: The name of the zone's document.
  ///   - expected: Other documents needed, by name, in their expected versions; nil for a document
  ///     that should not exist. They are looked up only once an expectation turns out to be wrong,
  ///     because reads cost money.
  ///   - body: The operation, which receives the existing documents among these.
  /// - Returns: The result of `body`; nil if every try conflicted with other writers.
  /// - Throws: `FirestoreFailure` or `SyncError`.
  func meetingOthers<Result>(
    in zone: String, expecting expected: [String: FirestoreDocument?] = [:],
    _ body: ([String: FirestoreDocument]) async throws -> Result
  ) async throws -> Result? {
    var denial: (failure: FirestoreFailure, version: String?)?
    for attempt in 0..<Self.tries {
      if attempt > 0 { try await pause(attempt) }
      let isGuess = attempt == 0 && !expected.isEmpty
      var found = try await client.lookUp([zone] + (isGuess ? [] : expected.keys.sorted()))
      if isGuess { found.merge(expected.compactMapValues(\.self)) { $1 } }
      let version = found[zone]?.updateTime
      if let denial, denial.version == version { throw denial.failure }
      do {
        return try await body(found)
      } catch let failure as FirestoreFailure
        where failure.isRace || (isGuess && failure.isAboutContent)
      {
        denial = nil
      } catch let failure as FirestoreFailure where failure.isDenied {
        // Security rules may be evaluated before the conflict is detected: they deny numbers that
        // do not increase.
        denial = (failure, version)
      }
    }
    return nil
  }

  /// Waits for other writers to finish, longer after each try.
  private func pause(_ attempt: Int) async throws {
    let longest = min(15 << min(attempt, 6), 500)
    do {
      try await Task.sleep(for: .milliseconds(Int.random(in: 1...longest)))
    } catch {
      throw SyncError(.cancelled, "The sync was cancelled while it waited for other devices.")
    }
  }

  /// The error if every try conflicted with other writers.
  var busy: SyncError {
    SyncError(
      .serverFailed, "The zone \(client.place.zone) is busy: other devices keep writing to it.",
      advice: SyncError.nextSyncTriesAgain)
  }
}
