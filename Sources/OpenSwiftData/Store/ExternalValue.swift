import CodableStorage
import CoreDataFormat
import Foundation
import SQLCore

/// Values of attributes with `.externalStorage`, whose columns say before the bytes where they stand.
///
/// Values are written into the row, whatever their size, which the layout allows.
enum ExternalValue {
  /// - Throws: `SwiftDataError.valueCannotBeRead` for bytes that stand in a file.
  static func decode<Value>(
    _ stored: SQLValue, with codec: ValueCodec<Value>
  ) throws -> Value {
    switch ExternalData(stored) {
    case .inline(let bytes): return try codec.decode([.blob(bytes)])
    case .file(let name):
      throw SwiftDataError.valueCannotBeRead.explained(
        "The value stands in the file \(name.uuidString) beside the store.",
        property: codec.propertyName, advice: "Files beside a store are not read yet.")
    case nil: return try codec.decode([stored])
    }
  }

  static func encode<Value>(_ value: Value, with codec: ValueCodec<Value>) throws -> SQLValue {
    let columns = try codec.encode(value)
    guard let bytes = columns.first?.blob else { return .null }
    return ExternalData.inline(bytes).storedValue
  }
}

extension PropertyBinding {
  /// The value as its column holds it.
  func marked(_ value: SQLValue) -> SQLValue {
    guard storesExternally, let bytes = value.blob else { return value }
    return ExternalData.inline(bytes).storedValue
  }

  /// The value without its column's marker.
  func unmarked(_ value: SQLValue) -> SQLValue {
    guard storesExternally, case .inline(let bytes)? = ExternalData(value) else { return value }
    return .blob(bytes)
  }
}
