/// A document in the format of requests and answers.
struct FirestoreDocument: Codable {
  /// The full name, starting with `projects/`.
  var name: String
  var fields: [String: FirestoreField]?
  /// The time of the last change, in the server's text format; nil in requests.
  var updateTime: String?

  init(_ name: String, _ fields: [String: FirestoreField], updateTime: String? = nil) {
    (self.name, self.fields, self.updateTime) = (name, fields, updateTime)
  }

  subscript(field: String) -> FirestoreField? { fields?[field] }
}

/// The condition under which a document is written.
struct FirestorePrecondition: Encodable {
  private var exists: Bool?
  private var updateTime: String?

  /// Requires that the document has not changed since it was read, or for nil, that it does not
  /// exist.
  init(_ document: FirestoreDocument?) {
    updateTime = document?.updateTime
    if document == nil { exists = false }
  }
}

/// A write of a document.
struct FirestoreWrite: Encodable {
  private struct Transform: Encodable {
    var fieldPath: String
    var setToServerValue = "REQUEST_TIME"
  }

  private var update: FirestoreDocument?
  private var delete: String?
  private var currentDocument: FirestorePrecondition
  private var updateTransforms: [Transform]?

  /// Overwrites a document that was read, and sets the server's time in one of its fields.
  static func update(
    _ document: FirestoreDocument, over known: FirestoreDocument?, timing field: String? = nil
  ) -> FirestoreWrite {
    FirestoreWrite(
      update: document, currentDocument: FirestorePrecondition(known),
      updateTransforms: field.map { [Transform(fieldPath: $0)] })
  }

  /// Deletes a document that was read.
  static func delete(_ document: FirestoreDocument) -> FirestoreWrite {
    FirestoreWrite(delete: document.name, currentDocument: FirestorePrecondition(document))
  }
}

struct FirestoreCommit: Encodable {
  var writes: [FirestoreWrite]

  struct Answer: Decodable {
    struct Result: Decodable { var updateTime: String? }

    var writeResults: [Result]?
    var commitTime: String?
  }
}

struct FirestoreLookUp: Encodable {
  var documents: [String]

  struct Answer: Decodable {
    var found: FirestoreDocument?
    var missing: String?
    var error: FirestoreFailure.Status?
  }
}

/// A query for the documents of a collection whose field is above or below a bound, ordered by that
/// field.
struct FirestoreQuery: Encodable {
  enum Bound: String, Encodable {
    case above = "GREATER_THAN"
    case below = "LESS_THAN"
  }

  enum Direction: String, Encodable {
    case up = "ASCENDING"
    case down = "DESCENDING"
  }

  private struct Collection: Encodable { var collectionId: String }
  private struct Field: Encodable { var fieldPath: String }
  private struct FieldFilter: Encodable {
    var field: Field
    var op: Bound
    var value: FirestoreField
  }
  private struct Filter: Encodable { var fieldFilter: FieldFilter }
  private struct Order: Encodable {
    var field: Field
    var direction: Direction
  }
  private struct Query: Encodable {
    var from: [Collection]
    var `where`: Filter
    var orderBy: [Order]
    var limit: Int
  }

  private var structuredQuery: Query

  init(
    _ collection: String, _ field: String, _ bound: Bound, _ value: FirestoreField,
    _ direction: Direction = .up, limit: Int
  ) {
    let field = Field(fieldPath: field)
    structuredQuery = Query(
      from: [Collection(collectionId: collection)],
      where: Filter(fieldFilter: FieldFilter(field: field, op: bound, value: value)),
      orderBy: [Order(field: field, direction: direction)], limit: limit)
  }

  struct Answer: Decodable {
    var document: FirestoreDocument?
    var error: FirestoreFailure.Status?
  }
}
