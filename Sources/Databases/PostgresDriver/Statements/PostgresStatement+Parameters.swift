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

  /// Binds bytes in the binary form of the parameter's type.
  func bindBinary(_ bytes: PostgresBytes, _ parameter: Int) {
    guard parameter > 0, parameter <= parameterCount else {
      return refuse(
        parameter, .misuse,
        "The parameter is out of range; the number of parameters is \(parameterCount)")
    }
    bytes.bytes.withUnsafeBytes { bound.set(parameter - 1, $0) }
  }
}

extension PostgresStatement {
  /// Binds a value with its PostgreSQL type; if the parameter has another type, the value is sent
  /// as a text that the server parses.
  package func bind(_ value: PostgresValue, _ parameter: Int) {
    let index = parameter - 1
    guard index >= 0, index < parameterCount else {
      refuse(
        parameter, .misuse,
        "The parameter is out of range; the number of parameters is \(parameterCount)")
      return
    }
    guard value != .null, let text = value.text else { return setNull(index) }
    guard !value.hasNUL else {
      refuse(
        parameter, .invalidValue,
        "The text contains a NUL character, which PostgreSQL cannot store")
      return
    }
    let isSame =
      value.type == parameterType(parameter)
      || value.type.form == .text && form(at: index) == .text
    if isSame, value.type != .unspecified, value.type.form != .other {
      write(value, index)
    } else {
      bindText(text, index)
    }
  }
}
