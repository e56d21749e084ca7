import Foundation

@testable import OpenSwiftData

extension RandomValues {
  /// A random predicate of the given depth.
  mutating func predicate(depth: Int) -> Predicate<Row> {
    let (seed, texts) = (generator.next(), texts)
    return Predicate<Row> { row in
      var generator = PredicateGenerator(random: RandomValues(seed: seed, texts), row: row)
      return generator.condition(depth)
    }
  }

  /// One to three sort descriptors.
  ///
  /// By default, floating-point numbers and strings are excluded: NaN and some strings have no
  /// consistent order in memory.
  mutating func sorting(numbers: Bool, strings: Bool) -> [SortDescriptor<Row>] {
    (0..<1 + below(3)).map { _ in
      let isReversed = bool()
      var choice = Self.descriptors[isReversed ? 1 : 0]
      if numbers { choice += Self.descriptorsOfFloatingPoint[isReversed ? 1 : 0] }
      if strings { choice += Self.descriptorsOfStrings[isReversed ? 1 : 0] }
      return one(of: choice)
    }
  }

  /// The descriptors that `make` returns for ascending and for descending order.
  private static func both(
    _ make: (SortOrder) -> [SortDescriptor<Row>]
  ) -> [[SortDescriptor<Row>]] { [make(.forward), make(.reverse)] }

  private static let descriptors = both { order in
    [
      SortDescriptor(\.int, order: order), SortDescriptor(\.optionalInt, order: order),
      SortDescriptor(\.tiny, order: order), SortDescriptor(\.unsigned, order: order),
      SortDescriptor(\.optionalUnsigned, order: order),
      SortDescriptor(\.date, order: order), SortDescriptor(\.optionalDate, order: order),
      SortDescriptor(\.decimal, order: order), SortDescriptor(\.optionalDecimal, order: order),
      SortDescriptor(\.uuid, order: order), SortDescriptor(\.optionalUUID, order: order),
      SortDescriptor(\.status, order: order), SortDescriptor(\.optionalStatus, order: order),
      SortDescriptor(\.address.zip, order: order), SortDescriptor(\.tags.count, order: order),
    ]
  }

  private static let descriptorsOfFloatingPoint = both { order in
    [
      SortDescriptor(\.double, order: order), SortDescriptor(\.optionalDouble, order: order),
      SortDescriptor(\.float, order: order),
    ]
  }

  private static let descriptorsOfStrings = both { order in
    [
      SortDescriptor(\.name, order: order), SortDescriptor(\.optionalName, order: order),
      SortDescriptor(\.name, comparator: .lexical, order: order),
      SortDescriptor(\.optionalName, comparator: .lexical, order: order),
      SortDescriptor(\.address.city, order: order),
    ]
  }

  /// Randomly sets limit and offset, within a result of about `count` models and beyond.
  mutating func restrict(_ descriptor: inout FetchDescriptor<Row>, count: Int) {
    if bool() { descriptor.fetchLimit = 1 + below(count + 5) }
    if below(3) == 0 { descriptor.fetchOffset = below(count + 5) }
  }
}

extension FetchDescriptor {
  /// The result of the fetch, computed in memory.
  func answer(from models: [T]) throws -> [T] {
    var found = models
    if let predicate { found = try models.filter { try predicate.holds($0) } }
    if !sortBy.isEmpty { found.sort(using: sortBy) }
    return Array(found.dropFirst(fetchOffset ?? 0).prefix(fetchLimit ?? .max))
  }

  var summary: String {
    """
    sorted by \(sortBy), limit \(fetchLimit ?? -1), offset \(fetchOffset ?? 0), \
    \(includePendingChanges ? "with" : "without") pending changes, where
    \(predicate.map { "\($0.expression)" } ?? "all")
    """
  }
}
