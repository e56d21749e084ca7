/// A PostgreSQL type, identified by its OID, which is the same everywhere for built-in types.
package struct PostgresType: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
  private init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Lets the server infer the type.
  package static let unspecified = PostgresType(0)
  package static let bool = PostgresType(16)
  package static let bytea = PostgresType(17)
  package static let char = PostgresType(18)
  package static let name = PostgresType(19)
  package static let int8 = PostgresType(20)
  package static let int2 = PostgresType(21)
  package static let int4 = PostgresType(23)
  package static let text = PostgresType(25)
  package static let oid = PostgresType(26)
  package static let json = PostgresType(114)
  package static let xml = PostgresType(142)
  package static let float4 = PostgresType(700)
  package static let float8 = PostgresType(701)
  package static let unknown = PostgresType(705)
  package static let bpchar = PostgresType(1042)
  package static let varchar = PostgresType(1043)
  package static let date = PostgresType(1082)
  package static let timestamp = PostgresType(1114)
  package static let timestamptz = PostgresType(1184)
  package static let numeric = PostgresType(1700)
  package static let void = PostgresType(2278)
  package static let uuid = PostgresType(2950)
  package static let jsonb = PostgresType(3802)
  package static let xid8 = PostgresType(5069)
}

extension PostgresType {
  /// How the binary form of a type's values is decoded.
  enum Form: UInt8 {
    case bool, int2, int4, int8, unsigned4, float4, float8, numeric
    case text, jsonb, bytes, uuid, timestamptz, timestamp, date, array, void
    /// An unknown type, whose values are read as texts.
    case other
  }

  var form: Form {
    switch self {
    case .bool: .bool
    case .int2: .int2
    case .int4: .int4
    case .int8, .xid8: .int8
    case .oid: .unsigned4
    case .float4: .float4
    case .float8: .float8
    case .numeric: .numeric
    case .text, .varchar, .bpchar, .name, .json, .unknown, .xml, .char: .text
    case .jsonb: .jsonb
    case .bytea: .bytes
    case .uuid: .uuid
    case .timestamptz: .timestamptz
    case .timestamp: .timestamp
    case .date: .date
    case .void: .void
    default: element == nil ? .other : .array
    }
  }

  /// The type of an array's elements; nil if this is not an array of a known type.
  package var element: PostgresType? {
    Self.arrays.first { $0.array == rawValue }.map { PostgresType($0.element) }
  }

  /// The type of arrays of this type; nil if it is not known.
  package var array: PostgresType? {
    Self.arrays.first { $0.element == rawValue }.map { PostgresType($0.array) }
  }

  private static let arrays: [(element: UInt32, array: UInt32)] = [
    (16, 1000), (17, 1001), (18, 1002), (19, 1003), (20, 1016), (21, 1005), (23, 1007),
    (25, 1009), (26, 1028), (114, 199), (700, 1021), (701, 1022), (1042, 1014), (1043, 1015),
    (1082, 1182), (1114, 1115), (1184, 1185), (1700, 1231), (2950, 2951), (3802, 3807),
  ]
}
