import CoreDataFormat
import DataSchema
import Foundation
import PredicateSQL
import SQLCore

/// How the stored values of an attribute are compared and sorted, identically in SQL and in memory.
///
/// In optional values, nil comes first. Values with several columns are ordered by the first column
/// that differs.
struct StoredOrder {
  private enum Form {
    /// The order of values in SQLite: numbers, then text by its bytes, then bytes.
    case plain
    /// Text by its normal form, so that strings that are equal in Swift form one group.
    case string
    case unsigned
    case decimal
    /// Cases by their order in Swift, if they have one.
    case enumeration(any RawRepresentable.Type)
    /// The columns of a Codable value.
    case columns([AttributeType])
  }

  private let form: Form

  /// Creates the order of values of `type`, stored in columns of the types `columns`.
  ///
  /// It is nil if equal values can be stored differently, as with collections, and for types whose
  /// stored form is unknown.
  init?(_ type: any Any.Type, columns: [AttributeType]) {
    switch ValueOrder(type) {
    case .scalar(.plain), .scalar(.none): form = .plain
    case .scalar(.string): form = .string
    case .scalar(.unsigned): form = .unsigned
    case .scalar(.decimal): form = .decimal
    case .enumeration(let type): form = .enumeration(type)
    case nil:
      let areComparable = columns.allSatisfy { $0 != .binaryData && $0 != .transformable }
      guard areComparable, !columns.isEmpty else { return nil }
      form = .columns(columns)
    }
  }

  /// The terms that rows of one group have in common.
  func groupTerms(_ columns: [SQLFragment]) -> [SQLFragment] {
    switch form {
    case .string: columns.map(SQLFragment.inSwiftOrder)
    case .columns(let types):
      zip(columns, types).map { $1 == .string ? .inSwiftOrder($0) : $0 }
    case .plain, .unsigned, .decimal, .enumeration: columns
    }
  }

  /// The terms that sort the groups.
  func orderTerms(_ columns: [SQLFragment], _ features: SQLFeatures) -> [SQLFragment] {
    terms(columns, features).map { "\($0)\(.order(isDescending: false))" }
  }

  private func terms(_ columns: [SQLFragment], _ features: SQLFeatures) -> [SQLFragment] {
    switch form {
    case .unsigned: columns.map { StoredValue.unsignedOrder(of: $0) }
    case .decimal where features.comparesDecimals:
      // NaN is NULL in the second term, and comes after nil.
      columns.flatMap { ["\($0) IS NOT NULL", .comparable(decimal: $0)] }
    case .decimal: columns.map { .comparable(decimal: $0) }
    case .enumeration(let type):
      columns.flatMap { [PredicateTranslator.rank($0, in: type), $0].compactMap(\.self) }
    case .plain, .string, .columns: groupTerms(columns)
    }
  }

  /// The key that identifies and sorts the values of the columns in memory.
  func key(_ values: [SQLValue]) -> [SQLValue] {
    let values = values.map(\.stored)
    return switch form {
    case .plain: values
    case .string: values.map(\.normalized)
    case .unsigned: values.map(\.unsignedOrder)
    case .decimal: values.map(\.decimalKey)
    case .enumeration(let type):
      values.flatMap { [Self.rank(of: $0, in: type), $0].compactMap(\.self) }
    case .columns(let types): zip(values, types).map { $1 == .string ? $0.normalized : $0 }
    }
  }

  /// The position of a case in its enumeration's order; nil if the enumeration has no order.
  private static func rank(of value: SQLValue, in type: any RawRepresentable.Type) -> SQLValue? {
    func open<Case: Comparable>(_: Case.Type) -> SQLValue? {
      guard let cases = ListedCases<Case>.all else { return nil }
      guard let own = cases.first(where: { $0.stored.stored == value })?.value else { return .null }
      return .integer(Int64(cases.count { $0.value < own }))
    }
    guard let comparable = type as? any Comparable.Type else { return nil }
    return open(comparable)
  }
}

extension SQLValue {
  fileprivate var normalized: SQLValue {
    text.map { .text($0.normalized) } ?? self
  }

  fileprivate var unsignedOrder: SQLValue {
    guard case .integer(let bits) = self else { return self }
    return .integer(bits ^ .min)
  }
}
