import Foundation
import SQLCore

extension Aggregate {
  /// The sum of a number; 0 if there are no models.
  ///
  /// Integers of up to 32 bits are summed as `Int`, and floating-point numbers as `Double`.
  /// `Decimal` is summed exactly. The sum is never rounded to fit and never wraps around: if its
  /// type cannot represent it, computing it throws `SwiftDataError.resultOutOfRange`.
  public static func sum<Number: NumericAttribute>(
    _ attribute: KeyPath<Model, Number>
  ) -> Aggregate where Result == Number.Sum {
    .sum(attribute) { $0[keyPath: attribute] }
  }

  /// The sum of an optional number, ignoring nil; 0 if all values are nil.
  public static func sum<Number: NumericAttribute>(
    _ attribute: KeyPath<Model, Number?>
  ) -> Aggregate where Result == Number.Sum {
    .sum(attribute) { $0[keyPath: attribute] }
  }

  private static func sum<Number: NumericAttribute>(
    _ keyPath: AnyKeyPath, _ value: @escaping (Model) -> Number?
  ) -> Aggregate where Result == Number.Sum {
    func result(_ total: NumberTotal, _ binding: EntityBinding) throws -> Result {
      if let sum = Number._sum(_Number(total: total)) { return sum }
      throw binding.resultOutOfRange("sum", keyPath, Result.self)
    }
    let kind = Number._form.kind
    return Aggregate(
      columns: { binding in
        guard let column = binding.plainColumn(of: keyPath)?.sql else { return nil }
        let features = binding.features
        return AggregateColumns(uses: [column], terms: kind.terms(column, features)) { row, first in
          try result(kind.total(in: row, at: first, features) ?? kind.zero, binding)
        }
      },
      reduce: { binding, models in
        try result(Number.total(models.lazy.compactMap(value)).sum, binding)
      })
  }

  /// The average of a number; nil if there are no models.
  public static func average<Number: NumericAttribute>(
    _ attribute: KeyPath<Model, Number>
  ) -> Aggregate where Result == Number.Average? {
    .average(attribute) { $0[keyPath: attribute] }
  }

  /// The average of an optional number, ignoring nil; nil if all values are nil.
  public static func average<Number: NumericAttribute>(
    _ attribute: KeyPath<Model, Number?>
  ) -> Aggregate where Result == Number.Average? {
    .average(attribute) { $0[keyPath: attribute] }
  }

  private static func average<Number: NumericAttribute>(
    _ keyPath: AnyKeyPath, _ value: @escaping (Model) -> Number?
  ) -> Aggregate where Result == Number.Average? {
    func result(_ total: NumberTotal, _ count: Int, _ binding: EntityBinding) throws -> Result {
      guard count > 0 else { return nil }
      if let average = Number._average(_Number(total: total), count: count) { return average }
      throw binding.resultOutOfRange("sum for the average", keyPath, Number.Sum.self)
    }
    let kind = Number._form.kind
    return Aggregate(
      columns: { binding in
        guard let column = binding.plainColumn(of: keyPath)?.sql else { return nil }
        let features = binding.features
        let terms = ["COUNT(\(column))"] + kind.terms(column, features)
        return AggregateColumns(uses: [column], terms: terms) { row, first in
          let total = try kind.total(in: row, at: first + 1, features) ?? kind.zero
          return try result(total, Int(row.int64(first)), binding)
        }
      },
      reduce: { binding, models in
        let (sum, count) = Number.total(models.lazy.compactMap(value))
        return try result(sum, count, binding)
      })
  }
}

extension NumericAttribute {
  /// The sum of numbers, and their count.
  fileprivate static func total(_ numbers: some Sequence<Self>) -> (sum: NumberTotal, count: Int) {
    var total = _form.kind.zero
    var count = 0
    for number in numbers {
      total += number._number.total
      count += 1
    }
    return (total, count)
  }
}
