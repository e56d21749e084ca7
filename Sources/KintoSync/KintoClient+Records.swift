import Foundation
import SyncHTTP
import SyncPort

/// A record that was deleted stays as one that has `gone` alone.
///
/// A record of which Kinto has no more than a tombstone of its own may be made by whoever asks with
/// `If-None-Match: *`: by a request, too, that the server carries out late, when the device that sent it has deleted
/// the record meanwhile.
extension KintoClient {
  /// A request that makes the others of its batch wait for batches of other writers.
  ///
  /// Kinto looks at a record's version and then writes, and two requests may look at the same one. Who has changed the
  /// collection itself has its row to the end of the batch.
  var turn: [String: Any] {
    [
      "method": "PATCH", "path": "/v1\(collections[0])",
      "body": ["data": ["turn": UUID().uuidString]],
    ]
  }

  /// A request of a batch.
  func request(_ write: SyncWrite) -> [String: Any] {
    let path = "/v1\(records)/\(write.name)"
    switch write {
    case .save(let record):
      let condition = record.tag.map(Self.condition) ?? ["If-None-Match": "*"]
      return [
        "method": "PUT", "path": path, "headers": condition,
        "body": [
          "data": [
            "kind": record.kind, "marks": record.marks,
            "fields": record.fields.mapValues(KintoValue.json),
          ] as [String: Any]
        ],
      ]
    case .delete(_, let tag):
      return [
        "method": "PUT", "path": path, "headers": Self.condition(tag),
        "body": ["data": [Self.gone: true]],
      ]
    }
  }

  /// What a record has that was deleted.
  private static let gone = "gone"

  private static func condition(_ tag: String) -> [String: String] { ["If-Match": "\"\(tag)\""] }

  private static func isGone(_ item: [String: Any]) -> Bool {
    [gone, "deleted"].contains { (item[$0] as? NSNumber)?.boolValue ?? false }
  }

  /// A write that makes a record anew which was deleted, and so was not made by a first request; nil for all else.
  func remaking(_ write: SyncWrite, _ response: [String: Any]) -> SyncWrite? {
    guard case .save(var record) = write, record.tag == nil,
      let existing = existing(response), Self.isGone(existing),
      let time = (existing["last_modified"] as? NSNumber)?.int64Value
    else { return nil }
    record.tag = "\(time)"
    return .save(record)
  }

  /// The record that the server has where a request was refused because of its version.
  private func existing(_ response: [String: Any]) -> [String: Any]? {
    guard (response["status"] as? NSNumber)?.intValue == 412 else { return nil }
    let details = (response["body"] as? [String: Any])?["details"] as? [String: Any]
    return details?["existing"] as? [String: Any]
  }

  /// What came of a request of a batch.
  func result(of write: SyncWrite, _ response: [String: Any]) throws -> SyncWriteResult {
    let status = (response["status"] as? NSNumber)?.intValue ?? 0
    let body = response["body"] as? [String: Any] ?? [:]
    switch status {
    case 200, 201:
      if case .delete = write { return .deleted }
      guard let data = body["data"] as? [String: Any],
        let time = (data["last_modified"] as? NSNumber)?.int64Value
      else { throw badAnswer("A record was stored without a time") }
      return .saved(tag: "\(time)")
    case 412:
      guard let existing = existing(response), !Self.isGone(existing),
        let time = (existing["last_modified"] as? NSNumber)?.int64Value
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
        // Nothing is written over what cannot be read.
        return .refused(error)
      }
    case 404:
      if case .delete = write { return .deleted }
      return .postponed
    case 429, 500...: return .postponed
    default:
      let message = body["message"] as? String ?? "status \(status)"
      var error =
        Self.error(status, "storing \(write.name)", nil)
        ?? SyncError(.badAnswer, "The server answered \(status).")
      if error.kind == .notSignedIn { throw error }
      error.message += " It says: \(HTTPResponse.excerpt(message))"
      error.record = write.name
      return .refused(error)
    }
  }

  /// What a record in JSON says.
  static func change(_ item: [String: Any], _ name: String, _ time: Int64) throws -> SyncChange {
    if isGone(item) { return .deleted(name: name) }
    guard let kind = item["kind"] as? String, let fields = item["fields"] as? [String: Any] else {
      throw SyncError(
        .badAnswer, "The record \(name) of the collection was not written by this library.",
        advice: "Give the store a collection of its own.", record: name)
    }
    var values: [String: SyncValue] = [:]
    for (field, json) in fields {
      guard let value = KintoValue.value(json) else {
        var error = SyncError(
          .badAnswer, "The value \(field) of the record \(name) is of a kind that is not known.",
          advice: "Use the version of the program that wrote it.", record: name)
        error.property = field
        throw error
      }
      values[field] = value
    }
    return .saved(
      SyncRecord(
        name: name, kind: kind, fields: values, marks: item["marks"] as? String ?? "",
        tag: "\(time)"))
  }
}

extension KintoClient {
  /// A page of records without their contents, where `areKnown` says of their names and tags that all are known; nil
  /// where the page has to be read.
  func knownPage(
    _ path: String, _ areKnown: ([(name: String, tag: String)]) throws -> Bool
  ) async throws -> HTTPResponse? {
    let response = try await send("GET", "\(path)&_fields=id,last_modified")
    guard response.status == 200,
      let items = try json(response)["data"] as? [[String: Any]]
    else { return nil }
    let versions = items.compactMap { item -> (name: String, tag: String)? in
      guard let name = item["id"] as? String,
        let time = (item["last_modified"] as? NSNumber)?.int64Value
      else { return nil }
      return (name, "\(time)")
    }
    return try versions.count == items.count && areKnown(versions) ? response : nil
  }
}
