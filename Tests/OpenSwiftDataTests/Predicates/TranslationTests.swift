import Foundation
import SQLCore
import Testing

@testable import OpenSwiftData

/// The SQL of each predicate node, and whether it finds the same rows as memory.
@Suite("Translation") struct TranslationTests {
  private let store: RowStore

  init() throws { store = try RowStore(count: 60, seed: 7) }

  private func expect(
    _ sql: String?, _ predicate: Predicate<Row>, isExact: Bool = true,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(store.text(predicate) == sql, sourceLocation: location)
    let translation = store.translator.translate(predicate)
    #expect(translation.isExact == isExact, sourceLocation: location)
    let descriptor = FetchDescriptor(predicate: predicate)
    let expected = try descriptor.answer(from: store.rows).map(\.id)
    #expect(try store.fetch(descriptor) == expected, sourceLocation: location)
  }

  @Test func equalityBecomesAnEqualsSign() throws {
    let int = 5, name = "abc"
    try expect("ZINT = ?", #Predicate<Row> { $0.int == int })
    try expect("NOT (ZINT = ?)", #Predicate<Row> { $0.int != int })
    try expect("ZNAME = ?", #Predicate<Row> { name == $0.name })
    try expect("ZINT = ZSMALL", #Predicate<Row> { $0.int == $0.small })
    try expect("ZFLAG = 0", #Predicate<Row> { $0.flag == false })
    let uuid = store.rows[0].uuid
    try expect("ZUUID = ?", #Predicate<Row> { $0.uuid == uuid })
  }

  @Test func nilBecomesNull() throws {
    let none: Int? = nil, some: Int? = 5
    try expect("ZOPTIONALINT IS NULL", #Predicate<Row> { $0.optionalInt == nil })
    try expect("ZOPTIONALINT IS NULL", #Predicate<Row> { $0.optionalInt == none })
    try expect("ZOPTIONALINT = ?", #Predicate<Row> { $0.optionalInt == some })
    try expect(
      "((ZOPTIONALINT = ?) IS NOT TRUE)", #Predicate<Row> { $0.optionalInt != some })
    try expect(
      "ZOPTIONALINT IS ZOPTIONALINT",
      #Predicate<Row> { $0.optionalInt == $0.optionalInt })
    try expect("coalesce(ZOPTIONALINT, ?) = ?", #Predicate<Row> { ($0.optionalInt ?? 5) == 5 })
    try expect(
      "(ZOPTIONALINT IS NOT NULL AND ZOPTIONALINT = ?)",
      #Predicate<Row> { $0.optionalInt != nil && $0.optionalInt! == 5 })
  }

  @Test func stringsCompareByCanonicalEquivalence() throws {
    try expect("ZNAME IN (?, ?)", #Predicate<Row> { $0.name == "K" })
    try expect(
      "(ZNAME >= ? AND ZNAME < ? AND ZNAME = ? COLLATE swift)",
      #Predicate<Row> { $0.name == "Mu\u{308}ller" })
    // Texts that start with the letter, or with a letter followed by a combining mark.
    try expect(
      "(((ZNAME >= ? AND ZNAME < ?) OR (ZNAME >= ? AND ZNAME < ?)) "
        + "AND ZNAME = ? COLLATE swift)",
      #Predicate<Row> { $0.name == "é" })
    // Combining marks can be in any order.
    try expect("ZNAME = ? COLLATE swift", #Predicate<Row> { $0.name == "\u{301}" })
    try expect(
      "ZNAME = ZCITY COLLATE swift", #Predicate<Row> { $0.name == $0.address.city })
  }

  @Test func orderComparisonsFollowTheType() throws {
    let date = Date(timeIntervalSinceReferenceDate: 5), big = UInt64(1) << 63
    try expect("ZINT < ?", #Predicate<Row> { $0.int < 5 })
    try expect("ZINT >= ?", #Predicate<Row> { 5 <= $0.int })
    try expect("(ZDATE > ? AND ZDATE < x'')", #Predicate<Row> { $0.date > date })
    try expect("ZDATE <= ?", #Predicate<Row> { $0.date <= date })
    try expect(
      "(ZUNSIGNED < 0, ZUNSIGNED) < (? < 0, ?)", #Predicate<Row> { $0.unsigned < big })
    try expect("swift_less(ZNAME, ?)", #Predicate<Row> { $0.name < "b" })
    try expect("NOT swift_less(?, ZNAME)", #Predicate<Row> { $0.name <= "b" })
  }

  @Test func conditionsAreCombined() throws {
    try expect(
      "(ZINT = ? OR (ZFLAG = 1 AND NOT (ZSMALL > ?)))",
      #Predicate<Row> { $0.int == 5 || ($0.flag && !($0.small > 0)) })
    try expect(
      "CASE WHEN ZFLAG = 1 THEN ZINT ELSE ZSMALL END > ?",
      #Predicate<Row> { ($0.flag ? $0.int : $0.small) > 1 })
  }

  @Test func rowIndependentConditionsAreEvaluatedOnce() throws {
    let filter: Int? = nil, limits = [3, 9]
    try expect(nil, #Predicate<Row> { filter == nil || $0.int == filter! })
    try expect("0", #Predicate<Row> { filter != nil && $0.int == filter! })
    try expect("ZINT < ?", #Predicate<Row> { $0.int < (limits.max() ?? 0) })
  }

  @Test func unwrappedOptionalsBecomeConditions() throws {
    try expect(
      "(ZOPTIONALINT > ?)",
      #Predicate<Row> { if let value = $0.optionalInt { value > 1 } else { false } })
    try expect(
      "(swift_contains(ZOPTIONALNAME, ?))",
      #Predicate<Row> { $0.optionalName?.contains("a") == true })
    try expect(
      "coalesce((ZOPTIONALNAME = ''), ?)", #Predicate<Row> { $0.optionalName?.isEmpty ?? true })
    try expect(
      "NOT (ZOPTIONALNAME = '')", #Predicate<Row> { $0.optionalName?.isEmpty == false })
    try expect(
      """
      CASE WHEN ZOPTIONALINT IS NOT NULL THEN ((ZOPTIONALINT = ? OR ZFLAG = 1)) END
      """,
      #Predicate<Row> { row in row.optionalInt.flatMap { $0 == 5 || row.flag } ?? false })
  }

  @Test func arithmeticIsTranslated() throws {
    try expect("(ZSMALL + ?) = ?", #Predicate<Row> { $0.small + 1 == 3 })
    try expect("(ZSMALL / ?) = ?", #Predicate<Row> { $0.small / 2 == 1 })
    try expect("(ZSMALL % ?) = ?", #Predicate<Row> { $0.small % 2 == 1 })
    try expect("(? - ZSMALL) > ?", #Predicate<Row> { -$0.small > 0 })
    try expect(
      "(swift_add(ZDOUBLE, ?) > ? AND swift_add(ZDOUBLE, ?) < x'')",
      #Predicate<Row> { $0.double + 1 > 2 })
    try expect(
      "swift_float(swift_divide(ZFLOAT, ?)) < ?", #Predicate<Row> { $0.float / 3 < 2 })
  }

  @Test func stringsAreSearchedByCharacters() throws {
    try expect("swift_contains(ZNAME, ?)", #Predicate<Row> { $0.name.contains("\n") })
    try expect(
      "(ZNAME >= ? AND ZNAME < ? AND swift_starts_with(ZNAME, ?))",
      #Predicate<Row> { $0.name.starts(with: "a") })
    try expect("swift_count(ZNAME) = ?", #Predicate<Row> { $0.name.count == 2 })
    try expect("ZNAME = ''", #Predicate<Row> { $0.name.isEmpty })
  }

  @Test func membersOfCompositesAreColumns() throws {
    try expect("ZCITY = ?", #Predicate<Row> { $0.address.city == "a" })
    try expect("ZLABEL = ?", #Predicate<Row> { $0.place?.label == "a" })
    try expect(
      "(ZLATITUDE IS NULL AND ZLABEL IS NULL)", #Predicate<Row> { $0.place == nil })
  }

  @Test func enumerationsAreComparedByRawValues() throws {
    let status = Status.open
    try expect("ZSTATUS = ?", #Predicate<Row> { $0.status == status })
    try expect("ZSTATUS IN (?, ?)", #Predicate<Row> { $0.status <= status })
    try expect("ZSTATUS = ?", #Predicate<Row> { $0.status.rawValue == 3 })
  }

  @Test func smallCollectionsBecomeLists() throws {
    let few = [1, 2, 5], some: [Int?] = [nil, 5], none: [Int] = []
    try expect("ZINT IN (?, ?, ?)", #Predicate<Row> { few.contains($0.int) })
    try expect(
      "(ZOPTIONALINT IS NULL OR ZOPTIONALINT IN (?))",
      #Predicate<Row> { some.contains($0.optionalInt) })
    try expect("0", #Predicate<Row> { none.contains($0.int) })
    try expect(
      "(ZSMALL >= ? AND ZSMALL <= ?)", #Predicate<Row> { (1...9).contains($0.small) })
    try expect(
      "(ZINT = ? OR (ZINT = ? OR ZINT = ?))",
      #Predicate<Row> { row in few.contains { $0 == row.int } })
  }

  @Test func largeCollectionsBecomeOneParameter() throws {
    let integers = Array(0..<20_000), texts = (0..<20_000).map { "\($0)" } + ["a\0", "\"\\\n"]
    let doubles = integers.map { Double($0) / 7 } + [0.1, .infinity, .nan, .leastNonzeroMagnitude]
    let uuids = (0..<50).map { _ in UUID() } + [store.rows[0].uuid]
    let json = "(SELECT value FROM json_each(?))"
    try expect("ZINT IN \(json)", #Predicate<Row> { integers.contains($0.int) })
    try expect(
      "(ZNAME IN \(json) OR ZNAME IN (?))", #Predicate<Row> { texts.contains($0.name) })
    try expect(
      "ZDOUBLE IN (SELECT swift_double(value) FROM json_each(?))",
      #Predicate<Row> { doubles.contains($0.double) })
    try expect(
      "ZUUID IN (SELECT swift_blob(value) FROM json_each(?))",
      #Predicate<Row> { uuids.contains($0.uuid) })
  }

  @Test func largeCollectionsOfUnsupportedTypesAreConverted() throws {
    let dates =
      (0..<50).map { Date(timeIntervalSinceReferenceDate: Double($0) / 3) }
      + [store.rows[0].date, Date(timeIntervalSinceReferenceDate: .infinity)]
    let decimals =
      (0..<50).map { Decimal($0) / 8 }
      + [Decimal(string: "12345678901234567890.123456789") ?? 0, .nan, store.rows[1].decimal]
    let flags = Array(repeating: true, count: 20)
    try expect(
      "ZDATE IN (SELECT swift_double(value) FROM json_each(?))",
      #Predicate<Row> { dates.contains($0.date) })
    try expect(
      "ZDECIMAL IN (SELECT swift_decimal(value) FROM json_each(?))",
      #Predicate<Row> { decimals.contains($0.decimal) })
    try expect("ZFLAG IN (?)", #Predicate<Row> { flags.contains($0.flag) })
  }

  @Test func constantsKeepTheirTypes() throws {
    let (row, flag) = (store.rows[0], true as Bool?)
    let (date, uuid, decimal) = (row.date, row.uuid, row.decimal)
    func values(_ predicate: Predicate<Row>) throws -> [SQLValue] {
      let condition = try #require(store.translator.translate(predicate).condition)
      return SQLDialect.postgres.render(condition).values
    }
    #expect(try values(#Predicate { $0.date == date }) == [.date(date)])
    #expect(try values(#Predicate { $0.date < date }) == [.date(date)])
    #expect(try values(#Predicate { $0.uuid == uuid }) == [.uuid(uuid)])
    #expect(try values(#Predicate { $0.decimal == decimal }) == [.decimal(decimal)])
    #expect(try values(#Predicate { ($0.optionalFlag ?? flag) == flag }).contains(.bool(true)))
    let dates = [date, date.addingTimeInterval(1)]
    #expect(try values(#Predicate { dates.contains($0.date) }) == dates.map(SQLValue.date))
  }

  @Test func translatablePartsOfAConjunctionBecomeSQL() throws {
    try expect(
      "ZINT = ?", #Predicate<Row> { $0.int == 5 && $0.tags.contains("a") }, isExact: false)
    try expect(
      "(ZINT = ? OR ZFLAG = 1)",
      #Predicate<Row> { $0.int == 5 || ($0.flag && $0.tags.isEmpty) }, isExact: false)
    try expect(
      nil, #Predicate<Row> { !($0.int == 5 && $0.tags.contains("a")) }, isExact: false)
    let predicate = #Predicate<Row> { $0.int == 5 && $0.tags.contains("a") }
    let obstacle = store.translator.translate(predicate).obstacle
    #expect(obstacle?.node == "KeyPath")
    #expect(obstacle?.property == "tags")
  }

  @Test func expressionsAreTranslatedInPlace() throws {
    let half = #Expression<Int, Int> { $0 / 2 }
    let predicate = Predicate<Row> { row in
      let small = PredicateExpressions.build_KeyPath(root: row, keyPath: \.small)
      return PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_evaluate(PredicateExpressions.PredicateValue(half), small),
        rhs: PredicateExpressions.Value(1))
    }
    try expect("(ZSMALL / ?) = ?", predicate)
  }

  @Test func nestedPredicatesAreTranslatedInPlace() throws {
    let isSmall = #Predicate<Row> { $0.small < 3 }
    let predicate = Predicate<Row> { row in
      PredicateExpressions.build_Conjunction(
        lhs: PredicateExpressions.PredicateEvaluate(
          predicate: PredicateExpressions.PredicateValue(isSmall), input: row),
        rhs: PredicateExpressions.build_KeyPath(root: row, keyPath: \.flag))
    }
    try expect("(ZSMALL < ? AND ZFLAG = 1)", predicate)
  }

  @Test func translatedConditionsUseIndexes() throws {
    let connection = try store.connection()
    try connection.run("CREATE INDEX byName ON ZROW (ZNAME)")
    try connection.run("CREATE INDEX byDate ON ZROW (ZDATE)")
    try connection.run("CREATE INDEX byDouble ON ZROW (ZOPTIONALDOUBLE)")
    let many = (0..<1_000).map { "\($0)" }, date = Date()
    var predicates: [Predicate<Row>] = [
      #Predicate<Row> { $0.name == "abc" }, #Predicate<Row> { $0.name == "K" },
      #Predicate<Row> { $0.name == "Müller" }, #Predicate<Row> { $0.name.starts(with: "ab") },
      #Predicate<Row> { many.contains($0.name) }, #Predicate<Row> { $0.date > date },
      #Predicate<Row> { if let value = $0.optionalDouble { value > 1 } else { false } },
    ]
    for name in ["élan", "e\u{301}lan", "Köln", "Москва", "東京", "한글", "Ế", "豈"] {
      predicates.append(#Predicate<Row> { $0.name == name })
      predicates.append(#Predicate<Row> { $0.name.starts(with: name) })
    }
    for predicate in predicates {
      let condition = try #require(store.translator.translate(predicate).condition)
      let plan: SQLFragment = "EXPLAIN QUERY PLAN SELECT Z_PK FROM ZROW WHERE \(condition)"
      let rendered = connection.dialect.render(plan)
      let rows = try connection.rows(rendered.text, rendered.values)
      #expect("\(rows)".contains("SEARCH ZROW USING"), "\(rendered.text): \(rows)")
      #expect(!"\(rows)".contains("SCAN ZROW"), "\(rendered.text): \(rows)")
    }
  }
}
