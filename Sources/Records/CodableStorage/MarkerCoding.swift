import DataSchema
import SQLCore

/// Encodes an enumeration without payloads like its synthesized coding, without using a coder.
struct MarkerCoding<Value: Codable>: ValueCoding {
  private let composite: CompositeCoding<Value>
  /// The column of each case, by the case's number.
  private let columnOfCase: [Int]
  private let caseOfColumn: [Int]

  /// Returns nil if the cases of the type do not each mark a separate column.
  init?(_ composite: CompositeCoding<Value>) {
    guard let count = EnumerationMetadata.caseCount(of: Value.self), count > 0,
      count == composite.leafTypes.count,
      composite.layout.payloadFreeCaseNames.count == count
    else { return nil }
    var columnOfCase: [Int] = []
    for number in 0..<count {
      let writer = SQLValueWriter(count: count)
      try? composite.bind(EnumerationMetadata.value(ofCase: number), to: writer, at: 1)
      let marked = writer.values.indices.filter { !writer.values[$0].isNull }
      guard marked.count == 1 else { return nil }
      columnOfCase += marked
    }
    guard Set(columnOfCase).count == count else { return nil }
    self.composite = composite
    self.columnOfCase = columnOfCase
    caseOfColumn = (0..<count).map { columnOfCase.firstIndex(of: $0) ?? 0 }
  }

  var leafTypes: [AttributeType] { composite.leafTypes }
  var canBeNull: Bool { false }

  func property(named name: String, isOptional: Bool) -> PropertyDescription {
    composite.property(named: name, isOptional: isOptional)
  }

  func bind(_ value: Value, to writer: any ParameterWriter, at parameter: Int) {
    let active = columnOfCase[EnumerationMetadata.caseNumber(of: value)]
    for column in columnOfCase.indices {
      if column == active {
        writer.bind(composite.layout.fields[column].name, parameter + column)
      } else {
        writer.bindNull(parameter + column)
      }
    }
  }

  func read(from row: any RowReader, at column: Int) throws -> Value {
    var active: Int?
    for offset in caseOfColumn.indices where !row.isNull(column + offset) {
      // The composite reports the error of several marked columns.
      if active != nil { return try composite.read(from: row, at: column) }
      active = offset
    }
    return EnumerationMetadata.value(ofCase: active.map { caseOfColumn[$0] } ?? 0)
  }

  func samples() -> [Value] { caseOfColumn.indices.map { EnumerationMetadata.value(ofCase: $0) } }
}
