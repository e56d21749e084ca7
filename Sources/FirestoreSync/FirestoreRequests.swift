/// A document as requests and answers have it.
struct FirestoreDocument: Codable {
  /// Its full name, from `projects/` on.
  var name: String
  var fields: [String: FirestoreField]?
  /// When it was last changed, as the server spells it; nil in what is sent.
  var updateTime: String?

  init(_ name: String, _ fields: [String: FirestoreField]) {
    (self.name, self.fields) = (name, fields)
  }

  subscript(field: String) -> FirestoreField? { fields?[field] }
}

/// What has to hold of a document for it to be written.
struct FirestorePrecondition: Encodable {
  private var exists: Bool?
  private var updateTime: String?

  /// The document is the one that was read; that there is none, for nil.
  init(_ document: FirestoreDocument?) {
    updateTime = document?.updateTime
    if document == nil { exists = false }
  }
}

/// Something to be written.
struct FirestoreWrite: Encodable {
  private struct Transform: Encodable {
    var fieldPath: String
    var setToServerValue = "REQUEST_TIME"
  }

  private var update: FirestoreDocument?
  private var delete: String?
  private var currentDocument: FirestorePrecondition
  private var updateTransforms: [Transform]?

  /// Writes a document over the one that was read, the server's time into one of its fields.
  static func update(
    _ document: FirestoreDocument, over known: FirestoreDocument?, timing field: String? = nil
  ) -> FirestoreWrite {
    FirestoreWrite(
      update: document, currentDocument: FirestorePrecondition(known),
      updateTransforms: field.map { [Transform(fieldPath: $0)] })
  }

  /// Deletes the document that was read.
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

/// The documents of a collection whose field has a value beyond a bound, in the order of these values.
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
