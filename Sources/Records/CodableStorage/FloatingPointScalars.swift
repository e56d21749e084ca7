import Foundation
import SQLCore

extension Double: StorableScalar {
  package static var samples: [Double] { [0, 1.5, -2.25] }
  // SQLite stores NULL for NaN, and so do Apple's frameworks, which use it.
  package static var valueOfNull: Double? { .nan }

  package static func read(from row: any RowReader, at column: Int) -> Double {
    row.doubleIfPresent(column) ?? .nan
  }
}

extension Float: StorableScalar {
  package static var samples: [Float] { [0, 1.5, -2.25] }
  package static var valueOfNull: Float? { .nan }

  package static func read(from row: any RowReader, at column: Int) -> Float {
    Float(row.doubleIfPresent(column) ?? .nan)
  }
}

extension CGFloat: StorableScalar {
  package static var samples: [CGFloat] { [0, 1.5, -2.25] }
  package static var valueOfNull: CGFloat? { .nan }

  package static func read(from row: any RowReader, at column: Int) -> CGFloat {
    CGFloat(row.doubleIfPresent(column) ?? .nan)
  }
}

extension Date: StorableScalar {
  package static var samples: [Date] {
    [0, 1.5, -86_400].map(Date.init(timeIntervalSinceReferenceDate:))
  }

  package static func read(from row: any RowReader, at column: Int) throws -> Date {
    if let date = row.dateIfPresent(column) { return date }
    guard row.isNull(column) else {
      throw CodableStorageError(
        kind: .unreadableValue, type: Date.self, propertyName: "column \(column)",
        reason: "it is not a date.")
    }
    return Date(timeIntervalSinceReferenceDate: 0)
  }
}

extension Decimal: StorableScalar {
  package static var samples: [Decimal] {
    [0, 1, Decimal(sign: .minus, exponent: -2, significand: 125)]
  }

  package static func read(from row: any RowReader, at column: Int) throws -> Decimal {
    guard let decimal = row.value(column).decimal else {
      throw CodableStorageError(
        kind: .unreadableValue, type: Decimal.self, propertyName: "column \(column)",
        reason: "it is not a decimal number.")
    }
    return decimal
  }
}
