#if POSTGRES
  import CPostgres
  import CRowCells
  import Foundation
  @testable import PostgresDriver

  private let types: [PostgresType] = [
    .bool, .bytea, .int8, .int2, .int4, .text, .oid, .json, .float4, .float8, .date, .timestamp,
    .timestamptz, .numeric, .uuid, .jsonb, PostgresType(rawValue: 1007),
    PostgresType(rawValue: 1009), PostgresType(rawValue: 1231), PostgresType(rawValue: 1185),
    PostgresType(rawValue: 99_999),
  ]

  /// Fuzzes values as PostgreSQL sends them: the first byte selects the type, the second the
  /// format, and the rest is the value.
  @Sendable func postgres(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 2 else { return }
    let type = types[Int(bytes[0]) % types.count]
    let value = UnsafeRawBufferPointer(rebasing: bytes[2...])
    let text = String(decoding: value, as: UTF8.self)
    switch bytes[1] % 4 {
    case 0: readBinary(value, type)
    case 1: readText(text, type)
    case 2: readPage(value, [.int8, type])
    default: readOther(text)
    }
    readRow(value, type, isBinary: bytes[1] % 4 != 1)
  }

  private func readBinary(_ bytes: UnsafeRawBufferPointer, _ type: PostgresType) {
    guard let value = PostgresValue(binary: bytes, type: type) else { return }
    _ = value.text
    var element = type
    if case .array(let array) = value { element = array.element }
    // Unsigned 32-bit numbers are read into 64 bits, and written as such.
    guard value != .null, element.form != .unsigned4 else { return }
    let written = binary(value)
    let again = written.withUnsafeBytes { PostgresValue(binary: $0, type: type) }
    // NaN is not equal to itself.
    require(
      again.map(binary) == written,
      "A binary \(type) is another value after it was written: \(value)")
  }

  private func binary(_ value: PostgresValue) -> [UInt8] {
    var bytes = PostgresBytes()
    value.write(to: &bytes)
    return bytes.bytes
  }

  private func readText(_ text: String, _ type: PostgresType) {
    guard let value = PostgresValue(text: text, type: type), let written = value.text else {
      return
    }
    let again = PostgresValue(text: written, type: type)
    require(
      again?.text == written, "The text of a \(type) is another one after it was read: \(written)")
  }

  /// Responses of a server that are not rows.
  private func readOther(_ text: String) {
    _ = PostgresLogPosition(answer: text)
    _ = PostgresNumeric(text: text).map { ($0.decimal, $0.double, $0.int64) }
    _ = Placeholders.replaced(in: Placeholders.numbered(text)) { "\($0)" }
  }

  /// A result with columns of these types, in memory allocated by libpq.
  private func result(_ types: [PostgresType], isBinary: Bool) -> OpaquePointer? {
    guard let result = PQmakeEmptyPGresult(nil, PGRES_TUPLES_OK) else { return nil }
    let isMade = "column".withCString { name in
      var columns = types.map { type in
        PGresAttDesc(
          name: UnsafeMutablePointer(mutating: name), tableid: 0, columnid: 0,
          format: isBinary ? 1 : 0, typid: type.rawValue, typlen: -1, atttypmod: -1)
      }
      return PQsetResultAttrs(result, Int32(columns.count), &columns) == 1
    }
    return isMade ? result : nil
  }

  private func set(_ result: OpaquePointer, _ column: Int32, _ bytes: UnsafeRawBufferPointer) {
    // libpq requires an address even for an empty value.
    var bytes = Array(bytes.bindMemory(to: CChar.self))
    let count = Int32(bytes.count)
    bytes.append(0)
    PQsetvalue(result, 0, column, &bytes, count)
  }

  private func readRow(_ value: UnsafeRawBufferPointer, _ type: PostgresType, isBinary: Bool) {
    guard let made = result([.int8, type], isBinary: isBinary) else { return }
    set(made, 0, value)
    set(made, 1, value)
    let row = PostgresRow()
    row.take(made)
    row.rowIndex = 0
    read(row)
  }

  /// Rows that were received as one value.
  private func readPage(_ records: UnsafeRawBufferPointer, _ types: [PostgresType]) {
    guard let made = result([.int8, .bytea], isBinary: true) else { return }
    withUnsafeBytes(of: Int64(3).bigEndian) { set(made, 0, $0) }
    set(made, 1, records)
    let row = PostgresRow()
    guard row.takePage(made, types) else { return PQclear(made) }
    row.rowIndex = 0
    for _ in 0..<3 where row.takeRowOfPage() { read(row) }
    _ = row.isPageAtEnd()
  }

  private func read(_ row: PostgresRow) {
    _ = row.key
    for column in 0..<2 {
      _ = (row.int64(column), row.doubleIfPresent(column), row.stringIfPresent(column))
      _ = (row.dataIfPresent(column), row.uuid(column), row.boolIfPresent(column))
      _ = (row.dateIfPresent(column), row.value(column), row.postgresValue(column))
    }
    guard let cell = row.cells()?[1], let start = cell.bytes else { return }
    if [OPENSWIFTDATA_TEXT, OPENSWIFTDATA_BLOB].contains(Int(cell.kind)) {
      _ = Data(bytes: start, count: Int(cell.count))
    }
  }

  @Sendable func postgresSeeds() throws -> [Data] {
    let texts = [
      "t", "\\x0102", "-12", "1", "1", "a", "7", "{\"a\":1}", "1.5", "NaN", "2024-02-29",
      "2024-02-29 12:00:00.5", "0044-03-15 00:00:00+01:30 BC", "-12345.6789",
      "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "[1]", "[0:1]={1,NULL}", "{\"a b\",{c}}", "{1.5}",
      "{\"2024-02-29 12:00:00+00\"}", "x",
    ]
    return zip(types, texts).enumerated().flatMap { number, pair in
      let head = [UInt8(number)]
      var seeds = [Data(head + [1] + pair.1.utf8)]
      if let value = PostgresValue(text: pair.1, type: pair.0) {
        let binary = binary(value)
        seeds.append(Data(head + [0] + binary))
        var record = PostgresBytes()
        record.append(2 as Int32)
        for (type, content) in [(PostgresType.int8, [0, 0, 0, 0, 0, 0, 0, 5]), (pair.0, binary)] {
          record.append(type.rawValue)
          record.append(Int32(content.count))
          record.append(contentsOf: content)
        }
        seeds.append(Data(head + [2] + record.bytes + record.bytes + record.bytes))
      }
      return seeds
    }
  }
#endif
