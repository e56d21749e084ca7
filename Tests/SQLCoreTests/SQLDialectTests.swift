import Foundation
import SQLCore
import Testing

@Suite("SQL dialects")
struct SQLDialectTests {
  /// Expects the SQL of a fragment for SQLite and for PostgreSQL.
  private func expect(
    _ fragment: SQLFragment, sqlite: String, postgres: String,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(SQLDialect.sqlite.render(fragment).text == sqlite, sourceLocation: location)
    #expect(SQLDialect.postgres.render(fragment).text == postgres, sourceLocation: location)
  }

  @Test func everyNameIsQuotedTheSameWay() {
    let names = ["ZTITLE", "Z_PK", "Z_2TAGS", "title", "ORDER", "a\"b", "Zé", "", "Z "]
    let rendered = names.map { SQLDialect.sqlite.render(.name($0)).text }
    #expect(
      rendered == [
        "ZTITLE", "Z_PK", "Z_2TAGS", #""title""#, #""ORDER""#, #""a""b""#, #""Zé""#, #""""#,
        #""Z ""#,
      ])
    #expect(names.map { SQLDialect.sqlite.quoted($0) } == rendered)
    #expect(names.map { SQLDialect.sqlite.render(.table($0)).text } == rendered)
    for (name, text) in zip(names, rendered) {
      let column = SQLDialect.sqlite.render(.column(name, of: name)).text
      #expect(column == "\(text).\(text)")
      let quoted = SQLDialect.postgres.quoted(name)
      #expect(quoted.first == "\"")
      #expect(quoted.last == "\"")
    }
    expect("\(.column("ZNAME", of: "t1"))", sqlite: #""t1".ZNAME"#, postgres: #""t1"."ZNAME""#)
  }

