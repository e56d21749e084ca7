import CRowCells
import Foundation
import SQLCore

// Values are written in the form that the server expects for the parameter; it reported the type
// when the statement was prepared.

/// Binds values to parameters in the forms that the server expects.
protocol PostgresParameterWriter: ParameterWriter {
  var parameterCount: Int { get }

  /// The form that the server expects for a parameter; indexes count from 0, as everywhere in this
  /// protocol.
  func form(at index: Int) -> PostgresType.Form

  /// Records that a value was rejected, if it is the first one.
  func refuse(_ parameter: Int, _ kind: SQLError.Kind, _ message: String)

  func setNull(_ index: Int)

  func set(_ index: Int, _ value: some FixedWidthInteger)

  func set(_ index: Int, _ bytes: UnsafeRawBufferPointer)

  /// Sets bytes without copying them; they must stay in place until the parameter is bound again.
  func setBorrowed(_ index: Int, _ bytes: UnsafeRawBufferPointer)

  /// Sets a value in text form, which the server parses.
  func setText(_ index: Int, _ bytes: UnsafeRawBufferPointer)
}

extension PostgresParameterWriter {
  /// The index of a parameter, from 0; nil if the parameter does not exist.
  @inline(__always)
  private func index(_ parameter: Int) -> Int? {
    let index = parameter &- 1
    guard index >= 0, index < parameterCount else {
      refuse(
        parameter, .misuse,
        "The parameter is out of range; the number of parameters is \(parameterCount)")
      return nil
    }
    return index
  }

  package func bindNull(_ parameter: Int) {
    if let index = index(parameter) { setNull(index) }
  }

  package func bind(_ value: Int64, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    switch form(at: index) {
    case .int8: set(index, value)
    case .int4: bindExactly(Int32(exactly: value), index)
    case .int2: bindExactly(Int16(exactly: value), index)
    default: bindConverted(value, index)
    }
  }

  @inline(__always)
  private func bindExactly(_ value: (some FixedWidthInteger)?, _ index: Int) {
    guard let value else {
      refuse(index + 1, .invalidValue, "The integer is out of range for the parameter's type")
      return
    }
    set(index, value)
  }

  @inline(never)
  private func bindConverted(_ value: Int64, _ index: Int) {
    switch form(at: index) {
    case .float8: set(index, Double(value).bitPattern)
    case .float4: set(index, Float(value).bitPattern)
    case .numeric: write(PostgresNumeric(value), index)
    case .bool: set(index, UInt8(value == 0 ? 0 : 1))
    case .unsigned4: bindExactly(UInt32(exactly: value), index)
    case .int8: set(index, value)
    case .bytes, .uuid, .jsonb: refuseMark(index, "An integer is")
    default: bindText("\(value)", index)
    }
  }

  /// Rejects a value that marks a special case in a column, if the column's type has no value for
  /// that mark.
  @inline(never)
  private func refuseMark(_ index: Int, _ what: String) {
    refuse(
      index + 1, .invalidValue,
      "\(what) not valid for the parameter's type, so an enumeration case that contains only nil "
        + "cannot be stored")
  }

  package func bind(_ value: Double, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    switch form(at: index) {
    case .float8: set(index, value.bitPattern)
    case .float4: set(index, Float(value).bitPattern)
    case .numeric: write(PostgresNumeric(value), index)
    case .int2, .int4, .int8, .unsigned4, .bool:
      guard let integer = Int64(exactly: value) else {
        refuse(
          parameter, .invalidValue,
          "The number is not an integer, but the parameter's type requires one")
        return
      }
      bind(integer, parameter)
    default: bindText(PostgresValue.float8(value).text ?? "", index)
    }
  }

  package func bind(_ value: Bool, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    switch form(at: index) {
    case .bool: set(index, UInt8(value ? 1 : 0))
    case .int2, .int4, .int8, .unsigned4, .float4, .float8, .numeric:
      bind(value ? 1 : 0 as Int64, parameter)
    default: bindText(value ? "true" : "false", index)
    }
  }

  package func bind(_ value: String, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    bindText(value, index)
  }

  func bindText(_ value: String, _ index: Int) {
    var value = value
    value.withUTF8 { bindOwnText(UnsafeRawBufferPointer($0), index) }
  }

  /// Not inlined, so that the code exists only once for all kinds of text storage.
  @inline(never)
  private func bindOwnText(_ bytes: UnsafeRawBufferPointer, _ index: Int) {
    bindText(bytes, index, mayBorrow: false)
  }

