import Foundation
import SQLCore
import TextSearch

extension SQLFunction {
  /// The number of characters.
  static let count = ofText("swift_count") { .integer(Int64($0.count)) }

  /// The first character; NULL for the empty string.
  static let first = ofText("swift_first") { text in
    text.first.map { .text(String($0)) } ?? .null
  }

  /// The last character; NULL for the empty string.
  static let last = ofText("swift_last") { text in
    text.last.map { .text(String($0)) } ?? .null
  }

  /// Whether the first string comes before the second one.
  static let less = test("swift_less") { $0 < $1 }

  /// Whether the characters of the second string occur contiguously in the first one.
  package static let contains = test("swift_contains") { text, part in
    if text.isPlain, part.isPlain { return text.utf8.containsBytes(of: part) }
    return text.containsCharacters(of: part)
  }

  /// Whether a folded substring that is too short for an index occurs in a text.
  static let containsFolded = test("swift_contains_folded") { text, part in
    TextFolding.contains(text, folded: part)
  }

  /// Whether the first string begins with the characters of the second one.
  static let startsWith = test("swift_starts_with") { text, prefix in
    text.starts(with: prefix)
  }
}

extension SQLFunction {
  package static let hasPrefix = test("swift_has_prefix") { $0.hasPrefix($1) }
  package static let hasSuffix = test("swift_has_suffix") { $0.hasSuffix($1) }
  static let lowercased = ofText("swift_lowercased") { .text($0.lowercased()) }
  static let uppercased = ofText("swift_uppercased") { .text($0.uppercased()) }

  static let compare = comparison("swift_compare") { $0.compare($1) }
  static let caseInsensitiveCompare = comparison("swift_compare_case_insensitive") {
    $0.caseInsensitiveCompare($1)
  }
  static let localizedCompare = comparison("swift_compare_localized") { $0.localizedCompare($1) }
  static let localizedStandardCompare = comparison("swift_compare_localized_standard") {
    $0.localizedStandardCompare($1)
  }
  static let localizedCaseInsensitiveCompare = comparison(
    "swift_compare_localized_case_insensitive"
  ) { $0.localizedCaseInsensitiveCompare($1) }

  static let localizedStandardContains = test("swift_contains_localized_standard") {
    $0.containsStandard($1)
  }
  package static let localizedCaseInsensitiveContains = test(
    "swift_contains_localized_case_insensitive"
  ) { $0.containsCaseInsensitive($1) }
}

extension String {
  /// Whether each byte is one character: ASCII without carriage returns, which may be part of CR
  /// LF.
  fileprivate var isPlain: Bool {
    utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\r") }
  }
}

extension Collection where Element: Equatable {
  /// Performs the same search as a predicate in memory, which is the search of collections instead
  /// of that of strings.
  fileprivate func containsCharacters<Other: Collection>(of other: Other) -> Bool
  where Other.Element == Element {
    contains(other)
  }
}

extension String.UTF8View {
  fileprivate func containsBytes(of part: String) -> Bool {
    let found: Bool? =
      withContiguousStorageIfAvailable { text in
        part.utf8.withContiguousStorageIfAvailable { text.contains($0) } ?? nil
      } ?? nil
    return found ?? containsCharacters(of: part.utf8)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether the bytes of `part` occur contiguously.
  fileprivate func contains(_ part: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard let first = part.first, let start = part.baseAddress else { return true }
    guard let base = baseAddress else { return false }
    var position = 0
    while count - position >= part.count {
      guard let found = memchr(base + position, Int32(first), count - position - part.count + 1)
      else { return false }
      if memcmp(found, start, part.count) == 0 { return true }
      position = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
    }
    return false
  }
}
