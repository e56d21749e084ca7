import SyncHTTP

/// A document in the format of requests and answers.
struct FirestoreDocument {
  /// The full name, starting with `projects/`.
  var name: String
  var fields: [String: FirestoreField]
  /// The time of the last change, in the server's text format; nil in requests.
  var updateTime: String?

  init(_ name: String, _ fields: [String: FirestoreField], updateTime: String? = nil) {
    (self.name, self.fields, self.updateTime) = (name, fields, updateTime)
  }

  /// Reads a document from an answer.
  init(_ json: JSONValue) throws {
    name = try json.member("name").string
    fields = try FirestoreField.fields(json["fields"] ?? [:])
    updateTime = try json["updateTime"]?.string
  }

  subscript(field: String) -> FirestoreField? { fields[field] }

  /// The condition that the document has not changed since it was read.
  fileprivate var isUnchanged: JSONValue {
    .object(updateTime.map { ["updateTime": .string($0)] } ?? [:])
  }
}

/// Bodies of requests.
enum FirestoreRequest {
  /// Overwrites a document that was read, or for nil, one that does not exist, and sets the server's
  /// time in one of its fields.
  static func update(
    _ document: FirestoreDocument, over known: FirestoreDocument?, timing field: String? = nil
  ) -> JSONValue {
    var write: [String: JSONValue] = [
      "update": [
        "name": .string(document.name), "fields": .object(document.fields.mapValues(\.json)),
      ],
      "currentDocument": known?.isUnchanged ?? ["exists": false],
    ]
    write["updateTransforms"] = field.map {
      [["fieldPath": .string($0), "setToServerValue": "REQUEST_TIME"]]
    }
    return .object(write)
  }

  /// Deletes a document that was read.
  static func delete(_ document: FirestoreDocument) -> JSONValue {
    ["delete": .string(document.name), "currentDocument": document.isUnchanged]
  }

  enum Bound: String {
    case above = "GREATER_THAN"
    case below = "LESS_THAN"
  }

  enum Direction: String {
    case up = "ASCENDING"
    case down = "DESCENDING"
  }

  /// Queries the documents of a collection whose field is above or below a bound, ordered by that
  /// field.
  static func query(
    _ collection: String, _ field: String, _ bound: Bound, _ value: FirestoreField,
    _ direction: Direction = .up, limit: Int
  ) -> JSONValue {
    let field: JSONValue = ["fieldPath": .string(field)]
    return [
      "structuredQuery": [
        "from": [["collectionId": .string(collection)]],
        "where": [
          "fieldFilter": ["field": field, "op": .string(bound.rawValue), "value": value.json]
        ],
        "orderBy": [["field": field, "direction": .string(direction.rawValue)]],
        "limit": .integer(Int64(limit)),
      ]
    ]
  }
}
