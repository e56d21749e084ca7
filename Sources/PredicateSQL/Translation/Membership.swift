import Foundation
import SQLCore

extension SQLExpression {
  /// That the value is an element of a captured sequence.
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
      list.needsCollation ? "\(operand) \(.swiftCollation)" : operand
    let contains = list.contains(subject)
    guard list.containsNil, isNullable else { return .condition(contains, from: self) }
    try requireKnown()
    return SQLExpression(
      sql: "(\(operand) IS NULL OR \(contains))", type: .boolean, isNullable: false,
      isCondition: true)
  }
}

/// The elements of a captured collection as their columns store them.
///
/// A few become parameters; more become one parameter of JSON, so that neither the number of
/// parameters is exceeded nor a statement compiled for every count.
struct MemberList {
  private var integers: [Int64] = []
  private var reals: [Double] = []
  private var texts: [String] = []
  private var blobs: [Data] = []
  private(set) var containsNil = false
  /// Whether plain equality would miss spellings of a string.
  private(set) var needsCollation = false

  private static let parameterLimit = 8

  var isEmpty: Bool { integers.isEmpty && reals.isEmpty && texts.isEmpty && blobs.isEmpty }

  mutating func add(_ value: SQLValue) {
    switch value {
    case .null: containsNil = true
    case .integer(let integer): integers.append(integer)
    case .real(let real): reals.append(real)
    case .blob(let blob): blobs.append(blob)
    case .text(let text):
      if let spellings = CanonicalSpellings(text).all {
        texts.append(contentsOf: spellings)
      } else {
        texts.append(text)
        needsCollation = true
      }
    }
  }

  /// Adds the keys of those models or identifiers that name rows of a model.
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

  /// That `subject` is one of the elements other than nil.
  func contains(_ subject: SQLFragment) -> SQLFragment {
    let count = integers.count + reals.count + texts.count + blobs.count
    if count <= Self.parameterLimit { return "\(subject) IN (\(parameters(values)))" }
    // Decimal numbers come in several storage classes.
    var parts: [SQLFragment] = []
    if !integers.isEmpty { parts.append("\(subject) \(.isOne(of: .integers(integers)))") }
    if !reals.isEmpty { parts.append("\(subject) \(.isOne(of: .reals(reals)))") }
    if !blobs.isEmpty { parts.append("\(subject) \(.isOne(of: .blobs(blobs)))") }
    if !texts.isEmpty { parts.append(containsText(subject)) }
    guard parts.count > 1 else { return parts[0] }
    return "(\(parts.joined(separator: " OR ")))"
  }

  private var values: [SQLValue] {
    integers.map(SQLValue.integer) + reals.map(SQLValue.real) + texts.map(SQLValue.text)
      + blobs.map(SQLValue.blob)
  }

  /// JSON ends a string at a NUL character; such strings stay parameters.
  private func containsText(_ subject: SQLFragment) -> SQLFragment {
    let cut = texts.filter { $0.utf8.contains(0) }
    guard !cut.isEmpty else { return "\(subject) \(.isOne(of: .texts(texts)))" }
    let whole = texts.filter { !$0.utf8.contains(0) }
    return """
      (\(subject) \(.isOne(of: .texts(whole))) OR \
      \(subject) IN (\(parameters(cut.map(SQLValue.text)))))
      """
  }

  private func parameters(_ values: [SQLValue]) -> SQLFragment {
    values.map(SQLFragment.value).joined(separator: ", ")
  }
}
