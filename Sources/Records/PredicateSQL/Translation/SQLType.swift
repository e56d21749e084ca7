import Foundation
import SQLCore

/// How SQL must treat a value so that it behaves like its Swift type.
enum SQLType {
  case boolean
  /// Integers that fit into a signed 64-bit column.
  case integer
  /// 64-bit unsigned integers, stored by their bit pattern.
  case unsigned
  case double
  case float
  case date
  /// Strings and characters, which are equal if they are canonically equivalent.
  case string
  case uuid
  case data
  case url
  case decimal
  /// An enumeration stored by its raw value.
  case enumeration(any RawRepresentable.Type)
  /// A composite, whose leaves are stored in separate columns.
  case composite(Composite)
  /// A model, represented by its primary key; with a condition after a cast to a subclass.
  case model(ModelRow, SQLFragment?)
  /// The identifier of a model, represented by its primary key.
  case identifier(any ColumnResolving)
  /// The destination models of a to-many relationship.
  case models(ModelRows)
  /// Any one of those models.
  case someModel
  /// A value that SQL cannot inspect.
  case opaque

  /// Creates the type for a scalar type.
  init(_ scalar: ScalarType) {
    self =
      switch scalar {
      case .bool: .boolean
      case .int16, .int32, .int64: .integer
      case .uint64: .unsigned
      case .float: .float
      case .double: .double
      case .decimal: .decimal
      case .string: .string
      case .date: .date
      case .data: .data
      case .uuid: .uuid
      case .url: .url
      }
  }

  struct Composite {
    /// The model that contains the value.
    var columns: any ColumnResolving
    var keyPath: AnyKeyPath
    var leaves: [Leaf]
    /// The number of names in the leaves' paths that lead to this value.
    var depth: Int
  }

  /// One column of a composite.
  struct Leaf {
    var path: [String]
    var column: ResolvedColumn
    var sql: SQLFragment
  }

  /// Numbers that may be NaN.
  var isFloatingPoint: Bool {
    switch self {
    case .double, .float, .date: true
    default: false
    }
  }

  /// Whether a file may contain NULL for NaN; calendars never produce such a date.
  var hasNullForNaN: Bool { isFloatingPoint && !isDate }

  var isDate: Bool {
    if case .date = self { true } else { false }
  }

  /// Whether the value is a single SQL value.
  var isScalar: Bool {
    switch self {
    case .composite, .model, .models, .someModel, .opaque: false
    default: true
    }
  }

  /// A sample of the stored values, which determines the type of NULL; nil if no single column
  /// stores the value.
  var sample: SQLValue? {
    switch self {
    case .boolean: .bool(false)
    case .integer, .unsigned, .identifier: .integer(0)
    case .double, .float: .real(0)
    case .date: .date(.distantPast)
    case .string, .url: .text("")
    case .uuid: .uuid(UUID())
    case .data: .blob(Data())
    case .decimal: .decimal(0)
    case .enumeration(let type): StaticType(StaticType.rawType(of: type)).type.sample
    case .composite, .model, .models, .someModel, .opaque: nil
    }
  }

  /// The model that the value is, or identifies.
  var referenced: (any ColumnResolving)? {
    switch self {
    case .model(let row, _): row.columns
    case .identifier(let columns): columns
    default: nil
    }
  }
}

/// A Swift type from the perspective of SQL.
struct StaticType {
  var type: SQLType
  var isOptional: Bool

  /// Creates the type of a scalar, of an enumeration with scalar raw values, or of an optional of
  /// either.
  init(_ swiftType: Any.Type) {
    if let scalar = Self.scalar(swiftType) {
      let depth = scalar.optionalDepth
      self.init(type: depth > 1 ? .opaque : SQLType(scalar.scalarType), isOptional: depth > 0)
    } else if let optional = swiftType as? any OptionalValue.Type {
      let wrapped = optional.wrappedType
      let isNested = wrapped is any OptionalValue.Type
      self.init(type: isNested ? .opaque : StaticType(wrapped).type, isOptional: true)
    } else if let enumeration = swiftType as? any RawRepresentable.Type,
      Self.rawType(of: enumeration) is any SQLScalar.Type
    {
      self.init(type: .enumeration(enumeration), isOptional: false)
    } else {
      self.init(type: .opaque, isOptional: false)
    }
  }

  /// Returns the type as a scalar; the most common ones need no conformance lookup.
  static func scalar(_ type: Any.Type) -> (any SQLScalar.Type)? {
    if type == Int.self { return Int.self }
    if type == String.self { return String.self }
    if type == Date.self { return Date.self }
    if type == Bool.self { return Bool.self }
    if type == Double.self { return Double.self }
    if type == UUID.self { return UUID.self }
    return type as? any SQLScalar.Type
  }

  private init(type: SQLType, isOptional: Bool) {
    self.type = type
    self.isOptional = isOptional
  }

  fileprivate static func rawType<Enumeration: RawRepresentable>(
    of _: Enumeration.Type
  ) -> Any.Type {
    Enumeration.RawValue.self
  }
}
