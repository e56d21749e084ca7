import Foundation
import SQLCore

extension StoredValue {
  /// A decimal number as `SQLValue.stored` has it.
  package static func encode(_ value: Decimal) -> SQLValue { SQLValue.decimal(value).stored }

  package static func decodeDecimal(_ value: SQLValue) -> Decimal? { value.decimal }
}
