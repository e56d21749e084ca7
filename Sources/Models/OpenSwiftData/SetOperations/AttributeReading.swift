import CodableStorage
import Foundation
import SQLCore

/// Reads the value of an attribute from the columns of a row, beginning at a given one.
typealias AttributeReading<Value> = (_ row: any RowReader, _ column: Int) throws -> Value

extension EntityBinding {
  /// The reading of property `index`, whose columns are consecutive.
  ///
  /// Common types are read without a codec. A non-optional property reads NULL as its default, as
  /// in a model.
  func reading<Value>(_ index: Int, _ type: Value.Type) throws -> AttributeReading<Value> {
    if let plain = PlainReadings.reading(of: type) {
      let missing: Value? = self.missing(index, type)
      return { row, column in
        do {
          if let value = try plain(row, column) ?? missing { return value }
          throw UnreadableColumnValue()
        } catch {
          throw self.cannotRead(index, [row.value(column)], error)
        }
      }
    }
    if properties[index].transformer != nil {
      let transformer = try transformer(index)
      return { row, column in
        if let value = try transformer.value(from: row.value(column).blob, as: type) {
          return value
        }
        throw self.cannotRead(index, [row.value(column)], UnreadableColumnValue())
      }
    }
    let codec = try codec(index, type)
    return { row, column in
      do {
        return try codec.decode(row: row, at: column)
      } catch {
        let columns = self.properties[index].columns.indices
        throw self.cannotRead(index, columns.map { row.value(column + $0) }, error)
      }
    }
  }
}

/// Readings of common types from one column.
private enum PlainReadings {
  /// Returns nil for NULL; throws for another value that is not of the type.
  typealias Reading<Value> = (_ row: any RowReader, _ column: Int) throws -> Value?

  /// The reading of a type, or nil for other types.
  static func reading<Value>(of type: Value.Type) -> Reading<Value>? {
    for reading in all {
      if let reading = reading as? Reading<Value> { return reading }
    }
    return nil
  }

  private static var all: [Any] {
    let string: Reading<String> = { $0.stringIfPresent($1) }
    let int: Reading<Int> = { $0.int64IfPresent($1).map(Int.init(truncatingIfNeeded:)) }
    let int64: Reading<Int64> = { $0.int64IfPresent($1) }
    let bool: Reading<Bool> = { $0.boolIfPresent($1) }
    let double: Reading<Double> = { $0.doubleIfPresent($1) }
    let date: Reading<Date> = { $0.isNull($1) ? nil : try Date.read(from: $0, at: $1) }
    let uuid: Reading<UUID> = { $0.uuid($1) }
    return pair(string) + pair(int) + pair(double) + pair(date) + pair(bool) + pair(uuid)
      + pair(int64)
  }

  /// The readings of a type and its optional.
  private static func pair<Value>(_ read: @escaping Reading<Value>) -> [Any] {
    let optional: Reading<Value?> = { .some(try read($0, $1)) }
    return [read, optional]
  }
}