  /// Whether a text contains a NUL, which would end it for the server.
  @inline(__always)
  private func hasNUL(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return false }
    return memchr(start, 0, bytes.count) != nil
  }

  @inline(never)
  private func refuseText(_ bytes: UnsafeRawBufferPointer, _ index: Int) {
    if hasNUL(bytes) {
      refuse(
        index + 1, .invalidValue,
        "The text contains a NUL character, which PostgreSQL cannot store")
    } else {
      refuse(index + 1, .tooBig, "The value is larger than PostgreSQL can store")
    }
  }

  @inline(__always)
  func bindText(_ bytes: UnsafeRawBufferPointer, _ index: Int, mayBorrow: Bool) {
    guard !hasNUL(bytes), bytes.count < Int32.max - 1 else { return refuseText(bytes, index) }
    if form(at: index) == .text {
      if mayBorrow {
        setBorrowed(index, bytes)
      } else {
        set(index, bytes)
      }
    } else {
      // The server parses it like a literal in a statement.
      setText(index, bytes)
    }
  }

  package func bind(_ value: Data, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    value.withUnsafeBytes { bindBytes($0, index, mayBorrow: false) }
  }

  private func bindBytes(_ bytes: UnsafeRawBufferPointer, _ index: Int, mayBorrow: Bool) {
    guard bytes.count < Int32.max else {
      refuse(index + 1, .tooBig, "The value is larger than PostgreSQL can store")
      return
    }
    switch form(at: index) {
    case .uuid where bytes.count == 16: set(index, bytes)
    // An empty value is never converted to a text: empty texts are bound as texts.
    case .text where !bytes.isEmpty: bindText(bytes, index, mayBorrow: false)
    case .jsonb: setDocument(StoredDocument.document(of: Data(bytes)), index)
    case .float8 where bytes.count == 8 && isNotANumber(bytes):
      set(index, Double.nan.bitPattern)
    case .float4 where bytes.count == 8 && isNotANumber(bytes):
      set(index, Float.nan.bitPattern)
    case .bytes:
      if mayBorrow {
        setBorrowed(index, bytes)
      } else {
        set(index, bytes)
      }
    case .other: set(index, bytes)
    default: refuseMark(index, "Bytes are")
    }
  }

  /// Sets the text of a document, preceded by the version byte of the binary form.
  private func setDocument(_ document: Data, _ index: Int) {
    (Data([1]) + document).withUnsafeBytes { set(index, $0) }
  }

  /// Whether the bytes represent NaN in stores of databases that cannot store it.
  private func isNotANumber(_ bytes: UnsafeRawBufferPointer) -> Bool {
    Double(bitPattern: bytes.bigEndian(at: 0, as: UInt64.self)).isNaN
  }

  package func bind(_ value: UUID, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    switch form(at: index) {
    case .uuid, .bytes: withUnsafeBytes(of: value.uuid) { set(index, $0) }
    default: bindText(value.uuidString.lowercased(), index)
    }
  }

  package func bind(_ value: Date, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    if form(at: index) == .timestamptz, let time = PostgresTime(value) {
      set(index, time.microseconds)
    } else {
      bindConverted(value, index)
    }
  }

  @inline(never)
  private func bindConverted(_ value: Date, _ index: Int) {
    let form = form(at: index)
    // The representation of dates in SQLite stores.
    if form == .float8 {
      set(index, value.timeIntervalSinceReferenceDate.bitPattern)
      return
    }
    guard let time = PostgresTime(value) else {
      refuse(index + 1, .invalidValue, "The date is out of range for the parameter's type")
      return
    }
    switch form {
    case .timestamptz, .timestamp: set(index, time.microseconds)
    case .date: set(index, (PostgresDay(time) ?? .infinity).days)
    default: bindText(time.text, index)
    }
  }

  package func bind(_ value: Decimal, _ parameter: Int) {
    guard let index = index(parameter) else { return }
    let number = PostgresNumeric(value)
    switch form(at: index) {
    case .numeric: write(number, index)
    case .float8: set(index, number.double.bitPattern)
    case .float4: set(index, Float(number.double).bitPattern)
    case .int2, .int4, .int8, .unsigned4:
      guard let integer = number.int64, PostgresNumeric(integer).isEqual(to: number) else {
        refuse(
          parameter, .invalidValue,
          "The number is not an integer in the range of the parameter's type")
        return
      }
      bind(integer, parameter)
    default: bindText(number.text, index)
    }
  }

  private func write(_ number: PostgresNumeric, _ index: Int) {
    var bytes = PostgresBytes()
    number.write(to: &bytes)
    bytes.bytes.withUnsafeBytes { set(index, $0) }
  }
}

extension PostgresParameterWriter {
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
