import Foundation
import SQLCore

/// How SQL must treat a value so that it behaves as its Swift type does.
enum SQLType {
  case boolean
  /// Integers that fit a signed column.
  case integer
  /// 64-bit unsigned integers, stored by their bit pattern.
  case unsigned
  case double
  case float
  case date
  /// Strings and characters, equal when canonically equivalent.
  case string
  case uuid
  case data
  case url
  case decimal
  /// An enumeration stored by its raw value.
  case enumeration(any RawRepresentable.Type)
  /// Codable values taken apart into columns.
  case composite(Composite)
  /// A model, as its primary key; with a condition after a cast to a subclass.
  case model(ModelRow, SQLFragment?)
  /// The identifier of a model, as its primary key.
  case identifier(any ColumnResolving)
  /// Models at the other end of a relationship.
  case models(ModelRows)
  /// Any one of those models.
  case someModel
  /// Anything that SQL cannot look into.
  case opaque

  /// How values of a scalar type are treated.
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
    /// The model that has the value.
    var columns: any ColumnResolving
    var keyPath: AnyKeyPath
    var leaves: [Leaf]
    /// How many names of the leaves' paths lead to this value.
    var depth: Int
  }

  /// One column of a value taken apart.
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

  /// Numbers for which a file may have NULL where they are NaN; no calendar makes such a date.
  var hasNullForNaN: Bool { isFloatingPoint && !isDate }

  var isDate: Bool {
    if case .date = self { true } else { false }
  }

  /// Whether one SQL value is all there is to it.
  var isScalar: Bool {
    switch self {
    case .composite, .model, .models, .someModel, .opaque: false
    default: true
    }
  }

  /// A value as columns hold it, which tells the type of one that is nil; nil where no single column does.
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

/// A Swift type as SQL sees it.
struct StaticType {
  var type: SQLType
  var isOptional: Bool

  /// The type of a scalar or of an enumeration with scalar raw values, or of an optional of them.
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

  /// The type as a scalar; the commonest ones are known without a search of the whole program.
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
