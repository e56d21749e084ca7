import Foundation
import Locks
import SyncHTTP
import SyncPort

/// Keeps records in a container of CloudKit's, by its web services.
///
/// > Important: This was tested against an imitation that was made from Apple's reference, and never against
/// > Apple's servers.
public final class CloudKitProvider: SyncRecordReading, PlaceNaming {
  /// What tells the place from all others.
  public let identifier: String
  /// What the server takes.
  public let capabilities: SyncCapabilities
  package let placeName: String
  let client: CloudKitClient
  let database: CloudKitDatabase
  /// The names of root entities by those of the entities that inherit from them.
  let roots: [String: String]
  /// When the server wants to be asked for writes again, and how many seconds that was from then.
  let pause = Mutex<(end: Date, length: Double)?>(nil)

  /// The properties whose values may be too large for a record, by entity; none where no engine has told them.
  let variable = Mutex<[String: [String: CloudKitVariable]]>([:])
  /// What fields are called that records of the port call otherwise.
  let renaming = Mutex(CloudKitRenaming())
  /// What the models say of fields; nothing where no engine has told them.
  let models = Mutex(CloudKitModels())

  /// How many bytes a record may have: Apple says 1 MB.
  static let recordLimit = 1_000_000
  /// How many records a request may have.
  static let countLimit = 200

  /// Makes a provider; the server is not asked before the first sync.
  ///
  /// - Parameters:
  ///   - database: The zone of the container.
  ///   - credentials: Who uses it.
  ///   - roots: The names of root entities by those of the entities that inherit from them, since Core Data
  ///     calls the types of records after the roots.
  ///   - limits: How large the server's answers may be.
  ///   - transport: What carries the requests.
  ///   - now: The time, which is signed with requests.
  public init(
    _ database: CloudKitDatabase, credentials: CloudKitCredentials, roots: [String: String] = [:],
    limits: AnswerLimits = AnswerLimits(), transport: any HTTPTransport = SystemTransport(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    (self.database, self.roots) = (database, roots)
    client = CloudKitClient(database, credentials, limits, transport, now: now)
    placeName = "cloudkit:\(database.container)/\(database.environment.rawValue)/\(database.zone)"
    identifier = database.identifier
    // What the values' types and the engine's notes take is left free.
    capabilities = SyncCapabilities(
      maximumWrites: Self.countLimit, maximumRecordSize: 900_000, pageSize: Self.countLimit)
  }

  /// Where a person can sign in to the container; the page it ends at is told the `ckWebAuthToken`.
  ///
  /// - Parameters:
  ///   - database: The zone of the container.
  ///   - apiToken: The container's API token.
  ///   - transport: What carries the request.
  /// - Returns: The address.
  /// - Throws: `SyncError`.
  public static func signInAddress(
    of database: CloudKitDatabase, apiToken: String,
    transport: any HTTPTransport = SystemTransport()
  ) async throws -> URL {
    let client = CloudKitClient(database, apiToken: apiToken, transport)
    do {
      _ = try await client.send("users/caller")
    } catch let failure as CloudKitFailure {
      if let url = failure.redirectURL.flatMap({ URL(string: $0) }) { return url }
      throw failure.error("telling where to sign in")
    }
    throw client.badAnswer("Nobody signed in, and CloudKit did not ask for it")
  }

  /// What the server calls the account.
  public func account() async throws -> String? {
    let user = try await translated("telling the account") { try await client.send("users/caller") }
    guard let name = user["userRecordName"] as? String else {
      throw client.badAnswer("The account has no name")
    }
    return name
  }

  /// Some of the changes since a cursor.
  public func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    guard database.scope != .public else {
      throw SyncError(
        .invalid, "CloudKit does not tell what has changed in a public database.",
        advice: "Sync with a private or a shared one.")
    }
    let zone = try await translated("reading the changes") {
      do {
        return try await zoneChanges(cursor, limit)
      } catch let failure as CloudKitFailure where failure.isZoneMissing {
        try await client.makeZone(database.recordZone)
        if cursor == nil { return try await zoneChanges(nil, limit) }
        throw SyncError(.cursorExpired, "The zone is another one than it was.")
      } catch let failure as CloudKitFailure where failure.code == "BAD_REQUEST" && cursor != nil {
        // The cursor is all that differs from a first reading, which tells if it is something else.
        throw SyncError(.cursorExpired, "CloudKit does not know the cursor: \(failure.reason)")
      }
    }
    guard let cursor = zone["syncToken"] as? String else {
      throw client.badAnswer("The changes have no cursor")
    }
    guard let records = zone["records"] as? [[String: Any]] else {
      throw client.badAnswer("The list of changes is missing")
    }
    try checkAssets(ofPage: records)
    var changes: [SyncChange] = []
    try await translated("reading the changes") {
      for record in records { if let change = try await change(record) { changes.append(change) } }
    }
    return SyncPage(
      changes: changes, cursor: cursor,
      hasMore: CloudKitJSON.isTrue(zone["moreComing"]))
  }

  /// The newest version of a record; nil if there is none.
  public func record(named name: String) async throws -> SyncRecord? {
    let recordName = CloudKitNames.recordName(name)
    return try await translated("reading a record") {
      let found: [String: [String: Any]]
      do {
        found = try await lookUp([["recordName": recordName]], in: database.recordZone)
      } catch let failure as CloudKitFailure where failure.isMissing {
        return nil
      }
      guard let json = found[recordName] else {
        throw client.badAnswer("A look-up does not tell of the record")
      }
      if let failure = CloudKitFailure(json) {
        if failure.isMissing { return nil }
        throw failure
      }
      guard !CloudKitJSON.isTrue(json["deleted"]) else { return nil }
      return try await record(json, name).map { record in renaming.withLock { $0.known(record) } }
    }
  }

  private func zoneChanges(_ cursor: String?, _ limit: Int) async throws -> [String: Any] {
    var zone: [String: Any] = [
      "zoneID": database.recordZone, "resultsLimit": min(max(1, limit), Self.countLimit),
    ]
    if let cursor { zone["syncToken"] = cursor }
    let answer = try await client.send(
      "changes/zone", ["zones": [zone], "numbersAsStrings": true])
    guard let zones = answer["zones"] as? [[String: Any]], let first = zones.first else {
      throw client.badAnswer("The answer has no zone")
    }
    if let failure = CloudKitFailure(first) { throw failure }
    return first
  }

  private func change(_ json: [String: Any]) async throws -> SyncChange? {
    guard let recordName = json["recordName"] as? String else {
      throw client.badAnswer("A record has no name")
    }
    // Pieces of large values, and what CloudKit keeps for itself.
    guard let name = CloudKitNames.name(recordName) else { return nil }
    if CloudKitJSON.isTrue(json["deleted"]) { return .deleted(name: name) }
    do {
      return try await record(json, name).map { record in
        .saved(renaming.withLock { $0.known(record) })
      }
    } catch let error as SyncError where error.isAboutContent {
      return .unreadable(SyncUnreadable(name: name, reason: error))
    }
  }

  /// Does something, and throws what CloudKit refused as an error of the port.
  func translated<Result>(
    _ what: String, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let failure as CloudKitFailure {
      throw failure.error(what)
    }
  }
}
