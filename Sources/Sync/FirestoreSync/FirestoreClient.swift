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
  func commit(_ writes: [FirestoreWrite]) async throws -> [String] {
    let answer: FirestoreCommit.Answer
    do {
      answer = try await send("commit", FirestoreCommit(writes: writes))
    } catch var failure as FirestoreFailure {
      failure.isOfCommit = true
      throw failure
    }
    let times = (answer.writeResults ?? []).compactMap { $0.updateTime ?? answer.commitTime }
    guard times.count == writes.count else {
      throw badAnswer("a commit has different numbers of writes and results")
    }
    return times
  }

  /// Returns the existing documents with some names, all as of one moment.
  func lookUp(_ names: [String]) async throws -> [String: FirestoreDocument] {
    let answers =
      try await send("batchGet", FirestoreLookUp(documents: names)) as [FirestoreLookUp.Answer]
    var documents: [String: FirestoreDocument] = [:]
    var missing = Set<String>()
    for answer in answers {
      if let error = answer.error { throw FirestoreFailure(error) }
      if let found = answer.found { documents[found.name] = found }
      if let name = answer.missing { missing.insert(name) }
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
  func run(_ query: FirestoreQuery, below parent: String) async throws -> [FirestoreDocument] {
    let answers = try await send("runQuery", query, of: parent) as [FirestoreQuery.Answer]
    if let error = answers.lazy.compactMap(\.error).first { throw FirestoreFailure(error) }
    return answers.compactMap(\.document)
  }

  private func send<Answer: Decodable>(
    _ operation: String, _ body: some Encodable, of parent: String? = nil
  ) async throws -> Answer {
    let url = try place.address(operation, of: parent)
    let data = try JSONEncoder().encode(body)
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
    try response.checkJSON(from: place.server.absoluteString, limit: limits.records)
    do {
      return try JSONDecoder().decode(Answer.self, from: response.body)
    } catch {
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
