import Foundation
import SQLCore

/// A value to compute over many models: their count, or a sum, an average, or an extreme of an
/// attribute.
///
/// ``ModelContext/aggregate(_:_:_:)`` computes several at once.
///
/// > Note: SwiftData has no such type.
public struct Aggregate<Model: PersistentModel, Result> {
  /// The aggregate in SQL; nil if it can only be computed in memory.
  let columns: (EntityBinding) throws -> AggregateColumns<Result>?
  /// The aggregate of models in memory.
  let reduce: (EntityBinding, [Model]) throws -> Result
}

/// An aggregate in a SQL statement.
struct AggregateColumns<Result> {
  /// The columns of the table that the terms use.
  var uses: [SQLFragment]
  /// The terms to select.
  var terms: [SQLFragment]
  /// Reads the result from the columns of a row, beginning at a given one.
  var reading: AttributeReading<Result>
}

extension Aggregate where Result == Int {
  /// The number of models.
  public static var count: Aggregate {
    Aggregate(
      columns: { _ in
        AggregateColumns(uses: [], terms: ["COUNT(*)"]) { row, column in Int(row.int64(column)) }
      },
      reduce: { $1.count })
  }

  /// The number of models that have a value for an optional attribute.
  public static func count<Value>(_ attribute: KeyPath<Model, Value?>) -> Aggregate {
    Aggregate(
      columns: { binding in
        guard let index = binding.attributeNumber(of: attribute) else { return nil }
        let columns = binding.columns(index)
        // A value with several columns, which may have several types, exists if one of them is not
        // NULL.
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

  /// The number of distinct values of an attribute, ignoring nil.
  ///
  /// Values are compared with `==`; those of collections cannot be compared.
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
  /// The single column of an attribute that is stored in the default form of its type.
  ///
  /// It is nil if the attribute has to be read from models.
  func plainColumn(of keyPath: AnyKeyPath) -> (index: Int, sql: SQLFragment)? {
    guard let index = attributeNumber(of: keyPath) else { return nil }
    let property = properties[index]
    guard property.columns.count == 1, property.transformer == nil, !property.storesExternally
    else { return nil }
    return (index, columns(index)[0])
  }

  /// The error for a result that its type cannot represent.
  func resultOutOfRange(_ what: String, _ keyPath: AnyKeyPath, _ type: Any.Type) -> SwiftDataError {
    .resultOutOfRange.explained(
      "The \(what) cannot be represented as \(typeText(type)): it is too large, or has too "
        + "many digits.",
      entity: name,
      property: propertyNumber(of: keyPath).map { properties[$0].name },
      advice: "Aggregate fewer models at a time, or add up their values yourself.")
  }
}
