import Foundation
import Locks
import SyncHTTP
import SyncPort

/// Stores records in a collection of a Kinto server, which anybody can run.
///
/// A record is a Kinto record whose `kind`, `fields` and `marks` are JSON; its tag is
/// `last_modified`. Large values are stored in pieces in a second collection, `NAME-pieces`.
public final class KintoProvider: SyncRecordReading, VersionTelling, PlaceNaming {
  /// The credentials for the server.
  public enum Credentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// An account of the server, or any pair of words if the server accepts them.
    case basic(user: String, password: String)
    /// A token of OpenID Connect, or of another authentication policy of the server.
    case bearer(String)

    /// The user, without the password or the token.
    public var description: String {
      switch self {
      case .basic(let user, _): "basic(user: \(user))"
      case .bearer: "bearer"
      }
    }

    /// Hides the password and the token.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }

  /// Distinguishes the server location from all others.
  public let identifier: String
  /// The limits of the server.
  public let capabilities: SyncCapabilities
  package let placeName: String
  private let client: KintoClient
  private let margin: Int64
  private let batchSize = Mutex<Int?>(nil)

  /// Creates a provider; no request is sent before the first sync.
  ///
  /// - Parameters:
  ///   - server: The address of the server, with or without `/v1`; a user name and password in it
  ///     are ignored.
  ///   - bucket: The bucket; `default` is the account's own.
  ///   - collection: The collection, which is created if it is missing.
  ///   - credentials: The credentials for the server.
  ///   - uncertainty: The maximum duration of the server's transactions in seconds; fetches go back
  ///     by that time.
  ///   - allowsCleartext: Whether credentials and records may be sent to a server on another
  ///     machine with `http:`, where anybody on the way can read them; otherwise, a sync is
  ///     refused.
  ///   - limits: The maximum sizes of the server's answers.
  ///   - transport: Sends the requests.
  public init(
    _ server: URL, bucket: String = "default", collection: String, credentials: Credentials,
    uncertainty: Double = 30, allowsCleartext: Bool = false, limits: AnswerLimits = AnswerLimits(),
    transport: any HTTPTransport = SystemTransport()
  ) {
    client = KintoClient(
      server, bucket, collection, credentials, allowsCleartext: allowsCleartext, limits, transport)
    placeName = "kinto:\(collection)"
    identifier = "kinto:\(client.root.absoluteString)/\(bucket)/\(collection)"
    margin = Int64((HTTPResponse.wait(uncertainty) ?? 30) * 1_000)
    // Four batches of 25 requests, each including the one that makes other writers wait.
    capabilities = SyncCapabilities(maximumWrites: 96, pageSize: 500)
  }

  /// Returns the server's name of the account.
  public func account() async throws -> String? {
    let hello = try await client.object("GET", "/")
    if let size = try? hello["settings"]?["batch_max_requests"]?.integer {
      batchSize.withLock { $0 = Int(max(1, size)) }
    }
    guard let id = try? hello["user"]?["id"]?.string else {
      throw SyncError(
        .notSignedIn, "\(client.root.absoluteString) does not know the account.",
        advice: "Check the user name and the password, or the token.")
    }
    return id
  }

