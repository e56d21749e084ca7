import SyncPort

/// Records and tombstones as documents.
enum FirestoreRecord {
  static let sequence = "seq"
  /// When a record was deleted; tombstones alone have it.
  static let deletion = "deletedAt"
  private static let kind = "kind"
  private static let marks = "marks"
  private static let values = "values"

  /// How many bytes a document may have: Firestore says a mebibyte.
  static let sizeLimit = 1 << 20

  /// The fields of a record, without its number.
  static func fields(_ record: SyncRecord) -> [String: FirestoreField] {
    [
      kind: .text(record.kind), marks: .text(record.marks),
      values: .map(FirestoreValue.fields(record.fields)),
    ]
  }

  /// How many bytes Firestore counts for a document, or some more.
  static func size(_ document: String, _ fields: [String: FirestoreField]) -> Int {
    // Its name is counted without that of the database, with 16 bytes more; the number is one of the fields.
    document.utf8.count + 16 + FirestoreField.size(of: fields) + sequence.utf8.count + 1 + 8
  }

  /// The number of a document.
  static func number(_ document: FirestoreDocument) throws -> Int64 {
    guard case .integer(let number)? = document[sequence] else {
      throw foreign(name(document))
    }
    return number
  }

  /// The name of the record of a document.
  static func name(_ document: FirestoreDocument) -> String {
    let last = document.name.split(separator: "/").last.map(String.init)
    return FirestoreNames.recordName(ofDocument: last ?? document.name)
  }

  static func isTombstone(_ document: FirestoreDocument) -> Bool { document[deletion] != nil }

  /// What a document says.
  ///
  /// - Throws: `SyncError` of the kind `badAnswer` for one that others wrote.
  static func change(_ document: FirestoreDocument) throws -> SyncChange {
    try record(document).map(SyncChange.saved) ?? .deleted(name: name(document))
  }

  /// The record of a document; nil for a tombstone.
  ///
  /// - Throws: `SyncError` of the kind `badAnswer` for one that others wrote.
  static func record(_ document: FirestoreDocument) throws -> SyncRecord? {
    if isTombstone(document) { return nil }
    let name = name(document)
    guard case .text(let kind)? = document[kind], case .text(let marks)? = document[marks],
      case .map(let fields)? = document[values], let tag = document.updateTime
    else { throw foreign(name) }
    guard let values = FirestoreValue.values(fields) else {
      throw SyncError(
        .badAnswer, "A value of the record \(name) is of a kind that is not known.",
        advice: "Use the version of the program that wrote it.", record: name)
    }
    return SyncRecord(name: name, kind: kind, fields: values, marks: marks, tag: tag)
  }

  private static func foreign(_ name: String) -> SyncError {
    SyncError(
      .badAnswer, "The document \(name) of the zone was not written by this library.",
      advice: "Give the store a zone of its own.", record: name)
  }
}
