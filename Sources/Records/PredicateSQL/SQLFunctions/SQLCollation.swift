import Foundation
import SQLCore

/// A collation for SQL that is implemented in Swift.
package struct SQLCollation: Sendable {
  package let name: String
  package let compare: @Sendable (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int32

  /// Every collation that translations use.
  package static let all: [SQLCollation] = [
    .swift, .lexical, .localized, .localizedStandard,
  ]

  /// The SQL clause that selects the collation for an expression.
  package var clause: SQLFragment { .collation(name) }

  /// The order of `String`, by normal forms, so that canonically equivalent strings are equal.
  ///
  /// A collation must be consistent. `String`'s own operator is not, if the normal form of one
  /// string is a prefix of the other's and their bytes are not.
  static let swift = SQLCollation(name: "swift") { left, right in
    if NormalForm.isCertain(left), NormalForm.isCertain(right) { return order(left, right) }
    var (left, right) = (normal(left), normal(right))
    return left.withUTF8 { left in
      right.withUTF8 { order(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer($0)) }
    }
  }

  /// The order of `String.StandardComparator.lexical`.
  static let lexical = SQLCollation(name: "swift_lexical") { left, right in
    let (left, right) = (
      String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self)
    )
    return Int32(String.StandardComparator.lexical.compare(left, right).rawValue)
  }

  /// The order of `localizedCompare(_:)` in the current locale.
  static let localized = SQLCollation(name: "swift_localized") { left, right in
    let (left, right) = (
      String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self)
    )
    return Int32(left.localizedCompare(right).rawValue)
  }

  /// The order of `localizedStandardCompare(_:)` in the current locale.
  static let localizedStandard = SQLCollation(name: "swift_localized_standard") { left, right in
    let (left, right) = (
      String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self)
    )
    return Int32(left.localizedStandardCompare(right).rawValue)
  }

  /// Creates the collation that agrees with a descriptor's comparator; nil for an unknown
  /// comparator.
  init?(_ comparator: String.StandardComparator?) {
    switch comparator {
    case nil: self = .swift
    case .lexical: self = .lexical
    #if canImport(Darwin)
      case .localized: self = .localized
      case .localizedStandard: self = .localizedStandard
    #endif
    default: return nil
    }
  }

  private init(
    name: String,
    compare: @escaping @Sendable (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int32
  ) {
    self.name = name
    self.compare = compare
  }

  private static func normal(_ text: UnsafeRawBufferPointer) -> String {
    String(decoding: text, as: UTF8.self).normalized
  }

  private static func order(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Int32 {
    let count = min(left.count, right.count)
    if count > 0, let first = left.baseAddress, let second = right.baseAddress {
      let order = memcmp(first, second, count)
      if order != 0 { return order }
    }
    return left.count < right.count ? -1 : left.count == right.count ? 0 : 1
  }
}

extension SQLFragment {
  /// Returns a text with the clause to sort it in a collation; a database without the client's
  /// collations supports only that of `String`.
  static func compared(_ text: SQLFragment, by order: SQLCollation) -> SQLFragment {
    order.name == SQLCollation.swift.name ? .inSwiftOrder(text) : "\(text) \(order.clause)"
  }
}
