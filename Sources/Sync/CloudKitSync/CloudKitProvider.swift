import Foundation
import Locks
import SyncHTTP
import SyncPort

/// Stores records in a CloudKit container, through CloudKit's web services.
///
/// > Important: This was tested against an imitation made from Apple's reference, never against
/// Apple's servers.
public final class CloudKitProvider: SyncRecordReading, PlaceNaming {
  /// Distinguishes the server location from all others.
  public let identifier: String
  /// The limits of the server.
  public let capabilities: SyncCapabilities
  package let placeName: String
  let client: CloudKitClient
  let database: CloudKitDatabase
  /// The names of root entities, by the names of their subentities.
  let roots: [String: String]
  /// The time until which the server wants no writes, and the length of that wait in seconds.
  let pause = Mutex<(end: Date, length: Double)?>(nil)

  /// The properties whose values may be too large for a record, by entity; empty until an engine
  /// provides the models.
  let variable = Mutex<[String: [String: CloudKitVariable]]>([:])
  /// The fields whose names differ from those in the engine's records.
  let renaming = Mutex(CloudKitRenaming())
  /// The types that models specify; empty until an engine provides the models.
  let models = Mutex(CloudKitModels())

  /// The maximum size of a record in bytes; Apple specifies 1 MB.
  static let recordLimit = 1_000_000
  /// The maximum number of records per request.
  static let countLimit = 200

  /// Creates a provider; no request is sent before the first sync.
  ///
  /// - Parameters:
  ///   - database: The zone of the container.
  ///   - credentials: The credentials for the database.
  ///   - roots: The names of root entities, by the names of their subentities; Core Data names
  ///     record types after the root entities.
  ///   - limits: The maximum sizes of the server's answers.
  ///   - transport: Sends the requests.
  ///   - now: The current time, which is signed with requests.
  public init(
    _ database: CloudKitDatabase, credentials: CloudKitCredentials, roots: [String: String] = [:],
    limits: AnswerLimits = AnswerLimits(), transport: any HTTPTransport = SystemTransport(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    (self.database, self.roots) = (database, roots)
    client = CloudKitClient(database, credentials, limits, transport, now: now)
    placeName = "cloudkit:\(database.container)/\(database.environment.rawValue)/\(database.zone)"
    identifier = database.identifier
    // Leaves room for the types of values and the engine's metadata.
    capabilities = SyncCapabilities(
      maximumWrites: Self.countLimit, maximumRecordSize: 900_000, pageSize: Self.countLimit)
  }

  /// Returns the address at which a person can sign in to the container; the last page receives the
  /// `ckWebAuthToken`.
  ///
  /// - Parameters:
  ///   - database: The zone of the container.
  ///   - apiToken: The container's API token.
  ///   - transport: Sends the request.
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
      throw failure.error("look up the sign-in address")
    }
    throw client.badAnswer("the answer contains no sign-in address")
  }

  /// Returns the server's name of the account.
  public func account() async throws -> String? {
    let user = try await translated("look up the account") { try await client.send("users/caller") }
    guard let name = try? user["userRecordName"]?.string else {
      throw client.badAnswer("the account has no name")
    }
    return name
  }

  /// Returns some of the changes since a cursor.
  public func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    guard database.scope != .public else {
      throw SyncError(
        .invalid, "Cannot sync with the public database: CloudKit does not report its changes.",
        advice: "Sync with the private or the shared database.")
    }
    let zone = try await translated("read the changes") {
      do {
        return try await zoneChanges(cursor, limit)
      } catch let failure as CloudKitFailure where failure.isZoneMissing {
        try await client.makeZone(database.recordZone)
        if cursor == nil { return try await zoneChanges(nil, limit) }
        throw SyncError(.cursorExpired, "The zone was deleted, so the cursor is no longer valid.")
      } catch let failure as CloudKitFailure where failure.code == "BAD_REQUEST" && cursor != nil {
        // Only the cursor differs from a full fetch; if something else is wrong, that fetch will
        // report it.
        let said = failure.reason.isEmpty ? "" : ": \(failure.reason)"
        throw SyncError(.cursorExpired, "CloudKit does not know the cursor\(said).")
      }
    }
    guard let cursor = try? zone["syncToken"]?.string else {
      throw client.badAnswer("the changes have no cursor")
    }
    guard let records = try? zone["records"]?.array else {
      throw client.badAnswer("the list of changes is missing")
    }
    try checkAssets(ofPage: records)
    var changes: [SyncChange] = []
    try await translated("read the changes") {
      for record in records { if let change = try await change(record) { changes.append(change) } }
    }
    return SyncPage(
      changes: changes, cursor: cursor, hasMore: zone["moreComing"] == true)
  }

  /// Returns the newest version of a record; nil if there is none.
  public func record(named name: String) async throws -> SyncRecord? {
    let recordName = CloudKitNames.recordName(name)
    return try await translated("read a record") {
      let found: [String: JSONValue]
      do {
        found = try await lookUp([["recordName": .string(recordName)]], in: database.recordZone)
      } catch let failure as CloudKitFailure where failure.isMissing {
        return nil
      }
      guard let json = found[recordName] else {
        throw client.badAnswer("the answer to a look-up does not contain the record")
      }
      if let failure = CloudKitFailure(json) {
        if failure.isMissing { return nil }
        throw failure
      }
      guard json["deleted"] != true else { return nil }
      return try await record(json, name).map { record in renaming.withLock { $0.known(record) } }
    }
  }

  private func zoneChanges(_ cursor: String?, _ limit: Int) async throws -> JSONValue {
    var zone: [String: JSONValue] = [
      "zoneID": database.recordZone,
      "resultsLimit": .integer(Int64(min(max(1, limit), Self.countLimit))),
    ]
    zone["syncToken"] = cursor.map(JSONValue.string)
    let answer = try await client.send(
      "changes/zone", ["zones": [.object(zone)], "numbersAsStrings": true])
    guard let first = try? answer["zones"]?.array.first else {
      throw client.badAnswer("the answer has no zone")
    }
    if let failure = CloudKitFailure(first) { throw failure }
    return first
  }

  private func change(_ json: JSONValue) async throws -> SyncChange? {
    guard let recordName = try? json["recordName"]?.string else {
      throw client.badAnswer("a record has no name")
    }
    // Skips pieces of large values and CloudKit's own records.
    guard let name = CloudKitNames.name(recordName) else { return nil }
    if json["deleted"] == true { return .deleted(name: name) }
    do {
      return try await record(json, name).map { record in
        .saved(renaming.withLock { $0.known(record) })
      }
    } catch let error as SyncError where error.isAboutContent {
      return .unreadable(SyncUnreadable(name: name, reason: error))
    }
  }

  /// Runs `body`, and throws failures of CloudKit as errors for the engine.
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