  /// Swift treats a quotation mark with a combining accent as one character; a database treats
  /// the mark as a quotation mark.
  @Test func quotationMarksAreQuotedByTheirBytes() throws {
    #expect(
      Array(SQLDialect.postgres.quoted("a\"\u{301}b").utf8) == Array("\"a\"\"\u{301}b\"".utf8))
    let name = "t\"\u{301}; DROP TABLE t; --"
    for dialect in [SQLDialect.sqlite, .postgres] {
      let quoted = dialect.quoted(name)
      #expect(quoted.utf8.count { $0 == UInt8(ascii: "\"") } == 4)
      #expect(
        dialect.quoted(SQLDialect.name(name, in: name)).utf8.elementsEqual(
          "\(quoted).\(quoted)".utf8))
    }
  }

  @Test(arguments: ["", "a", "\"", "\"\"", "a\"\u{301}b\"", "\u{301}\"\"\u{301}"])
  func quotedNamesCanBeUnquoted(_ name: String) {
    #expect(name.quoted(by: "\"").unquoted("\"").utf8.elementsEqual(name.utf8))
  }

  @Test func comparisonsTreatNullAsEqualToNull() {
    expect(
      "\(name: "ZA") \(.isSame) \(SQLValue.null)", sqlite: "ZA IS ?",
      postgres: #""ZA" IS NOT DISTINCT FROM $1"#)
  }

  @Test func keysArePassedInOneParameter() {
    let keys: [Int64] = [3, -5, .max, .min, 0]
    expect(
      "\(name: "Z_PK") \(.isOne(of: keys))", sqlite: "Z_PK IN (SELECT value FROM json_each(?))",
      postgres:
        #""Z_PK" IN (SELECT value::bigint FROM json_array_elements_text($1::json) AS value)"#)
    expect(
      "\(name: "Z_PK") \(.isNone(of: keys))",
      sqlite: "Z_PK NOT IN (SELECT value FROM json_each(?))",
      postgres:
        #""Z_PK" NOT IN (SELECT value::bigint FROM json_array_elements_text($1::json) AS value)"#)
    let values = SQLDialect.sqlite.render(.isOne(of: keys)).values
    #expect(values == [.text("[3,-5,9223372036854775807,-9223372036854775808,0]")])
    #expect(SQLDialect.sqlite.render(.isOne(of: [Int64]())).values == [.text("[]")])
  }

  @Test func listsOfOtherValuesArePassedAsJSON() {
    let lists: [(SQLList.Elements, sqlite: String, json: String, postgres: String, String)] = [
      (
        .reals([1.5, .infinity]), "swift_double(value)",
        "[4609434218613702656,9218868437227405312]",
        "value::double precision", #"["1.5","inf"]"#
      ),
      (.texts(["a\"b", "\n"]), "value", #"["a\"b","\u000a"]"#, "value", #"["a\"b","\u000a"]"#),
      (
        .blobs([Data([0, 255])]), "swift_blob(value)", #"["00ff"]"#, "decode(value, 'hex')",
        #"["00ff"]"#
      ),
      (
        .dates([Date(timeIntervalSinceReferenceDate: 1.5)]), "swift_double(value)",
        "[4609434218613702656]", "to_timestamp(value::double precision)", #"["978307201.5"]"#
      ),
      (
        .uuids([UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))]),
        "swift_blob(value)", #"["000102030405060708090a0b0c0d0e0f"]"#, "value::uuid",
        #"["00010203-0405-0607-0809-0A0B0C0D0E0F"]"#
      ),
      (.decimals([1.5]), "swift_decimal(value)", #"["1.5"]"#, "value::numeric", #"["1.5"]"#),
    ]
    for (elements, sqlite, json, postgres, postgresJSON) in lists {
      let fragment = SQLFragment.isOne(of: elements)
      expect(
        fragment, sqlite: "IN (SELECT \(sqlite) FROM json_each(?))",
        postgres: "IN (SELECT \(postgres) FROM json_array_elements_text($1::json) AS value)")
      #expect(SQLDialect.sqlite.render(fragment).values == [.text(json)])
      #expect(SQLDialect.postgres.render(fragment).values == [.text(postgresJSON)])
    }
  }

  @Test func rangesLimitTheRows() {
    expect(
      "x = \(SQLValue.integer(1))\(.range(limit: nil, offset: 5))",
      sqlite: "x = ? LIMIT ? OFFSET ?", postgres: "x = $1 LIMIT $2 OFFSET $3")
    let all = SQLFragment.range(limit: nil, offset: 5)
    #expect(SQLDialect.sqlite.render(all).values == [.integer(-1), .integer(5)])
    #expect(SQLDialect.postgres.render(all).values == [.null, .integer(5)])
    let some = SQLFragment.range(limit: 2, offset: 0)
    #expect(SQLDialect.postgres.render(some).values == [.integer(2), .integer(0)])
    #expect(SQLDialect.sqlite.range(after: 1) == " LIMIT ? OFFSET ?")
    #expect(SQLDialect.postgres.range(after: 1) == " LIMIT $2 OFFSET $3")
  }

  @Test func nullSortsBeforeAllValues() {
    expect(
      "a\(.order(isDescending: false))", sqlite: "a", postgres: "a NULLS FIRST")
    expect("a\(.order(isDescending: true))", sqlite: "a DESC", postgres: "a DESC NULLS LAST")
  }

  @Test func truthValuesAreRendered() {
    expect("a = \(.truth(true))", sqlite: "a = 1", postgres: "a = TRUE")
    expect("\(.truth(false))", sqlite: "0", postgres: "FALSE")
  }

  @Test func fragmentsThatNeedTheClientAreRecognized() {
    let plain: SQLFragment = "\(name: "ZA") = \(SQLValue.integer(1))"
    let call: SQLFragment = "\(.function("swift_less"))(a, b)"
    let order: SQLFragment = "a \(.collation("swift"))"
    #expect([plain, call, order].allSatisfy { $0.isSupported(by: .sqlite) })
    #expect([plain, call, order].map { $0.isSupported(by: .postgres) } == [true, false, false])
    expect(call, sqlite: "swift_less(a, b)", postgres: "swift_less(a, b)")
  }

  @Test func collationNamesAreRendered() {
    expect("a \(.collation("swift"))", sqlite: "a COLLATE swift", postgres: #"a COLLATE "swift""#)
  }

  @Test func conflictingInsertsAreIgnored() {
    for dialect in [SQLDialect.sqlite, .postgres] {
      #expect(
        dialect.ignoringConflicts("INSERT INTO t VALUES (1)")
          == "INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING")
    }
  }

  @Test func featuresDescribeEachDatabase() {
    let (sqlite, postgres) = (SQLDialect.sqlite.features, SQLDialect.postgres.features)
    #expect(sqlite.hasClientFunctions)
    #expect(sqlite.hasClientCollations)
    #expect(!sqlite.failureEndsTransaction)
    #expect(!postgres.hasClientFunctions)
    #expect(!postgres.hasClientCollations)
    #expect(postgres.failureEndsTransaction)
    #expect(SQLDialect.sqlite.beginWriting == "BEGIN IMMEDIATE")
    #expect(SQLDialect.postgres.beginWriting == "BEGIN")
  }
}
