import SyncPort

/// Records and tombstones as documents.
enum FirestoreRecord {
  static let sequence = "seq"
  /// The field with the time of a deletion; only tombstones have it.
  static let deletion = "deletedAt"
  private static let kind = "kind"
  private static let marks = "marks"
  private static let values = "values"

  /// The maximum size of a document in bytes; Firestore specifies 1 MiB.
  static let sizeLimit = 1 << 20

  /// Returns the fields of a record, without its number.
  static func fields(_ record: SyncRecord) -> [String: FirestoreField] {
    [
      kind: .text(record.kind), marks: .text(record.marks),
      values: .map(FirestoreValue.fields(record.fields)),
    ]
  }

  /// Returns the size in bytes that Firestore counts for a document, or slightly more.
  static func size(_ document: String, _ fields: [String: FirestoreField]) -> Int {
    // The name counts without that of the database, plus 16 bytes; the number is one of the fields.
    document.utf8.count + 16 + FirestoreField.size(of: fields) + sequence.utf8.count + 1 + 8
  }

  /// Returns the number of a document.
  static func number(_ document: FirestoreDocument) throws -> Int64 {
    guard case .integer(let number)? = document[sequence] else {
      throw foreign(name(document))
    }
    return number
  }

  /// Returns the record name of a document.
  static func name(_ document: FirestoreDocument) -> String {
    let last = document.name.split(separator: "/").last.map(String.init)
    return FirestoreNames.recordName(ofDocument: last ?? document.name)
  }

  static func isTombstone(_ document: FirestoreDocument) -> Bool { document[deletion] != nil }

  /// Reads a change from a document.
  ///
  /// - Throws: `SyncError` of the kind `badAnswer` for a document that another program wrote.
  static func change(_ document: FirestoreDocument) throws -> SyncChange {
    try record(document).map(SyncChange.saved) ?? .deleted(name: name(document))
  }

  /// Reads a record from a document; nil for a tombstone.
  ///
  /// - Throws: `SyncError` of the kind `badAnswer` for a document that another program wrote.
  static func record(_ document: FirestoreDocument) throws -> SyncRecord? {
    if isTombstone(document) { return nil }
    let name = name(document)
    guard case .text(let kind)? = document[kind], case .text(let marks)? = document[marks],
      case .map(let fields)? = document[values], let tag = document.updateTime
    else { throw foreign(name) }
    guard let values = FirestoreValue.values(fields) else {
      throw SyncError(
        .badAnswer, "Cannot read the record \(name): a value has an unknown type.",
        advice: "Update the program to the version that wrote the record.", record: name)
    }
    return SyncRecord(name: name, kind: kind, fields: values, marks: marks, tag: tag)
  }

  private static func foreign(_ name: String) -> SyncError {
    SyncError(
      .badAnswer, "The document \(name) of the zone was not written by this library.",
      advice: "Use a separate zone for the store.", record: name)
  }
}
