import DataSchema
import SQLCore

/// Encodes an optional; nil is NULL in every column.
struct OptionalCoding<Wrapped>: ValueCoding {
  let wrapped: any ValueCoding<Wrapped>

  var leafTypes: [AttributeType] { wrapped.leafTypes }
  var canBeNull: Bool { true }
  var memberLayout: KeyedLayout? { wrapped.memberLayout }

  func property(named name: String, isOptional: Bool) -> PropertyDescription {
    wrapped.property(named: name, isOptional: true)
  }

  func bind(_ value: Wrapped?, to writer: any ParameterWriter, at parameter: Int) throws {
    guard let value else { return wrapped.bindNull(to: writer, at: parameter) }
    try wrapped.bind(value, to: writer, at: parameter)
  }

  func read(from row: any RowReader, at column: Int) throws -> Wrapped? {
    if wrapped.isNull(in: row, at: column) { return nil }
    return try wrapped.read(from: row, at: column)
  }

  func samples() -> [Wrapped?] { [nil] + wrapped.samples().map(Optional.some) }
}
