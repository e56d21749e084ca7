import CRowCells
import Foundation
import SQLCore

// A value is written in the form that the server expects of the parameter, whose type it has said when
// the statement was prepared.

extension PostgresStatement: ParameterWriter {
  /// The place of a parameter, counted from 0; nil for one that is not there.
  @inline(__always)
  private func index(_ parameter: Int) -> Int? {
    let index = parameter &- 1
    guard index >= 0, index < bound.count else {
      refuse(parameter, .misuse, "The statement has \(bound.count) parameters")
      return nil
    }
    return index
  }

  @inline(__always)
  private func type(at index: Int) -> PostgresType {
    PostgresType(rawValue: prepared.parameterTypes[index])
  }

  /// The type that the server expects of a parameter.
  package func parameterType(_ parameter: Int) -> PostgresType {
    let types = prepared.parameterTypes
    guard types.indices.contains(parameter - 1) else { return .unspecified }
    return PostgresType(rawValue: types[parameter - 1])
  }

  /// Binds what was written in the binary form of the parameter's type.
  func bindBinary(_ bytes: PostgresBytes, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    bytes.bytes.withUnsafeBytes { bound.set(index, $0) }
  }

  package func bindNull(_ parameter: Int) {
    if let index = index(parameter) { bound.setNull(index) }
  }

  package func bind(_ value: Int64, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    switch type(at: index) {
    case .int8: bound.set(index, value)
    case .int4: bindExactly(Int32(exactly: value), index)
    case .int2: bindExactly(Int16(exactly: value), index)
    default: bindConverted(value, index)
    }
  }

  @inline(__always)
  private func bindExactly(_ value: (some FixedWidthInteger)?, _ index: Int) {
    guard let value else {
      refuse(index + 1, .invalidValue, "The integer is out of the range of its type")
      return
    }
    bound.set(index, value)
  }

  @inline(never)
  private func bindConverted(_ value: Int64, _ index: Int) {
    switch type(at: index).form {
    case .float8: bound.set(index, Double(value).bitPattern)
    case .float4: bound.set(index, Float(value).bitPattern)
    case .numeric: write(.numeric(PostgresNumeric(value)), index)
    case .bool: bound.set(index, UInt8(value == 0 ? 0 : 1))
    case .unsigned4: bindExactly(UInt32(exactly: value), index)
    case .int8: bound.set(index, value)
    default: bindText("\(value)", index)
    }
  }

  package func bind(_ value: Double, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    switch type(at: index).form {
    case .float8: bound.set(index, value.bitPattern)
    case .float4: bound.set(index, Float(value).bitPattern)
    case .numeric: write(.numeric(PostgresNumeric(value)), index)
    case .int2, .int4, .int8, .unsigned4, .bool:
      guard let integer = Int64(exactly: value) else {
        refuse(parameter, .invalidValue, "The number is no integer")
        return
      }
      bind(integer, parameter)
    default: bindText(PostgresValue.float8(value).text ?? "", index)
    }
  }

  package func bind(_ value: Bool, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    switch type(at: index).form {
    case .bool: bound.set(index, UInt8(value ? 1 : 0))
    case .int2, .int4, .int8, .unsigned4, .float4, .float8, .numeric:
      bind(value ? 1 : 0 as Int64, parameter)
    default: bindText(value ? "true" : "false", index)
    }
  }

  package func bind(_ value: String, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    bindText(value, index)
  }

  private func bindText(_ value: String, _ index: Int) {
    var value = value
    value.withUTF8 { bindText(UnsafeRawBufferPointer($0), index, mayBorrow: false) }
  }

