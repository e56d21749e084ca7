import Foundation

/// An order of strings that SQL gets from Swift.
package struct SQLCollation: Sendable {
  package let name: String
  package let compare: @Sendable (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int32

  /// Every collation that translations use.
  package static let all: [SQLCollation] = [.swift, .lexical]

  /// The order of `String`: canonically equivalent strings are equal.
  static let swift = SQLCollation(name: "swift") { left, right in
    if let order = orderOfBytes(left, right) { return order }
    let (left, right) = (
      String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self)
    )
    return left < right ? -1 : left == right ? 0 : 1
  }

  /// The order of `String.StandardComparator.lexical`.
  static let lexical = SQLCollation(name: "swift_lexical") { left, right in
    let (left, right) = (
      String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self)
    )
    return Int32(String.StandardComparator.lexical.compare(left, right).rawValue)
  }

  /// The collation that agrees with a descriptor's comparator; nil for one that is not known.
  init?(_ comparator: String.StandardComparator?) {
    switch comparator {
    case nil: self = .swift
    case .lexical: self = .lexical
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

  /// The order of two texts by their bytes; nil where that may not be their order as strings.
  ///
  /// Characters below U+0300 are in normal form whatever stands around them, and normal forms
  /// compare as their UTF-8 does.
  private static func orderOfBytes(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Int32? {
    guard isNormal(left), isNormal(right) else { return nil }
    let count = min(left.count, right.count)
    if count > 0, let first = left.baseAddress, let second = right.baseAddress {
      let order = memcmp(first, second, count)
      if order != 0 { return order }
    }
    return left.count < right.count ? -1 : left.count == right.count ? 0 : 1
  }

  private static func isNormal(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.allSatisfy { $0 < 0xCC }
  }
}
