import DataSchema
import SQLCore

/// Encodes a `Duration` as SwiftData does: as the halves of its 128-bit count of attoseconds.
struct DurationCoding: ValueCoding {
  var leafTypes: [AttributeType] { [.integer64, .integer64] }
  var canBeNull: Bool { false }

  func property(named name: String, isOptional: Bool) -> PropertyDescription {
    let elements = ["high", "low"].map {
      PropertyDescription.attribute(
        AttributeDescription(name: $0, type: .integer64, isOptional: isOptional))
    }
    return .composite(
      CompositeDescription(
        name: name, isOptional: isOptional, elements: elements, valueTypeName: "Duration"))
  }

  func bind(_ value: Duration, to writer: any ParameterWriter, at parameter: Int) {
    writer.bind(Int64(truncatingIfNeeded: value.attoseconds >> 64), parameter)
    writer.bind(Int64(truncatingIfNeeded: value.attoseconds), parameter + 1)
  }

  func read(from row: any RowReader, at column: Int) -> Duration {
    let low = UInt64(bitPattern: row.int64(column + 1))
    return Duration(attoseconds: Int128(row.int64(column)) << 64 | Int128(low))
  }

  func samples() -> [Duration] { [.zero, .seconds(90), .seconds(-1)] }
}