  /// Whether a text has a NUL, at which it would end for the server.
  @inline(__always)
  private func hasNUL(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return false }
    return memchr(start, 0, bytes.count) != nil
  }

  @inline(__always)
  private func bindText(_ bytes: UnsafeRawBufferPointer, _ index: Int, mayBorrow: Bool) {
    guard !hasNUL(bytes) else {
      refuse(
        index + 1, .invalidValue, "The text has the character NUL, which the database cannot keep")
      return
    }
    guard bytes.count < Int32.max - 1 else {
      refuse(index + 1, .tooBig, "The value is larger than the database takes")
      return
    }
    if type(at: index).form == .text {
      if mayBorrow {
        bound.setBorrowed(index, bytes.baseAddress, bytes.count)
      } else {
        bound.set(index, bytes)
      }
    } else {
      // The server reads it as it would read it in a statement.
      bound.setText(index, bytes)
    }
  }

  package func bind(_ value: Data, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    value.withUnsafeBytes { bindBytes($0, index, mayBorrow: false) }
  }

  private func bindBytes(_ bytes: UnsafeRawBufferPointer, _ index: Int, mayBorrow: Bool) {
    guard bytes.count < Int32.max else {
      refuse(index + 1, .tooBig, "The value is larger than the database takes")
      return
    }
    switch type(at: index).form {
    case .uuid where bytes.count == 16: bound.set(index, bytes)
    case .text: bindText(bytes, index, mayBorrow: false)
    case .float8 where bytes.count == 8 && isNotANumber(bytes):
      bound.set(index, Double.nan.bitPattern)
    case .float4 where bytes.count == 8 && isNotANumber(bytes):
      bound.set(index, Float.nan.bitPattern)
    case .bytes:
      if mayBorrow {
        bound.setBorrowed(index, bytes.baseAddress, bytes.count)
      } else {
        bound.set(index, bytes)
      }
    case .other: bound.set(index, bytes)
    default: refuse(index + 1, .invalidValue, "Bytes are no value of the parameter's type")
    }
  }

  /// Whether the bytes are those that stand for NaN where databases cannot store it.
  private func isNotANumber(_ bytes: UnsafeRawBufferPointer) -> Bool {
    Double(bitPattern: bytes.bigEndian(at: 0, as: UInt64.self)).isNaN
  }

  package func bind(_ value: UUID, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    switch type(at: index).form {
    case .uuid, .bytes: withUnsafeBytes(of: value.uuid) { bound.set(index, $0) }
    default: bindText(value.uuidString.lowercased(), index)
    }
  }

  package func bind(_ value: Date, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    let form = type(at: index).form
    // As SQLite keeps dates.
    if form == .float8 {
      bound.set(index, value.timeIntervalSinceReferenceDate.bitPattern)
      return
    }
    guard let time = PostgresTime(value) else {
      refuse(parameter, .invalidValue, "The date is out of the range of its type")
      return
    }
    switch form {
    case .timestamptz, .timestamp: bound.set(index, time.microseconds)
    case .date: bound.set(index, (PostgresDay(time) ?? .infinity).days)
    default: bindText(time.text, index)
    }
  }

  package func bind(_ value: Decimal, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    let number = PostgresNumeric(value)
    switch type(at: index).form {
    case .numeric: write(.numeric(number), index)
    case .float8: bound.set(index, number.double.bitPattern)
    case .float4: bound.set(index, Float(number.double).bitPattern)
    case .int2, .int4, .int8, .unsigned4:
      guard let integer = number.int64, PostgresNumeric(integer).isEqual(to: number) else {
        refuse(parameter, .invalidValue, "The number is no integer that its type holds")
        return
      }
      bind(integer, parameter)
    default: bindText(number.text, index)
    }
  }

  private func write(_ value: PostgresValue, _ index: Int) {
    var bytes = PostgresBytes()
    value.write(to: &bytes)
    bytes.bytes.withUnsafeBytes { bound.set(index, $0) }
  }

  package func clear() {
    bound.clear()
    forgetRefusal()
  }
}

extension PostgresStatement {
  /// Binds a value with the type that PostgreSQL has for it; of another type than the parameter, it is
  /// given as a text that the server reads.
  package func bind(_ value: PostgresValue, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    guard value != .null, let text = value.text else { return bound.setNull(index) }
    guard !value.hasNUL else {
      refuse(
        parameter, .invalidValue, "The text has the character NUL, which the database cannot keep")
      return
    }
    let isSame =
      value.type == type(at: index)
      || value.type.form == .text && type(at: index).form == .text
    if isSame, value.type != .unspecified, value.type.form != .other {
      write(value, index)
    } else {
      bindText(text, index)
    }
  }

  package func bind(
    _ cells: UnsafePointer<openswiftdata_cell>, count: Int, from parameter: Int
  ) {
    for offset in 0..<count { bindCell(cells + offset, parameter &+ offset) }
  }

  @inline(__always)
  private func bindCell(_ cell: UnsafePointer<openswiftdata_cell>, _ parameter: Int) {
    switch cell.pointee.kind {
    case Int32(OPENSWIFTDATA_INTEGER): bind(cell.pointee.integer, parameter)
    case Int32(OPENSWIFTDATA_BOOL): bind(cell.pointee.integer != 0, parameter)
    case Int32(OPENSWIFTDATA_REAL): bind(cell.pointee.real, parameter)
    case Int32(OPENSWIFTDATA_DATE): bind(cell.pointee.date, parameter)
    case Int32(OPENSWIFTDATA_TEXT):
      if let index = index(parameter) { bindText(bytes(cell), index, mayBorrow: true) }
    case Int32(OPENSWIFTDATA_BLOB):
      if let index = index(parameter) { bindBytes(bytes(cell), index, mayBorrow: true) }
    case Int32(OPENSWIFTDATA_UUID):
      if let uuid = cell.pointee.uuid { bind(uuid, parameter) } else { bindNull(parameter) }
    case Int32(OPENSWIFTDATA_DECIMAL):
      if let decimal = cell.pointee.decimal {
        bind(decimal, parameter)
      } else {
        bindNull(parameter)
      }
    default: bindNull(parameter)
    }
  }

  @inline(__always)
  private func bytes(_ cell: UnsafePointer<openswiftdata_cell>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: cell.pointee.bytes, count: Int(cell.pointee.count))
  }
}
