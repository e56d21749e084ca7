import CoreDataFormat
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

  package func bind(to writer: any ParameterWriter, at parameter: Int) {
    writer.bind(StoredValue.encode(self), parameter)
  }

  package static func read(from row: any RowReader, at column: Int) throws -> Decimal {
    guard let decimal = StoredValue.decodeDecimal(row.value(column)) else {
      throw CodableStorageError(
        kind: .unreadableValue, type: Decimal.self, propertyName: "column \(column)",
        reason: "it is not a decimal number.")
    }
    return decimal
  }
}
