import Foundation
import SQLCore

// Many values in one parameter, for `= ANY ($1)` and `unnest($1)`.

extension PostgresStatement {
  /// Binds an array of integers.
  package func bind(_ values: [Int64], _ parameter: Int) {
    switch parameterType(parameter).element {
    case .int8: bindArray(values, .int8, parameter) { $1.append($0) }
    default: bindElements(values.map { .int8($0) }, of: .int8, parameter)
    }
  }

  /// Binds an array of floating-point numbers.
  package func bind(_ values: [Double], _ parameter: Int) {
    switch parameterType(parameter).element {
    case .float8: bindArray(values, .float8, parameter) { $1.append($0.bitPattern) }
    default: bindElements(values.map { .float8($0) }, of: .float8, parameter)
    }
  }

  /// Binds an array of texts.
  package func bind(_ values: [String], _ parameter: Int) {
    guard !values.contains(where: { $0.utf8.contains(0) }) else {
      refuse(
        parameter, .invalidValue, "A text contains a NUL character, which PostgreSQL cannot store")
      return
    }
    let type = parameterType(parameter).element
    guard let type, type.form == .text else {
      bindElements(values.map { .text($0) }, of: .text, parameter)
      return
    }
    bindArray(values, type, parameter) { $1.append(contentsOf: $0.utf8) }
  }

  /// Binds an array of UUIDs.
  package func bind(_ values: [UUID], _ parameter: Int) {
    switch parameterType(parameter).element {
    case .uuid:
      bindArray(values, .uuid, parameter) { uuid, bytes in
        withUnsafeBytes(of: uuid.uuid) { bytes.append(contentsOf: $0) }
      }
    default: bindElements(values.map { .uuid($0) }, of: .uuid, parameter)
    }
  }

  private func bindElements(
    _ values: [PostgresValue], of type: PostgresType, _ parameter: Int
  ) {
    bind(.array(PostgresArray(values, of: type)), parameter)
  }

  private func bindArray<Element>(
    _ values: [Element], _ type: PostgresType, _ parameter: Int,
    _ write: (Element, inout PostgresBytes) -> Void
  ) {
    var bytes = PostgresBytes()
    bytes.append(values.isEmpty ? 0 : 1 as Int32)
    bytes.append(0 as Int32)
    bytes.append(type.rawValue)
    if !values.isEmpty {
      bytes.append(Int32(clamping: values.count))
      bytes.append(1 as Int32)
    }
    for value in values { bytes.appendCounted { write(value, &$0) } }
    bindBinary(bytes, parameter)
  }
}
