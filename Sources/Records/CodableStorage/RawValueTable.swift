import SQLCore

/// The raw values of an enumeration without payloads, by the numbers of its cases.
///
/// A lookup costs a fraction of a call to `init(rawValue:)` from generic code.
struct RawValueTable: Sendable {
  private let rawValues: [SQLValue]
  private var caseOfInteger: [Int64: Int] = [:]
  private var caseOfText: [String: Int] = [:]

  /// Creates the table of `type`; nil if raw values and cases do not correspond one to one.
  init?<Value: RawRepresentable>(_ type: Value.Type, coding: any ValueCoding<Value.RawValue>) {
    guard let count = EnumerationMetadata.caseCount(of: type), count > 0 else { return nil }
    var rawValues: [SQLValue] = []
    for number in 0..<count {
      let value: Value = EnumerationMetadata.value(ofCase: number)
      let writer = SQLValueWriter(count: 1)
      guard (try? coding.bind(value.rawValue, to: writer, at: 1)) != nil,
        let back = Value(rawValue: value.rawValue),
        EnumerationMetadata.caseNumber(of: back) == number
      else { return nil }
      switch writer.values[0].stored {
      case .integer(let integer): caseOfInteger[integer] = number
      case .text(let text): caseOfText[text] = number
      default: return nil
      }
      rawValues.append(writer.values[0])
    }
    guard caseOfInteger.count == count || caseOfText.count == count else { return nil }
    self.rawValues = rawValues
  }

  func rawValue(ofCase number: Int) -> SQLValue { rawValues[number] }

  /// Returns the case whose raw value is in the column; nil for NULL and for unknown raw values.
  func caseNumber(in row: any RowReader, at column: Int) -> Int? {
    if caseOfText.isEmpty { return row.int64IfPresent(column).flatMap { caseOfInteger[$0] } }
    return row.stringIfPresent(column).flatMap { caseOfText[$0] }
  }
}
