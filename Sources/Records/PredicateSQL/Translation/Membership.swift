import Foundation
import SQLCore

extension SQLExpression {
  /// Returns the condition that the value is an element of a captured sequence.
  func isContained<Elements: Sequence>(
    in elements: Elements, _ context: TranslationContext
  ) throws(Untranslatable) -> SQLExpression {
    var list = MemberList()
    switch type {
    case .model(let row, _): list.add(elements, namingRowsOf: row.columns)
    case .identifier(let columns): list.add(elements, namingRowsOf: columns)
    case .composite, .models, .someModel, .opaque: throw Untranslatable("SequenceContains", .type)
    default:
      for element in elements {
        let stored = try context.sqlValue(of: element, as: type, for: "SequenceContains")
        if type.isFloatingPoint, stored.isNaN { continue }
        list.add(stored)
      }
    }
    return try contained(in: list)
  }

  private func contained(in list: MemberList) throws(Untranslatable) -> SQLExpression {
    guard !list.isEmpty else { return list.containsNil ? try isNull : neverTrue }
    let subject: SQLFragment =
      list.needsCollation ? .inSwiftOrder(operand) : operand
    let contains = list.contains(subject)
    guard list.containsNil, isNullable else { return .condition(contains, from: self) }
    try requireKnown()
    return SQLExpression(
      sql: "(\(operand) IS NULL OR \(contains))", type: .boolean, isNullable: false,
      isCondition: true)
  }
}

/// The elements of a captured collection in their stored form.
///
/// A few elements become parameters. More become one parameter of JSON, so that the limit on
/// parameters is not exceeded and not every count needs another statement.
struct MemberList {
  private var values: [SQLValue] = []
  private(set) var containsNil = false
  /// Whether plain equality would miss spellings of a string.
  private(set) var needsCollation = false

  private static let parameterLimit = 8

  var isEmpty: Bool { values.isEmpty }

  mutating func add(_ value: SQLValue) {
    switch value {
    case .null: containsNil = true
    case .text(let text):
      if let spellings = CanonicalSpellings(text).all {
        values.append(contentsOf: spellings.map(SQLValue.text))
      } else {
        // The column is compared in normal form as well.
        values.append(.text(text.normalized))
        needsCollation = true
      }
    case .integer, .real, .blob, .bool, .date, .uuid, .decimal: values.append(value)
    }
  }

  /// Adds the keys of those models or identifiers that have rows of a model.
  fileprivate mutating func add<Elements: Sequence>(
    _ elements: Elements, namingRowsOf columns: any ColumnResolving
  ) {
    for element in elements {
      if StaticType.isNil(element) {
        add(.null)
      } else if let key = columns.primaryKey(of: element) {
        add(key)
      }
    }
  }

  /// Returns the condition that `subject` is one of the elements other than nil.
  func contains(_ subject: SQLFragment) -> SQLFragment {
    if values.count <= Self.parameterLimit { return "\(subject) IN (\(parameters(values)))" }
    // Values of one type are all of one kind, except for floating-point values that are not
    // numbers.
    var lists = ValueLists()
    for value in values { lists.add(value) }
    var parts = lists.all.map { list -> SQLFragment in "\(subject) \(.isOne(of: list))" }
    if !lists.others.isEmpty { parts.append("\(subject) IN (\(parameters(lists.others)))") }
    guard parts.count > 1 else { return parts[0] }
    return "(\(parts.joined(separator: " OR ")))"
  }

  private func parameters(_ values: [SQLValue]) -> SQLFragment {
    values.map(SQLFragment.value).joined(separator: ", ")
  }
}

/// Values in separate lists by kind.
private struct ValueLists {
  private var integers: [Int64] = []
  private var reals: [Double] = []
  private var texts: [String] = []
  private var blobs: [Data] = []
  private var dates: [Date] = []
  private var uuids: [UUID] = []
  private var decimals: [Decimal] = []
  /// Distinct values that no list can hold.
  private(set) var others: [SQLValue] = []

  mutating func add(_ value: SQLValue) {
    switch value {
    case .null: break
    case .integer(let integer): integers.append(integer)
    case .real(let real): reals.append(real)
    // SQLite's JSON functions end a string at a NUL character; such strings remain parameters.
    case .text(let text) where text.utf8.contains(0): addOther(value)
    case .text(let text): texts.append(text)
    case .blob(let blob): blobs.append(blob)
    case .bool: addOther(value)
    case .date(let date): dates.append(date)
    case .uuid(let uuid): uuids.append(uuid)
    case .decimal(let decimal): decimals.append(decimal)
    }
  }

  private mutating func addOther(_ value: SQLValue) {
    if !others.contains(value) { others.append(value) }
  }

  /// The lists that are not empty.
  var all: [SQLList.Elements] {
    var all: [SQLList.Elements] = []
    if !integers.isEmpty { all.append(.integers(integers)) }
    if !reals.isEmpty { all.append(.reals(reals)) }
    if !dates.isEmpty { all.append(.dates(dates)) }
    if !uuids.isEmpty { all.append(.uuids(uuids)) }
    if !decimals.isEmpty { all.append(.decimals(decimals)) }
    if !blobs.isEmpty { all.append(.blobs(blobs)) }
    if !texts.isEmpty { all.append(.texts(texts)) }
    return all
  }
}
