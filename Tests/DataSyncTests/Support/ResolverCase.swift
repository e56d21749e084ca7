import DataSync
import Foundation
import Testing

/// Values that both sides set, and the expected result of a resolver.
struct ResolverCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The property, as its resolver and a test name it.
  let property: String
  /// Creates the resolver, of the property or of the whole model.
  let resolver: @Sendable (String?) -> SyncResolver
  let begin: @Sendable (SyncedTally) -> Void
  /// The edit of one side, and the later edit of the other.
  let edits: [@Sendable (SyncedTally) -> Void]
  let read: @Sendable (SyncedTally) -> String
  let expected: String

  init<Value: Sendable>(
    _ name: String, _ property: String,
    _ path: any ReferenceWritableKeyPath<SyncedTally, Value> & Sendable,
    _ begin: Value, _ first: Value, _ second: Value, _ expected: Value,
    _ resolver: @escaping @Sendable (String?) -> SyncResolver
  ) {
    func text(_ value: Value) -> String {
      if let list = value as? [String]? { return "\(list?.sorted() ?? ["nil"])" }
      return "\(value)"
    }
    testDescription = "\(name) of \(property): \(text(first)), \(text(second))"
    self.property = property
    self.resolver = resolver
    self.begin = { $0[keyPath: path] = begin }
    edits = [first, second].map { value in { $0[keyPath: path] = value } }
    read = { tally in
      let value = tally[keyPath: path]
      if let list = value as? [String]? { return "\(list?.sorted() ?? ["nil"])" }
      return "\(value)"
    }
    self.expected = text(expected)
  }

  private static let maximum: @Sendable (String?) -> SyncResolver = { .maximum("SyncedTally", $0) }
  private static let minimum: @Sendable (String?) -> SyncResolver = { .minimum("SyncedTally", $0) }
  private static let sum: @Sendable (String?) -> SyncResolver = { .sum("SyncedTally", $0) }
  private static let union: @Sendable (String?) -> SyncResolver = { .union("SyncedTally", $0) }
  private static let bothTexts: @Sendable (String?) -> SyncResolver = {
    .bothTexts("SyncedTally", $0, separator: " + ")
  }
  private static let days = [1.0, 2, 3].map { Date(timeIntervalSinceReferenceDate: $0 * 86_400) }

  /// Values of the types that resolvers support.
  static let usual = [
    ResolverCase("maximum", "number", \.number, 1, 7, 3, 7, maximum),
    ResolverCase("maximum", "real", \.real, 1, 0.5, 0.25, 0.5, maximum),
    ResolverCase("maximum", "price", \.price, 1, 0.3, 0.1, 0.3, maximum),
    ResolverCase("maximum", "text", \.text, "", "b", "a", "b", maximum),
    ResolverCase("maximum", "day", \.day, days[0], days[2], days[1], days[2], maximum),
    ResolverCase("maximum", "isDone", \.isDone, nil, true, false, true, maximum),
    ResolverCase("minimum", "number", \.number, 1, 3, 7, 3, minimum),
    ResolverCase("minimum", "day", \.day, days[0], days[1], days[2], days[1], minimum),
    ResolverCase("minimum", "isDone", \.isDone, nil, false, true, false, minimum),
    ResolverCase("sum", "number", \.number, 10, 13, 15, 18, sum),
    ResolverCase("sum", "number", \.number, 10, 11, 11, 12, sum),
    ResolverCase("sum", "number", \.number, nil, 2, 3, 5, sum),
    ResolverCase("sum", "small", \.small, 10, 5, 7, 2, sum),
    ResolverCase("sum", "real", \.real, 1, 1.5, 2, 2.5, sum),
    ResolverCase("sum", "price", \.price, 1, 1.1, 1.2, 1.3, sum),
    ResolverCase(
      "union", "tags", \.tags, ["a", "b"], ["a", "b", "c"], ["b", "d"], ["b", "c", "d"], union),
    ResolverCase("union", "tags", \.tags, nil, ["a"], ["b"], ["a", "b"], union),
    ResolverCase("both texts", "text", \.text, "", "one", "two", "one + two", bothTexts),
    ResolverCase("both texts", "text", \.text, "", "one", "one and two", "one and two", bothTexts),
  ]

  /// Nil on one side: the later value is used.
  static let withNil = [
    ResolverCase("maximum", "number", \.number, 1, nil, 3, 3, maximum),
    ResolverCase("maximum", "number", \.number, 1, 3, nil, nil, maximum),
    ResolverCase("minimum", "day", \.day, days[0], nil, days[1], days[1], minimum),
    ResolverCase("minimum", "day", \.day, days[0], days[1], nil, nil, minimum),
    ResolverCase("sum", "number", \.number, 1, nil, 3, 3, sum),
    ResolverCase("sum", "price", \.price, 1, 3, nil, nil, sum),
    ResolverCase("union", "tags", \.tags, ["a"], nil, ["b"], ["b"], union),
    ResolverCase("union", "tags", \.tags, ["a"], ["b"], nil, nil, union),
    ResolverCase("both texts", "text", \.text, "", nil, "two", "two", bothTexts),
    ResolverCase("both texts", "text", \.text, "", "one", nil, nil, bothTexts),
  ]

  /// Values of unsupported types, and values without a result: the later value is used.
  static let others = [
    ResolverCase("maximum", "tags", \.tags, [], ["b"], ["a"], ["a"], maximum),
    ResolverCase("minimum", "identifier", \.identifier, nil, UUID(), second, second, minimum),
    ResolverCase("maximum", "real", \.real, 0, .nan, 5, 5, maximum),
    ResolverCase("maximum", "real", \.real, 0, 5, .nan, .nan, maximum),
    ResolverCase("minimum", "text", \.text, "", "\u{E9}", "e\u{301}", "e\u{301}", minimum),
    ResolverCase("sum", "text", \.text, "", "one", "two", "two", sum),
    ResolverCase("sum", "isDone", \.isDone, nil, true, false, false, sum),
    ResolverCase("sum", "number", \.number, -1, .max, 5, 5, sum),
    ResolverCase("sum", "small", \.small, 0, 30_000, 20_000, 20_000, sum),
    ResolverCase("sum", "real", \.real, 0, .infinity, -.infinity, -.infinity, sum),
    ResolverCase("union", "number", \.number, 0, 1, 2, 2, union),
    ResolverCase("union", "text", \.text, "", "[1]", "[2]", "[2]", union),
    ResolverCase("both texts", "number", \.number, 0, 1, 2, 2, bothTexts),
    ResolverCase("both texts", "tags", \.tags, [], ["a"], ["b"], ["b"], bothTexts),
  ]

  private static let second = UUID()
}
