import SQLCore

/// What SQL needs to put values of a Swift type in Swift's order.
package enum ValueOrder {
  case scalar(ScalarType.Order)
  /// An enumeration stored by its raw value, with an order of its own or none.
  case enumeration(any RawRepresentable.Type)

  /// nil for values that are no scalars in SQL.
  package init?(_ type: any Any.Type) {
    if let scalar = StaticType.scalar(type), scalar.optionalDepth <= 1 {
      self = .scalar(scalar.scalarType.order)
    } else if case .enumeration(let type) = StaticType(type).type {
      self = .enumeration(type)
    } else {
      return nil
    }
  }
}
