import Foundation
import SQLCore

/// The values that the models of a group have in common, as stored in columns.
struct GroupKey: Hashable {
  let values: [SQLValue]

  // Text is compared by its bytes. `String` would make canonical equivalents equal, but that is for
  // the attribute's type to decide.

  static func == (left: GroupKey, right: GroupKey) -> Bool {
    left.values.count == right.values.count
      && zip(left.values, right.values).allSatisfy { $0.storageOrder($1) == .orderedSame }
  }

  func hash(into hasher: inout Hasher) {
    for value in values {
      switch value.stored {
      case .null: hasher.combine(0)
      case .integer(let integer): hasher.combine(Double(integer))
      case .real(let real): hasher.combine(real)
      case .text(let text): text.utf8.forEach { hasher.combine($0) }
      case .blob(let blob): hasher.combine(blob)
      case .bool, .date, .uuid, .decimal: break
      }
    }
  }
}

extension GroupKey: Comparable {
  static func < (left: GroupKey, right: GroupKey) -> Bool {
    for (value, other) in zip(left.values, right.values) {
      let order = value.storageOrder(other)
      if order != .orderedSame { return order == .orderedAscending }
    }
    return left.values.count < right.values.count
  }
}

extension SQLValue {
  private var storageClass: Int {
    switch self {
    case .null: 0
    case .integer, .real, .bool, .date, .decimal: 1
    case .text: 2
    case .blob, .uuid: 3
    }
  }

  /// The order in which SQLite sorts values without a collation.
  fileprivate func storageOrder(_ other: SQLValue) -> ComparisonResult {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): Self.order(left, right)
    case (.real(let left), .real(let right)): Self.order(left, right)
    case (.integer(let left), .real(let right)): Self.order(left, right)
    case (.real(let left), .integer(let right)): Self.order(right, left).reversed
    case (.text(let left), .text(let right)): Self.order(left.utf8, right.utf8)
    case (.blob(let left), .blob(let right)): Self.order(left, right)
    default: Self.order(storageClass, other.storageClass)
    }
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
    left < right ? .orderedAscending : right < left ? .orderedDescending : .orderedSame
  }

  private static func order(_ left: Int64, _ right: Double) -> ComparisonResult {
    // Converting the integer could round it to the other number.
    guard right < 0x1p63 else { return .orderedAscending }
    guard right >= -0x1p63 else { return .orderedDescending }
    let whole = right.rounded(.down)
    let order = order(left, Int64(whole))
    return order == .orderedSame && right > whole ? .orderedAscending : order
  }

  private static func order(
    _ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>
  ) -> ComparisonResult {
    if left.lexicographicallyPrecedes(right) { return .orderedAscending }
    return right.lexicographicallyPrecedes(left) ? .orderedDescending : .orderedSame
  }
}

extension ComparisonResult {
  fileprivate var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedSame: .orderedSame
    case .orderedDescending: .orderedAscending
    }
  }
}
