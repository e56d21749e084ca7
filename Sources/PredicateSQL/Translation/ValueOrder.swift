/// What SQL needs to put values of a Swift type in Swift's order.
package enum ValueOrder {
  /// Nothing.
  case plain
  /// Swift has no order for the values, but SQL tells them apart.
  case unordered
  /// 64-bit unsigned integers, stored by their bit pattern.
  case unsigned
  /// Strings, which are equal when canonically equivalent.
  case string
  case decimal
  /// An enumeration stored by its raw value, with an order of its own or none.
  case enumeration(any RawRepresentable.Type)

  /// nil for values that are no scalars in SQL.
  package init?(_ type: any Any.Type) {
    switch StaticType(type).type {
    case .boolean, .integer, .double, .float, .date, .uuid: self = .plain
    case .data, .url: self = .unordered
    case .unsigned: self = .unsigned
    case .string: self = .string
    case .decimal: self = .decimal
    case .enumeration(let type): self = .enumeration(type)
    case .composite, .model, .identifier, .models, .someModel, .opaque: return nil
    }
  }
}
