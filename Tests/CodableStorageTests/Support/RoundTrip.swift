import DataSchema
import SQLCore
import Testing

@testable import CodableStorage

/// The value that is decoded from the columns of `value`.
func roundTrip<Value>(_ value: Value, named name: String = "value") throws -> Value {
  let codec = try ValueCodec.make(for: Value.self, propertyName: name)
  return try codec.decode(codec.encode(value))
}

/// Expects each value to survive a round trip.
func expectRoundTrip<Value: Equatable>(
  _ values: Value..., sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for value in values {
    #expect(try roundTrip(value) == value, sourceLocation: sourceLocation)
  }
}

/// The names of the leaves of a type, in column order.
func leafNames(of type: Any.Type, named name: String = "value") throws -> [String] {
  try PropertyStorage(of: type, named: name).leaves.map(\.name)
}

/// The columns of `value`.
func columns<Value>(of value: Value, named name: String = "value") throws -> [SQLValue] {
  try ValueCodec.make(for: Value.self, propertyName: name).encode(value)
}

extension PropertyStorage {
  /// Creates the storage of a property of type `type`.
  init(of type: Any.Type, named name: String) throws {
    self = try CodecCache.codec(forAny: type, propertyName: name).storage
  }

  /// The columns, in the order of the leaves.
  var columns: [AttributeType] { leaves.map(\.type) }
}
