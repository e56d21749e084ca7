import Foundation
import SQLCore

extension StoredValue {
  /// Encodes a decimal number in the form of `SQLValue.stored`.
  package static func encode(_ value: Decimal) -> SQLValue { SQLValue.decimal(value).stored }

  package static func decodeDecimal(_ value: SQLValue) -> Decimal? { value.decimal }
}
