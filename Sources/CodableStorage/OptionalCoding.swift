import DataSchema
import SQLCore

/// Codes an optional: nil is NULL in every column.
struct OptionalCoding<Wrapped>: ValueCoding {
  let wrapped: any ValueCoding<Wrapped>

  var leafTypes: [AttributeType] { wrapped.leafTypes }
  var canBeNull: Bool { true }
  var enumeration: [String]? { wrapped.enumeration }

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

/// What only `Optional` is; lets code that knows a type at run time look inside.
protocol OptionalValue {
  static var wrappedType: Any.Type { get }
  static func codec(named name: String, by builder: CodecBuilder) throws -> any AnyValueCodec
}

extension Optional: OptionalValue {
  static var wrappedType: Any.Type { Wrapped.self }

  static func codec(named name: String, by builder: CodecBuilder) throws -> any AnyValueCodec {
    let wrapped = try builder.codec(for: Wrapped.self, named: name)
    return ValueCodec<Wrapped?>(OptionalCoding(wrapped: wrapped.coding), propertyName: name)
  }
}
