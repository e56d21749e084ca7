import Foundation

/// A value with its PostgreSQL type.
package enum PostgresValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case int2(Int16)
  case int4(Int32)
  case int8(Int64)
  case float4(Float)
  case float8(Double)
  case numeric(PostgresNumeric)
  case text(String)
  case json(String)
  case jsonb(String)
  case bytes(Data)
  case uuid(UUID)
  case timestamptz(PostgresTime)
  case timestamp(PostgresTime)
  case date(PostgresDay)
  case array(PostgresArray)
  /// A value of an unknown type, as the server writes it.
  case other(PostgresType, String)
}

/// An array of values of one type, with any number of dimensions; without dimensions, it is empty.
package struct PostgresArray: Hashable, Sendable {
  package struct Dimension: Hashable, Sendable {
    package var count: Int32
    /// The index of the first element.
    package var lowerBound: Int32 = 1
  }

  package var element: PostgresType
  package var dimensions: [Dimension]
  /// The elements in row-major order.
  package var elements: [PostgresValue]

  package init(
    _ elements: [PostgresValue], of element: PostgresType, dimensions: [Dimension]? = nil
  ) {
    self.element = element
    self.elements = elements
    self.dimensions =
      dimensions ?? (elements.isEmpty ? [] : [Dimension(count: Int32(clamping: elements.count))])
  }
}
