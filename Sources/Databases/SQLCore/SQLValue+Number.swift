import Foundation

extension SQLValue {
  /// A floating-point number in the form that drivers bind: NaN is stored as its 8 bytes,
  /// big-endian.
  package static func number(_ value: Double) -> SQLValue {
    guard value.isNaN else { return .real(value) }
    return .blob(withUnsafeBytes(of: value.bitPattern.bigEndian) { Data($0) })
  }

  /// The number in a column of floating-point numbers; nil for NULL.
  package var number: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    case .date(let date): date.timeIntervalSinceReferenceDate
    case .blob: .nan
    case .null, .text, .bool, .uuid, .decimal: nil
    }
  }

  /// Whether the value represents NaN in a column of floating-point numbers.
  package var isNaN: Bool {
    switch self {
    case .blob: true
    case .date(let date): date.timeIntervalSinceReferenceDate.isNaN
    default: false
    }
  }
}
