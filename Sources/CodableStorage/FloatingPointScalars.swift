import DataSchema
import Foundation
import SQLCore

extension Double: StorableScalar {
  package static var attributeType: AttributeType { .double }
  package static var samples: [Double] { [0, 1.5, -2.25] }

  package func bind(to writer: any ParameterWriter, at parameter: Int) {
    writer.bind(self, parameter)
  }

  package static func read(from row: any RowReader, at column: Int) -> Double {
    row.double(column)
  }
}

extension Float: StorableScalar {
  package static var attributeType: AttributeType { .float }
  package static var samples: [Float] { [0, 1.5, -2.25] }

  package func bind(to writer: any ParameterWriter, at parameter: Int) {
    writer.bind(Double(self), parameter)
  }

  package static func read(from row: any RowReader, at column: Int) -> Float {
    Float(row.double(column))
  }
}

extension CGFloat: StorableScalar {
  package static var attributeType: AttributeType { .double }
  package static var samples: [CGFloat] { [0, 1.5, -2.25] }

  package func bind(to writer: any ParameterWriter, at parameter: Int) {
    writer.bind(Double(self), parameter)
  }

  package static func read(from row: any RowReader, at column: Int) -> CGFloat {
    CGFloat(row.double(column))
  }
}

extension Date: StorableScalar {
  package static var attributeType: AttributeType { .date }
  package static var samples: [Date] {
    [0, 1.5, -86_400].map(Date.init(timeIntervalSinceReferenceDate:))
  }

  package func bind(to writer: any ParameterWriter, at parameter: Int) {
    writer.bind(timeIntervalSinceReferenceDate, parameter)
  }

  package static func read(from row: any RowReader, at column: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: row.double(column))
  }
}

extension Decimal: StorableScalar {
  package static var attributeType: AttributeType { .decimal }
  package static var samples: [Decimal] {
    [0, 1, Decimal(sign: .minus, exponent: -2, significand: 125)]
  }

  /// Marks text that the column's numeric affinity must not turn into a binary fraction.
  private static let textPrefix = "="

  package func bind(to writer: any ParameterWriter, at parameter: Int) {
    let integer = Int64(description)
    if let integer, Decimal(integer) == self {
      writer.bind(integer, parameter)
    } else {
      writer.bind(Self.textPrefix + description, parameter)
    }
  }

  package static func read(from row: any RowReader, at column: Int) throws -> Decimal {
    switch row.value(column) {
    case .integer(let integer): return Decimal(integer)
    case .real(let real): return Decimal(string: real.description, locale: nil) ?? .nan
    case .text(let text): return try decimal(fromText: text, column: column)
    case .null, .blob:
      throw CodableStorageError(
        kind: .unreadableValue, type: Decimal.self, propertyName: "column \(column)",
        reason: "it is neither a number nor text.")
    }
  }

  private static func decimal(fromText text: String, column: Int) throws -> Decimal {
    let digits = text.hasPrefix(textPrefix) ? String(text.dropFirst(textPrefix.count)) : text
    if digits == "NaN" { return .nan }
    guard let decimal = Decimal(string: digits, locale: nil) else {
      throw CodableStorageError(
        kind: .unreadableValue, type: Decimal.self, propertyName: "column \(column)",
        reason: "its text is not a number.")
    }
    return decimal
  }
}
