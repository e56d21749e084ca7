import CodableStorage
import CoreDataFormat
import Foundation
import PredicateSQL
import SQLCore

extension Aggregate {
  /// The smallest value of an attribute; nil if there are no models.
  ///
  /// The order is that of a `SortDescriptor`: NaN comes after all numbers.
  public static func minimum<Value: Comparable>(
    _ attribute: KeyPath<Model, Value>
  ) -> Aggregate where Result == Value? {
    .extreme(.minimum, attribute) { $0[keyPath: attribute] }
  }

  /// The smallest value of an optional attribute, ignoring nil; nil if all values are nil.
  public static func minimum<Value: Comparable>(
    _ attribute: KeyPath<Model, Value?>
  ) -> Aggregate where Result == Value? {
    .extreme(.minimum, attribute) { $0[keyPath: attribute] }
  }

  /// The greatest value of an attribute; nil if there are no models.
  ///
  /// The order is that of a `SortDescriptor`: NaN comes after all numbers.
  public static func maximum<Value: Comparable>(
    _ attribute: KeyPath<Model, Value>
  ) -> Aggregate where Result == Value? {
    .extreme(.maximum, attribute) { $0[keyPath: attribute] }
  }

  /// The greatest value of an optional attribute, ignoring nil; nil if all values are nil.
  public static func maximum<Value: Comparable>(
    _ attribute: KeyPath<Model, Value?>
  ) -> Aggregate where Result == Value? {
    .extreme(.maximum, attribute) { $0[keyPath: attribute] }
  }

  private static func extreme<Value: Comparable>(
    _ extreme: Extreme, _ keyPath: AnyKeyPath, _ value: @escaping (Model) -> Value?
  ) -> Aggregate where Result == Value? {
    Aggregate(
      columns: { try extreme.columns(of: keyPath, Value.self, $0) },
      reduce: { extreme.value(among: $1.lazy.compactMap(value)) })
  }
}

/// The minimum or the maximum.
private enum Extreme: String {
  case minimum = "MIN"
  case maximum = "MAX"

  func value<Value: Comparable>(among values: some Sequence<Value>) -> Value? {
    values.reduce(nil) { best, value in
      guard let best else { return value }
      let (first, second) = self == .minimum ? (value, best) : (best, value)
      return Self.precedes(first, second) ? value : best
    }
  }

  /// Whether `left` comes before `right`; NaN, which is not equal to itself, comes after all
  /// numbers.
  private static func precedes<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    left < right || left == left && right != right
  }

  /// The extreme in SQL; nil if SQL does not order values as Swift does.
  func columns<Value: Comparable>(
    of keyPath: AnyKeyPath, _ type: Value.Type, _ binding: EntityBinding
  ) throws -> AggregateColumns<Value?>? {
    guard let (index, column) = binding.plainColumn(of: keyPath) else { return nil }
    let codec = try binding.codec(index, type)
    func columns(
      _ term: SQLFragment, _ stored: ((SQLValue) -> SQLValue)? = nil
    ) -> AggregateColumns<Value?> {
      of("\(raw: rawValue)(\(term))", stored)
    }
    func of(
      _ extreme: SQLFragment, _ stored: ((SQLValue) -> SQLValue)? = nil
    ) -> AggregateColumns<Value?> {
      AggregateColumns(uses: [column], terms: [extreme]) { row, first in
        if row.isNull(first) { return nil }
        do {
          guard let stored else { return try codec.decode(row: row, at: first) }
          return try codec.decode([stored(row.value(first))])
        } catch {
          throw binding.cannotRead(index, [row.value(first)], error)
        }
      }
    }
    let features = binding.features
    switch ValueOrder(type) {
    case .scalar(.plain) where Value.self == UUID.self && !features.hasExtremesOfAllTypes:
      return of("CAST(\(raw: rawValue)(CAST(\(column) AS text)\(.byBytes)) AS uuid)")
    case .scalar(.plain): return columns(column)
    case .scalar(.string) where features.comparesNormalForms: return of(extremeText(column))
    case .scalar(.string): return columns(.inSwiftOrder(column))
    case .scalar(.decimal) where features.comparesDecimals: return of(extremeDecimal(column))
    case .scalar(.decimal): return columns(.comparable(decimal: column))
    case .scalar(.unsigned):
      return columns(StoredValue.unsignedOrder(of: column)) { value in
        guard case .integer(let order) = value else { return value }
        return .integer(order ^ .min)
      }
    case .enumeration(let enumeration):
      guard let rank = PredicateTranslator.rank(column, in: enumeration),
        let ranks = EnumerationRanks<Value>()
      else { return nil }
      return columns(rank) { ranks.stored(at: $0) }
    case .scalar(.none), nil: return nil
    }
  }
}

extension Extreme {
  /// The text whose normal form is the extreme, by comparing pairs of normal form and text.
  private func extremeText(_ column: SQLFragment) -> SQLFragment {
    """
    (\(raw: rawValue)(ARRAY[\(.inSwiftOrder(column)), \(column)]) \
    FILTER (WHERE \(column) IS NOT NULL))[2]
    """
  }

  /// The extreme with NaN less than all numbers, as in `Decimal`; the database sorts NaN after
  /// them.
  private func extremeDecimal(_ column: SQLFragment) -> SQLFragment {
    switch self {
    case .minimum:
      "COALESCE(MAX(CASE WHEN \(column) = 'NaN' THEN \(column) END), MIN(\(column)))"
    case .maximum: "COALESCE(MAX(\(.comparable(decimal: column))), MAX(\(column)))"
    }
  }
}

/// The stored values of an enumeration's cases, by the positions of the cases in its order.
private struct EnumerationRanks<Case: Comparable> {
  private var storedByRank: [Int64: SQLValue] = [:]

  init?() {
    guard let cases = ListedCases<Case>.all else { return nil }
    for element in cases {
      let rank = Int64(cases.count { $0.value < element.value })
      storedByRank[rank] = storedByRank[rank] ?? element.stored
    }
  }

  func stored(at rank: SQLValue) -> SQLValue {
    guard case .integer(let rank) = rank else { return .null }
    return storedByRank[rank] ?? .null
  }
}
