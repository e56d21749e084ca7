import Foundation
import SyncHTTP
import SyncPort

/// A client for Firestore's REST protocol.
struct FirestoreClient: Sendable {
  let place: FirestorePlace
  let credentials: FirestoreCredentials
  let limits: AnswerLimits
  let transport: any HTTPTransport
  let now: @Sendable () -> Date

  /// Returns the account whose documents are accessed.
  func owner() async throws -> String { try await token(insteadOf: nil).owner }

  /// Returns the name of the zone's document.
  func zoneDocument() async throws -> String { try place.zoneDocument(of: try await owner()) }

  private func token(insteadOf refused: String?) async throws -> FirestoreToken {
    if credentials.areSecret, place.isOpen {
      throw SyncError(
        .invalid,
        "Cannot sign in at \(HTTPAddress.withoutUser(place.server).absoluteString): the connection is not encrypted.",
        advice: "Use an address that begins with https:, or an emulator's credentials.")
    }
    return try await credentials.token(
      insteadOf: refused, project: place.project, at: now(), by: transport)
  }

  /// Carries out all writes, or none.
  ///
  /// - Returns: The update time of each document, in the order of the writes.
  /// - Throws: `FirestoreFailure` if Firestore specifies what it refuses, otherwise `SyncError`.
  func commit(_ writes: [JSONValue]) async throws -> [String] {
    let times: [String]
    do {
      times = try await send("commit", ["writes": .array(writes)]) { answer in
        try (answer["writeResults"]?.array ?? []).compactMap {
          try ($0["updateTime"] ?? answer["commitTime"])?.string
        }
      }
    } catch var failure as FirestoreFailure {
      failure.isOfCommit = true
      throw failure
    }
    guard times.count == writes.count else {
      throw badAnswer("a commit has different numbers of writes and results")
    }
    return times
  }

  /// Returns the existing documents with some names, all as of one moment.
  func lookUp(_ names: [String]) async throws -> [String: FirestoreDocument] {
    var documents: [String: FirestoreDocument] = [:]
    var missing = Set<String>()
    try await send("batchGet", ["documents": .array(names.map(JSONValue.string))]) { answers in
      for answer in try answers.array {
        if let error = answer["error"] { throw try FirestoreFailure(error) }
        if let found = try answer["found"].map(FirestoreDocument.init) {
          documents[found.name] = found
        }
        if let name = try answer["missing"]?.string { missing.insert(name) }
      }
    }
    guard names.allSatisfy({ documents[$0] != nil || missing.contains($0) }) else {
      throw badAnswer("the answer to a look-up does not contain all documents")
    }
    guard documents.values.allSatisfy({ $0.updateTime != nil }) else {
      throw badAnswer("a document has no update time")
    }
    return documents
  }

  /// Returns the documents below a document that match a query, all as of one moment.
  func run(_ query: JSONValue, below parent: String) async throws -> [FirestoreDocument] {
    try await send("runQuery", query, of: parent) { answers in
      try answers.array.compactMap { answer in
        if let error = answer["error"] { throw try FirestoreFailure(error) }
        return try answer["document"].map(FirestoreDocument.init)
      }
    }
  }

  private func send<Answer>(
    _ operation: String, _ body: JSONValue, of parent: String? = nil,
    reading read: (JSONValue) throws -> Answer
  ) async throws -> Answer {
    let url = try place.address(operation, of: parent)
    let data = try body.data()
    var token = try await token(insteadOf: nil)
    var response = try await send(url, data, token)
    var failure = FirestoreFailure(response)
    if let refusal = failure, refusal.isSignInRefused {
      // The token may have been revoked before it expired.
      token = try await self.token(insteadOf: token.text)
      response = try await send(url, data, token)
      failure = FirestoreFailure(response)
    }
    if let failure { throw failure }
    do {
      let json = try response.json(from: place.server.absoluteString, limit: limits.records)
      guard let json else { throw JSONError.invalid }
      return try read(json)
    } catch is JSONError {
      throw badAnswer(
        "the answer to \(operation) does not have Firestore's format or was truncated")
    }
  }

  private func send(_ url: URL, _ body: Data, _ token: FirestoreToken) async throws -> HTTPResponse
  {
    let headers = [
      "authorization": "Bearer \(token.text)", "content-type": "application/json",
      "accept": "application/json",
    ]
    return try await transport.send(
      HTTPRequest("POST", url, headers: headers, body: body, limits: limits.forRecords))
  }

  func badAnswer(_ what: String) -> SyncError {
    SyncError(
      .badAnswer, "\(place.server.absoluteString) sent an invalid answer: \(what).",
      advice: "Check that this is the address of Firestore. The next sync tries again.")
  }
}
