@testable import CloudKitSync
@testable import FirestoreSync
import Foundation
@testable import KintoSync
@testable import SyncEncryption
import SyncHTTP
@testable import SyncPort
@testable import SyncReplication

/// Fuzzes records, values and envelopes from servers and from the ledger of a store.
@Sendable func records(_ bytes: UnsafeRawBufferPointer) {
  let data = Data(bytes)
  if let record = attempt(SyncError.self, { try SyncCoding.record(data) }) {
    requireRoundTrip(of: record)
    readContent(of: record)
  }
  _ = attempt(SyncError.self) { try SyncCoding.fields(data) }
  readSealed(data)
  readTexts(String(decoding: bytes, as: UTF8.self))
}

/// Checks that a provider returns the same record that it stored.
private func requireRoundTrip(of record: SyncRecord) {
  let again = try? SyncCoding.record(SyncCoding.encode(record))
  require(again == record, "SyncCoding reads another record than it wrote: \(record)")
  for (field, value) in record.fields {
    requireSame(value, kinto(value), "Kinto", field)
    requireSame(value, firestore(value), "Firestore", field)
  }
  guard CloudKitRecord.obstacle(record) == nil else { return }
  let fields = cloudKit(record)
  for (field, value) in record.fields { requireSame(value, fields?[field], "CloudKit", field) }
}

private func requireSame(
  _ value: SyncValue, _ other: SyncValue?, _ server: String, _ field: String
) {
  require(value == other, "\(server) gives back \(field) as \(String(describing: other)): \(value)")
}

private func kinto(_ value: SyncValue) -> SyncValue? {
  sent(KintoValue.json(value)).flatMap { KintoValue.value($0) }
}

private func firestore(_ value: SyncValue) -> SyncValue? {
  sent(FirestoreValue.field(value).json).flatMap { try? FirestoreField($0) }.flatMap {
    FirestoreValue.value($0)
  }
}

/// Returns JSON after it was written and parsed.
private func sent(_ json: JSONValue) -> JSONValue? {
  (try? json.data()).flatMap { try? JSONValue($0, valueLimit: .max) }
}

private func cloudKit(_ record: SyncRecord) -> [String: SyncValue]? {
  let fields = CloudKitRecord.fields(record, isUpdate: false).full
  let json: JSONValue = [
    "recordType": .string(CloudKitNames.recordType(record.kind)), "recordChangeTag": "1",
    "fields": .object(fields.mapValues(\.json)),
  ]
  return sent(json).flatMap {
    try? CloudKitRecord.record($0, record.name, CloudKitModels())?.fields
  }
}

/// Checks how the engine interprets a record.
private func readContent(of record: SyncRecord) {
  let content = SyncContent(record)
  _ = content.references
  _ = content.memberships(record.name)
  if let mark = SyncMark(record) {
    require(SyncMark(mark.record) == mark, "A mark is another one in its record: \(mark)")
  }
  if let pair = SyncPair(record) {
    require(SyncPair(pair.record(named: record.name)) == pair, "A pair is another one: \(pair)")
  }
  _ = SyncMerge(kind: record.kind, base: nil, mine: content, theirs: content) { _ in nil }
}

private func readSealed(_ data: Data) {
  guard let key = try? SyncKey(bytes: Data(repeating: 7, count: SyncKey.size)) else { return }
  let keys = SyncKeyRing(key)
  for takesFormer in [false, true] {
    _ = attempt(SyncError.self) {
      try SealedBytes.open(
        data, for: .record, named: "a", in: Data("place".utf8), takesFormer: takesFormer, keys)
    }
  }
  let place = Data("place".utf8)
  guard let sealed = try? SealedBytes.seal(data, for: .record, named: "a", in: place, key)
  else { return }
  let opened = try? SealedBytes.open(
    sealed, for: .record, named: "a", in: place, takesFormer: false, keys)
  require(opened == data, "Sealed bytes are opened as others.")
  let other = try? SealedBytes.open(
    sealed, for: .record, named: "a", in: Data("other".utf8), takesFormer: true, keys)
  require(other == nil, "Sealed bytes are opened in another place.")
  guard let sealedPlace = try? SealedPlace.new() else { return }
  _ = attempt(SyncError.self) {
    try SealedName.open(String(decoding: data, as: UTF8.self), key, sealedPlace)
  }
}

/// Parses marks, cursors, positions and keys, which are text.
private func readTexts(_ text: String) {
  let marks = SyncMarks(text)
  require(SyncMarks(marks.text) == marks, "Marks are read as others: \(text)")
  _ = marks.latest
  if let life = ServerLife(text) {
    require(ServerLife(life.text) == life, "A life is read as another: \(text)")
    _ = life.next(by: "a")
  }
  if let gaps = SyncMarkGaps(text) {
    require(SyncMarkGaps(gaps.text) == gaps, "Gaps are read as others: \(text)")
    _ = gaps.contains(1)
  }
  if var cursor = KintoCursor(text) {
    require(KintoCursor(cursor.text)?.text == cursor.text, "A cursor is another one: \(text)")
    cursor.endPage(at: cursor.position, margin: 30_000, hasMore: false)
  }
  if let cursor = FirestoreCursor(text) {
    require(FirestoreCursor(cursor.text) == cursor, "A cursor is another one: \(text)")
  }
  if MemberPosition.isValid(text) { _ = MemberPosition.between(nil, text, 2) }
  _ = RecordNames(text: text)
  _ = attempt(SyncError.self) { try SyncKey(text: text) }
  _ = attempt(SyncError.self) { try SyncKeyDerivation(text: text) }
}

/// Generates a record with a value of every kind, and one of each kind that the engine stores in
/// addition to rows.
@Sendable func recordSeeds() throws -> [Data] {
  let values: [String: SyncValue] = [
    "a": .null, "b": .bool(true), "c": .integer(-1), "d": .real(0.5), "e": .decimal(9.5),
    "f": .text("é"), "g": .date(Date(timeIntervalSinceReferenceDate: 1.5)), "h": .data(Data([0])),
    "i": .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
    "j": .url(URL(fileURLWithPath: "/a")), "k": .reference("b"),
    "l": .list([.reference("b"), .reference("c")]), "m": .composite(["x": .integer(1)]),
    "n": .file(SyncFile(digest: String(repeating: "0", count: 64), size: 300_000)),
  ]
  let stamp = SyncStamp(time: 1_700_000_000_000_000, peer: "r")
  var marks = SyncMarks(born: stamp)
  marks.set(SyncStamp(time: 1_800_000_000_000_000, peer: "q"), of: "a")
  marks.heard = ["r": 3]
  let record = SyncRecord(name: "a", kind: "Book", fields: values, marks: marks.text)
  let mark = SyncMark(name: SyncMark.name(of: "r"), life: .first.next(by: "q"), number: 3)
  let end = SyncPair.End(record: "a", kind: "Book", field: "tags")
  return [record, mark.record, SyncPair(end, end).record(named: "p")].map(SyncCoding.encode)
    + [Data(marks.text.utf8)]
}
