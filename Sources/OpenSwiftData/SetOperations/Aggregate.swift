import Foundation
import SQLCore

/// Something to compute over many models: how many there are, or a sum, an average or an extreme
/// of an attribute.
///
/// ``ModelContext/aggregate(_:_:_:)`` computes several at once.
///
/// > Note: SwiftData has no such type.
public struct Aggregate<Model: PersistentModel, Result> {
  /// The aggregate in SQL; nil where only memory can compute it.
  let columns: (EntityBinding) throws -> AggregateColumns<Result>?
  /// The aggregate of models in memory.
  let reduce: (EntityBinding, [Model]) throws -> Result
}

/// An aggregate as a statement computes it.
struct AggregateColumns<Result> {
  /// The columns of the table that the terms name.
  var uses: [SQLFragment]
  /// What to select.
  var terms: [SQLFragment]
  /// The result in the columns of a row that begin at a given one.
  var reading: AttributeReading<Result>
}

extension Aggregate where Result == Int {
  /// How many models there are.
  public static var count: Aggregate {
    Aggregate(
      columns: { _ in
        AggregateColumns(uses: [], terms: ["COUNT(*)"]) { row, column in Int(row.int64(column)) }
      },
      reduce: { $1.count })
  }

  /// How many models have a value for an optional attribute.
  public static func count<Value>(_ attribute: KeyPath<Model, Value?>) -> Aggregate {
    Aggregate(
      columns: { binding in
        guard let index = binding.attributeNumber(of: attribute) else { return nil }
        let columns = binding.columns(index)
        // A value of several columns, which may be of several types, is there where one of them is.
        let isThere = columns.map { column -> SQLFragment in "\(column) IS NOT NULL" }
        let value: SQLFragment =
          columns.count == 1
          ? columns[0] : "CASE WHEN \(isThere.joined(separator: " OR ")) THEN 1 END"
        return AggregateColumns(uses: columns, terms: ["COUNT(\(value))"]) { row, column in
          Int(row.int64(column))
        }
      },
      reduce: { $1.count { $0[keyPath: attribute] != nil } })
  }

  /// How many different values an attribute has, nil not among them.
  ///
  /// Values are compared as `==` does; those of collections cannot be.
  public static func countDistinct<Value>(_ attribute: KeyPath<Model, Value>) -> Aggregate {
    Aggregate(
      columns: { binding in
        let grouped = try GroupedAttribute(attribute, binding)
        guard grouped.columns.count == 1 else { return nil }
        let terms: [SQLFragment] = grouped.groupTerms.map { "COUNT(DISTINCT \($0))" }
        return AggregateColumns(uses: grouped.columns, terms: terms) { row, column in
          Int(row.int64(column))
        }
      },
      reduce: { binding, models in
        let grouped = try GroupedAttribute(attribute, binding)
        let keys = try models.map { GroupKey(values: try grouped.key(of: $0)) }
        return Set(keys.filter { $0.values.contains { !$0.isNull } }).count
      })
  }
}

extension EntityBinding {
  /// The only column of the attribute that `keyPath` leads to, where it is in the form that its
  /// type has by itself; nil where memory has to look.
  func plainColumn(of keyPath: AnyKeyPath) -> (index: Int, sql: SQLFragment)? {
    guard let index = attributeNumber(of: keyPath) else { return nil }
    let property = properties[index]
    guard property.columns.count == 1, property.transformer == nil, !property.storesExternally
    else { return nil }
    return (index, columns(index)[0])
  }

  /// A result that its type does not hold.
  func resultOutOfRange(_ what: String, _ keyPath: AnyKeyPath, _ type: Any.Type) -> SwiftDataError {
    .resultOutOfRange.explained(
      "The \(what) is no \(typeText(type)): it is too large, or has too many digits.", entity: name,
      property: propertyNumber(of: keyPath).map { properties[$0].name },
      advice: "Aggregate fewer models at a time, or add up their values yourself.")
  }
}
