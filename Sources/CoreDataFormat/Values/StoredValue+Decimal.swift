import Foundation
import SQLCore

extension StoredValue {
  /// A decimal number as `SQLValue.decimal(_:)` has it.
  package static func encode(_ value: Decimal) -> SQLValue { .decimal(value) }

  package static func decodeDecimal(_ value: SQLValue) -> Decimal? { value.decimal }
}
