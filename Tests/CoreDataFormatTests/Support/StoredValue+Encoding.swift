import CoreDataFormat
import SQLCore

extension StoredValue {
  /// The contents of a column that stores a value.
  static func encode(_ value: some SQLScalar) -> SQLValue { value.sqlValue.stored }
}