  /// Returns some of the changes since a cursor.
  public func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    try await changes(since: cursor, limit) { _ in nil }
  }

  /// Returns some of the changes since a cursor, except those that are already known.
  package func changes(
    since cursor: String, limit: Int,
    unless areKnown: ([(name: String, tag: String)]) throws -> Bool
  ) async throws -> SyncPage {
    try await changes(since: cursor, limit) { try await client.knownPage($0, areKnown) }
  }

  private func changes(
    since cursor: String?, _ limit: Int, known: (String) async throws -> HTTPResponse?
  ) async throws -> SyncPage {
    var place = KintoCursor()
    if let cursor {
      guard let known = KintoCursor(cursor) else {
        throw SyncError(.cursorExpired, "The cursor does not have Kinto's format.")
      }
      place = known
    }
    let limit = max(1, limit)
    let path =
      "\(client.records)?_sort=last_modified&_limit=\(limit)&_since=%22\(place.position)%22"
    let known = try await known(path)
    let response = if let known { known } else { try await client.send("GET", path) }
    if response.status == 404 || (response.status == 403 && cursor == nil) {
      try await client.makeCollections()
      guard cursor == nil else {
        throw SyncError(
          .cursorExpired, "The collection was deleted, so the cursor is no longer valid.")
      }
      return SyncPage(changes: [], cursor: KintoCursor().text, hasMore: false)
    }
    try client.check(response, "read the collection")
    let newest = response.headers["etag"].flatMap { Int64($0.trimmingCharacters(in: ["\""])) }
    if let newest, newest < place.settled {
      throw SyncError(.cursorExpired, "The collection was emptied or replaced.")
    }
    let data = try client.json(response)["data"]
    guard let items = try? data?.array else {
      throw client.badAnswer("the list of records is missing")
    }
    guard items.count <= limit else {
      throw client.badAnswer(
        "a page has \(items.count) records, which is more than the requested \(limit)")
    }
    var changes: [SyncChange] = []
    for item in items {
      guard let name = try? item["id"]?.string, let time = KintoClient.time(item) else {
        throw client.badAnswer("a record has no name or no time")
      }
      place.position = max(place.position, time)
      guard place.told.updateValue(time, forKey: name) != time, known == nil else { continue }
      changes.append(
        try SyncChange(name, kind: try? item["kind"]?.string) {
          try KintoClient.change(item, name, time)
        })
    }
    // A server may return fewer records than requested. Its address of the next page is not
    // followed; the next page is requested like this one.
    let hasMore = items.count >= limit || response.headers["next-page"] != nil
    place.endPage(
      at: client.time(of: response) ?? place.position, margin: margin, hasMore: hasMore)
    return SyncPage(changes: changes, cursor: place.text, hasMore: hasMore)
  }

  /// Returns the newest version of a record; nil if there is none.
  public func record(named name: String) async throws -> SyncRecord? {
    var response = try await client.send("GET", "\(client.records)/\(name)")
    if response.status == 403 {
      // Accounts that may only create collections are refused before the server looks for the
      // collection.
      try await client.makeCollections()
      response = try await client.send("GET", "\(client.records)/\(name)")
    }
    if response.status == 404 { return nil }
    try client.check(response, "read a record")
    guard let item = try client.json(response)["data"], let time = KintoClient.time(item) else {
      throw client.badAnswer("a record has no time")
    }
    guard case .saved(let record) = try KintoClient.change(item, name, time) else { return nil }
    return record
  }

  /// Writes some records.
  public func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    // One request of each batch makes other writers wait.
    let size = max(1, (batchSize.withLock { $0 } ?? 25) - 1)
    var results: [SyncWriteResult] = []
    for start in stride(from: 0, to: writes.count, by: size) {
      do {
        results += try await writeBatch(Array(writes[start..<min(start + size, writes.count)]))
      } catch let error as SyncError where !results.isEmpty && error.isTransient {
        // The results of the first writes are known and count.
        results += [SyncWriteResult](repeating: .postponed, count: writes.count - results.count)
        return results
      }
    }
    return results
  }

  private func writeBatch(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    guard let answers = try await answers(to: writes) else { return writes.map { _ in .postponed } }
    var results = try zip(writes, answers).map { try client.result(of: $0, $1) }
    let again = zip(writes, answers).enumerated().compactMap { index, pair in
      client.remaking(pair.0, pair.1).map { (index, $0) }
    }
    guard !again.isEmpty else { return results }
    for (index, _) in again { results[index] = .postponed }
    do {
      guard let answers = try await self.answers(to: again.map(\.1)) else { return results }
      for ((index, write), answer) in zip(again, answers) {
        let result = try client.result(of: write, answer)
        // Another device created and deleted the record meanwhile.
        if result != .conflict(nil) { results[index] = result }
      }
    } catch let error as SyncError where error.isTransient {
      // The results of the other writes are known and count.
    }
    return results
  }

  /// Returns the server's answer to each write of a batch; nil if none was carried out.
  private func answers(to writes: [SyncWrite]) async throws -> [JSONValue]? {
    let takesTurn = (batchSize.withLock { $0 } ?? 25) > writes.count
    let requests = (takesTurn ? [client.turn] : []) + writes.map { client.request($0) }
    let answer = try await client.object("POST", "/batch", ["requests": .array(requests)])
    guard let responses = try? answer["responses"]?.array,
      responses.count == requests.count
    else { throw client.badAnswer("a batch has different numbers of requests and answers") }
    if responses.allSatisfy({ KintoClient.status($0) == 404 }) {
      try await client.makeCollections()
    }
    // If one request of a batch conflicts with another transaction, the whole batch is rolled back,
    // whatever the other answers say.
    let isDoubtful = responses.contains { response in
      let status = KintoClient.status(response) ?? 500
      return status == 409 || status >= 500
    }
    return isDoubtful ? nil : Array(responses.suffix(writes.count))
  }

  /// Stores a piece of a large value.
  public func store(piece bytes: Data, named name: String) async throws {
    let body: JSONValue = ["data": ["data": .string(bytes.base64EncodedString())]]
    for isLast in [false, true] {
      let response = try await client.send(
        "PUT", "\(client.pieces)/\(name)", body, ["if-none-match": "*"])
      if response.status == 412 { return }
      if response.status == 404 || response.status == 403, !isLast {
        try await client.makeCollections()
        continue
      }
      return try client.check(response, "store a piece of a large value")
    }
  }

  /// Returns a piece of a large value.
  public func piece(named name: String) async throws -> Data? {
    let response = try await client.send("GET", "\(client.pieces)/\(name)")
    if response.status == 404 { return nil }
    try client.check(response, "read a piece of a large value")
    let data = try client.json(response)["data"]?["data"]
    guard let text = try? data?.string, let bytes = Data(base64Encoded: text) else {
      throw client.badAnswer("a piece of a large value contains no bytes")
    }
    return bytes
  }
}
