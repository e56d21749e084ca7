import SQLCore

/// The information that SQL needs to sort values of a type in Swift's order.
package enum ValueOrder {
  case scalar(ScalarType.Order)
  /// An enumeration stored by its raw value, which may be `Comparable` or not.
  case enumeration(any RawRepresentable.Type)

  /// Returns nil for types whose values are not scalars in SQL.
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
