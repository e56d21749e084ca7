import Foundation
import SyncHTTP
import SyncPort

/// Records as Kinto stores them; a deleted record is kept as one that contains only `gone`.
///
/// If Kinto had only its own tombstone of a record, any request with `If-None-Match: *` could
/// create the record again. That includes a request that the server carries out late, after the
/// device that sent it has deleted the record.
extension KintoClient {
  /// A request that makes the rest of its batch wait for the batches of other writers.
  ///
  /// Kinto checks a record's version and then writes, and two requests may check the same version.
  /// A batch that updates the collection itself keeps its row locked until the batch ends.
  var turn: JSONValue {
    [
      "method": "PATCH", "path": "/v1\(collections[0])",
      "body": ["data": ["turn": "\(UUID())"]],
    ]
  }

  /// Returns a request for a batch.
  func request(_ write: SyncWrite) -> JSONValue {
    let path: JSONValue = "/v1\(records)/\(write.name)"
    switch write {
    case .save(let record):
      let condition = record.tag.map(Self.condition) ?? ["If-None-Match": "*"]
      return [
        "method": "PUT", "path": path, "headers": condition,
        "body": [
          "data": [
            "kind": .string(record.kind), "marks": .string(record.marks),
            "fields": .object(record.fields.mapValues(KintoValue.json)),
          ]
        ],
      ]
    case .delete(_, let tag):
      return [
        "method": "PUT", "path": path, "headers": Self.condition(tag),
        "body": ["data": .object([Self.gone: true])],
      ]
    }
  }

  /// The field of a deleted record.
  private static let gone = "gone"

  private static func condition(_ tag: String) -> JSONValue { ["If-Match": "\"\(tag)\""] }

  /// Returns the time of a record.
  static func time(_ item: JSONValue) -> Int64? { try? item["last_modified"]?.integer }

  /// Returns the status of an answer in a batch.
  static func status(_ response: JSONValue) -> Int? {
    (try? response["status"]?.integer).map(Int.init)
  }

  private static func isGone(_ item: JSONValue) -> Bool {
    [gone, "deleted"].contains { item[$0] == true }
  }

  /// Returns a write that creates a deleted record again, because the first request found it
  /// deleted; nil otherwise.
  func remaking(_ write: SyncWrite, _ response: JSONValue) -> SyncWrite? {
    guard case .save(var record) = write, record.tag == nil,
      let existing = existing(response), Self.isGone(existing),
      let time = Self.time(existing)
    else { return nil }
    record.tag = "\(time)"
    return .save(record)
  }

  /// Returns the server's record if a request was refused because of its version.
  private func existing(_ response: JSONValue) -> JSONValue? {
    guard Self.status(response) == 412 else { return nil }
    return response["body"]?["details"]?["existing"]
  }

  /// Returns the result of a request of a batch.
  func result(of write: SyncWrite, _ response: JSONValue) throws -> SyncWriteResult {
    let status = Self.status(response) ?? 0
    switch status {
    case 200, 201:
      if case .delete = write { return .deleted }
      guard let time = response["body"]?["data"].flatMap(Self.time) else {
        throw badAnswer("a stored record has no time")
      }
      return .saved(tag: "\(time)")
    case 412:
      guard let existing = existing(response), !Self.isGone(existing),
        let time = Self.time(existing)
      else {
        if case .delete = write { return .deleted }
        return .conflict(nil)
      }
      do {
        guard case .saved(let record) = try Self.change(existing, write.name, time) else {
          return .conflict(nil)
        }
        return .conflict(record)
      } catch let error as SyncError where error.isAboutContent {
        // A record that cannot be read is not overwritten.
        return .refused(error)
      }
    case 404:
      if case .delete = write { return .deleted }
      return .postponed
    case 429, 500...: return .postponed
    default:
      let message = (try? response["body"]?["message"]?.string) ?? "HTTP status \(status)"
      var error =
        Self.error(status, "write the record \(write.name)", nil)
        ?? SyncError(
          .badAnswer, "The server answered with HTTP status \(status).",
          advice: SyncError.nextSyncTriesAgain)
      if error.kind == .notSignedIn { throw error }
      error.message += " The server's message: \(HTTPResponse.excerpt(message))."
      error.record = write.name
      return .refused(error)
    }
  }

  /// Reads a change from a record in JSON.
  static func change(_ item: JSONValue, _ name: String, _ time: Int64) throws -> SyncChange {
    if isGone(item) { return .deleted(name: name) }
    guard let kind = try? item["kind"]?.string, let fields = try? item["fields"]?.object else {
      throw SyncError(
        .badAnswer, "The record \(name) of the collection was not written by this library.",
        advice: "Use a separate collection for the store.", record: name)
    }
    var values: [String: SyncValue] = [:]
    for (field, json) in fields {
      guard let value = KintoValue.value(json) else {
        var error = SyncError(
          .badAnswer, "Cannot read the record \(name): the value of \(field) has an unknown type.",
          advice: "Update the program to the version that wrote the record.", record: name)
        error.property = field
        throw error
      }
      values[field] = value
    }
    return .saved(
      SyncRecord(
        name: name, kind: kind, fields: values, marks: (try? item["marks"]?.string) ?? "",
        tag: "\(time)"))
  }
}

extension KintoClient {
  /// Reads a page of record versions without contents and returns it if `areKnown` is true for
  /// their names and tags; nil if the full page must be read.
  func knownPage(
    _ path: String, _ areKnown: ([(name: String, tag: String)]) throws -> Bool
  ) async throws -> HTTPResponse? {
    let response = try await send("GET", "\(path)&_fields=id,last_modified")
    guard response.status == 200 else { return nil }
    let data = try json(response)["data"]
    guard let items = try? data?.array else { return nil }
    let versions = items.compactMap { item -> (name: String, tag: String)? in
      guard let name = try? item["id"]?.string, let time = Self.time(item) else { return nil }
      return (name, "\(time)")
    }
    return try versions.count == items.count && areKnown(versions) ? response : nil
  }
}
