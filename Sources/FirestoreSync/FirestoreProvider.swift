import Foundation
import SyncHTTP
import SyncPort

/// Keeps records in documents of a Firestore database.
///
/// > Important: This was tested with Google's emulator, and never with Google's servers.
///
/// A record is a document of `users/{account}/zones/{zone}/records`; its tag is the document's `updateTime`. The
/// document of the zone gives all changes their numbers, and is written together with the records.
public final class FirestoreProvider: SyncRecordReading, PlaceNaming {
  /// What tells the place from all others.
  public let identifier: String
  /// What the server takes.
  public let capabilities: SyncCapabilities
  package let placeName: String
  let client: FirestoreClient

  /// How many records are written at once; Firestore took 500 for a long time.
  static let countLimit = 200
  /// How many records are read at once.
  static let pageLimit = 200
  /// How often something is tried that meets others.
  static let tries = 8

  /// Makes a provider; the server is not asked before the first sync.
  ///
  /// - Parameters:
  ///   - place: The zone.
  ///   - credentials: Who uses it.
  ///   - limits: How large the server's answers may be.
  ///   - transport: What carries the requests.
  ///   - now: The time, from which tokens are counted.
  public init(
    _ place: FirestorePlace, _ credentials: FirestoreCredentials,
    limits: AnswerLimits = AnswerLimits(), transport: any HTTPTransport = SystemTransport(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    identifier = place.identifier
    client = FirestoreClient(
      place: place, credentials: credentials, limits: limits, transport: transport, now: now)
    placeName = "firestore:\(place.project)/\(place.database)/\(place.zone)"
    // What the names, the types and the engine's notes take is left free.
    capabilities = SyncCapabilities(
      maximumWrites: Self.countLimit, maximumRecordSize: 900_000, pageSize: Self.pageLimit)
  }

  /// What the server calls the account.
  public func account() async throws -> String? { try await client.owner() }

  /// Some of the changes since a cursor.
  public func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    try await translated("reading the changes") {
      let zone = try await client.zoneDocument()
      let limit = min(max(1, limit), Self.pageLimit)
      guard let cursor else {
        // What is purged from now on is noticed by the next reading.
        let start = FirestoreCursor(try await madeSequence(of: zone))
        return try await page(of: zone, from: start, limit: limit)
      }
      guard let place = FirestoreCursor(cursor) else {
        throw SyncError(.cursorExpired, "The cursor is none of Firestore's.")
      }
      let page = try await page(of: zone, from: place, limit: limit)
      // Tombstones that are gone by now may have been gone when the records were read.
      guard let sequence = try await sequence(of: zone), place.isKnown(to: sequence) else {
        throw SyncError(
          .cursorExpired, "The zone has forgotten deletions since the cursor, or is another one.")
      }
      return page
    }
  }

  /// The newest version of a record; nil if there is none.
  public func record(named name: String) async throws -> SyncRecord? {
    try await translated("reading a record") {
      let zone = try await client.zoneDocument()
      let document = "\(zone)/\(FirestoreNames.records)/\(FirestoreNames.documentName(name))"
      return try await client.lookUp([document])[document].flatMap(FirestoreRecord.record)
    }
  }

  private func page(
    of zone: String, from start: FirestoreCursor, limit: Int
  ) async throws -> SyncPage {
    let query = FirestoreQuery(
      FirestoreNames.records, FirestoreRecord.sequence, .above, .integer(start.position),
      limit: limit)
    let documents = try await client.run(query, below: zone)
    var cursor = start
    if let last = documents.last { cursor.position = try FirestoreRecord.number(last) }
    guard documents.count <= limit else {
      throw client.badAnswer("There are \(documents.count) documents in a page of \(limit)")
    }
    let hasMore = documents.count >= limit
    // Nothing is left below what was gone before the reading began.
    if !hasMore { cursor.position = max(cursor.position, cursor.floor) }
    return SyncPage(
      changes: try documents.map { document in
        try SyncChange(FirestoreRecord.name(document)) { try FirestoreRecord.change(document) }
      }, cursor: cursor.text, hasMore: hasMore)
  }

  /// Does something, and throws what Firestore refused as an error of the port.
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

// The document of the zone.

extension FirestoreProvider {
  private func sequence(of zone: String) async throws -> FirestoreSequence? {
    try await client.lookUp([zone])[zone].map(sequence)
  }

  /// The sequence of a document.
  func sequence(_ document: FirestoreDocument) throws -> FirestoreSequence {
    guard let sequence = FirestoreSequence(document) else {
      throw SyncError(
        .badAnswer, "The document of the zone \(client.place.zone) is none of this library.",
        advice: "Sync with another zone.")
    }
    return sequence
  }

  /// A sequence for a zone that has none; documents that are left of another one have smaller numbers.
  func newSequence(of zone: String) async throws -> FirestoreSequence {
    let query = FirestoreQuery(
      FirestoreNames.records, FirestoreRecord.sequence, .above, .integer(0), .down, limit: 1)
    let highest = try await client.run(query, below: zone).first
    return FirestoreSequence(after: try highest.map(FirestoreRecord.number) ?? 0)
  }

  /// The sequence of a zone, which is made where it is missing.
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

// Writing where others write.

extension FirestoreProvider {
  /// Does something over the version of the zone's document that is there, and from the beginning again where others
  /// wrote meanwhile.
  ///
  /// - Parameters:
  ///   - zone: The name of the document of the zone.
  ///   - expected: Other documents that are wanted, by their names, as they are expected to be; nil for one that is
  ///     not there. They are looked up once that turns out to be wrong, since readings are paid for.
  ///   - body: Does it, given those of these documents that there are.
  /// - Returns: What came of it; nil where it met others each time.
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
        // Rules may be asked before it is noticed that others wrote: numbers that do not go up are denied.
        denial = (failure, version)
      }
    }
    return nil
  }

  /// Waits until those that were met are through, longer each time.
  private func pause(_ attempt: Int) async throws {
    let longest = min(15 << min(attempt, 6), 500)
    do {
      try await Task.sleep(for: .milliseconds(Int.random(in: 1...longest)))
    } catch {
      throw SyncError(.cancelled, "The sync was cancelled while it waited for others.")
    }
  }

  /// Others wrote each time.
  var busy: SyncError {
    SyncError(.serverFailed, "Others write to the zone \(client.place.zone) all the time.")
  }
}
