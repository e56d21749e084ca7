import CRowCells
import Foundation
import SQLCore

extension PostgresStatement: PostgresParameterWriter {
  var parameterCount: Int { bound.count }

  @inline(__always)
  func form(at index: Int) -> PostgresType.Form { prepared.parameterForms[index] }

  func setNull(_ index: Int) { bound.setNull(index) }

  @inline(__always)
  func set(_ index: Int, _ value: some FixedWidthInteger) { bound.set(index, value) }

  func set(_ index: Int, _ bytes: UnsafeRawBufferPointer) { bound.set(index, bytes) }

  @inline(__always)
  func setBorrowed(_ index: Int, _ bytes: UnsafeRawBufferPointer) {
    bound.setBorrowed(index, bytes.baseAddress, bytes.count)
  }

  func setText(_ index: Int, _ bytes: UnsafeRawBufferPointer) { bound.setText(index, bytes) }

  package func bind(_ values: [SQLValue], at places: [Int]) {
    for index in places.indices where places[index] >= 0 {
      switch values[places[index]] {
      case .text(let text): bind(text, index + 1)
      case .date(let date): bind(date, index + 1)
      case let other: bind(other, index + 1)
      }
    }
  }

  package func clear() {
    bound.clear()
    forgetRefusal()
  }

  /// The type that the server expects for a parameter.
  package func parameterType(_ parameter: Int) -> PostgresType {
    let types = prepared.parameterTypes
    guard types.indices.contains(parameter - 1) else { return .unspecified }
    return PostgresType(rawValue: types[parameter - 1])
  }
}
