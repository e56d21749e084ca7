import Foundation
import SQLCore

/// A deterministic scalar SQL function that is implemented in Swift.
///
/// Every function returns NULL if an argument is NULL.
package struct SQLFunction: Sendable {
  package let name: String
  package let argumentCount: Int
  package let body: @Sendable ([SQLValue]) -> SQLValue

  /// Every function that translations use.
  package static let all: [SQLFunction] = [
    .less, .contains, .startsWith, .hasPrefix, .hasSuffix, .count, .first, .last, .lowercased,
    .uppercased, .compare, .caseInsensitiveCompare, .localizedCompare, .localizedStandardCompare,
    .localizedCaseInsensitiveCompare, .localizedStandardContains,
    .localizedCaseInsensitiveContains, .add, .subtract, .multiply, .divide, .negate, .magnitude,
    .float, .double, .blob, .decimal, .decimalKey, .containsFolded,
  ]

  package init(
    name: String, argumentCount: Int, body: @escaping @Sendable ([SQLValue]) -> SQLValue
  ) {
    self.name = name
    self.argumentCount = argumentCount
    self.body = body
  }

  /// Returns a call with SQL for the arguments.
  package func call(_ arguments: SQLFragment...) -> SQLFragment {
    "\(.function(name))(\(arguments.joined(separator: ", ")))"
  }

  /// Creates a function of a string.
  static func ofText(
    _ name: String, _ body: @escaping @Sendable (String) -> SQLValue
  ) -> SQLFunction {
    SQLFunction(name: name, argumentCount: 1) { arguments in
      guard case .text(let text) = arguments[0] else { return .null }
      return body(text)
    }
  }

  /// Creates a test of two strings.
  static func test(
    _ name: String, _ body: @escaping @Sendable (String, String) -> Bool
  ) -> SQLFunction {
    SQLFunction(name: name, argumentCount: 2) { arguments in
      guard case .text(let text) = arguments[0], case .text(let other) = arguments[1] else {
        return .null
      }
      return .bool(body(text, other))
    }
  }

  /// Creates a comparison of two strings.
  static func comparison(
    _ name: String, _ body: @escaping @Sendable (String, String) -> ComparisonResult
  ) -> SQLFunction {
    SQLFunction(name: name, argumentCount: 2) { arguments in
      guard case .text(let text) = arguments[0], case .text(let other) = arguments[1] else {
        return .null
      }
      return .integer(Int64(body(text, other).rawValue))
    }
  }

  /// Creates a function of two floating-point numbers.
  static func ofNumbers(
    _ name: String, _ body: @escaping @Sendable (Double, Double) -> Double
  ) -> SQLFunction {
    SQLFunction(name: name, argumentCount: 2) { arguments in
      guard let left = arguments[0].number, let right = arguments[1].number else { return .null }
      return .number(body(left, right))
    }
  }

  /// Creates a function of a floating-point number.
  static func ofNumber(
    _ name: String, _ body: @escaping @Sendable (Double) -> Double
  ) -> SQLFunction {
    SQLFunction(name: name, argumentCount: 1) { arguments in
      guard let number = arguments[0].number else { return .null }
      return .number(body(number))
    }
  }
}
