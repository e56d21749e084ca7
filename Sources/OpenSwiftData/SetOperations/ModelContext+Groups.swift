import Foundation
import SQLCore

extension ModelContext {
  /// Aggregates over groups of models that have the same values of some attributes.
  ///
  /// ```swift
  /// let perCity = try context.aggregate(
  ///   FetchDescriptor<Trip>(), groupedBy: \.city, computing: .count, .sum(\.days))
  /// for (city, (count, days)) in perCity { … }
  /// ```
  /// ```sql
  /// SELECT ZCITY, COUNT(*), SUM(ZDAYS) FROM ZTRIP GROUP BY ZCITY ORDER BY ZCITY
  /// ```
  ///
  /// Groups stand in ascending order of their values, nil first. Executes one statement and makes no
  /// models, with the exceptions of ``aggregate(_:_:_:)``.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - descriptor: Which models; a limit or an offset leaves out models, not groups.
  ///   - key: The attribute to group by.
  ///   - keys: More attributes to group by.
  ///   - first: The first aggregate.
  ///   - rest: More aggregates.
  /// - Returns: For each group the values that its models have in common, and the results.
  /// - Throws: `SwiftDataError.unsupportedKeyPath` for an attribute whose values cannot be told
  ///   apart by what is stored of them, such as collections, and as ``aggregate(_:_:_:)``.
  public func aggregate<T: PersistentModel, Key, each Keys, First, each Rest>(
    _ descriptor: FetchDescriptor<T>, groupedBy key: KeyPath<T, Key>,
    _ keys: repeat KeyPath<T, each Keys>, computing first: Aggregate<T, First>,
    _ rest: repeat Aggregate<T, each Rest>
  ) throws -> [(key: (Key, repeat each Keys), values: (First, repeat each Rest))] {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let query = try setQuery(descriptor)
    let grouping = Grouping<T>(query.binding, in: core.bindings)
    let (oneKey, moreKeys) = try (grouping.add(key), (repeat grouping.add(each keys)))
    let aggregates = AggregateList<T>(query.binding, after: grouping)
    let (one, more) = try (aggregates.add(first), (repeat aggregates.add(each rest)))
    return try groups(of: query, grouping, aggregates) { row in
      (
        key: (try oneKey.value(in: row), repeat try (each moreKeys).value(in: row)),
        values: (try one.value(in: row), repeat try (each more).value(in: row))
      )
    } models: { models in
      (
        key: (oneKey.value(of: models[0]), repeat (each moreKeys).value(of: models[0])),
        values: (try one.value(of: models), repeat try (each more).value(of: models))
      )
    }
  }

  /// The different combinations of values that attributes have among the models that `descriptor`
  /// asks for.
  ///
  /// They stand in ascending order, nil first. Executes one statement and makes no models, with the
  /// exceptions of ``aggregate(_:_:_:)``.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - descriptor: Which models; a limit or an offset leaves out models, not values.
  ///   - first: The first attribute.
  ///   - second: The second attribute.
  ///   - rest: More attributes.
  /// - Returns: One tuple for each combination.
  /// - Throws: As ``aggregate(_:groupedBy:_:computing:_:)``.
  public func fetch<T: PersistentModel, First, Second, each Rest>(
    _ descriptor: FetchDescriptor<T>, selectingDistinct first: KeyPath<T, First>,
    _ second: KeyPath<T, Second>, _ rest: repeat KeyPath<T, each Rest>
  ) throws -> [(First, Second, repeat each Rest)] {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let query = try setQuery(descriptor)
    let grouping = Grouping<T>(query.binding, in: core.bindings)
    let (one, two) = try (grouping.add(first), grouping.add(second))
    let more = (repeat try grouping.add(each rest))
    let aggregates = AggregateList<T>(query.binding, after: grouping)
    return try groups(of: query, grouping, aggregates) { row in
      (try one.value(in: row), try two.value(in: row), repeat try (each more).value(in: row))
    } models: { models in
      (one.value(of: models[0]), two.value(of: models[0]), repeat (each more).value(of: models[0]))
    }
  }

  /// The different values that an attribute has among the models that `descriptor` asks for.
  ///
  /// They stand in ascending order, nil first. Executes one statement and makes no models, with the
  /// exceptions of ``aggregate(_:_:_:)``.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - descriptor: Which models; a limit or an offset leaves out models, not values.
  ///   - attribute: The attribute.
  /// - Returns: Its values.
  /// - Throws: As ``aggregate(_:groupedBy:_:computing:_:)``.
  public func fetch<T: PersistentModel, Value>(
    _ descriptor: FetchDescriptor<T>, selectingDistinct attribute: KeyPath<T, Value>
  ) throws -> [Value] {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let query = try setQuery(descriptor)
    let grouping = Grouping<T>(query.binding, in: core.bindings)
    let listed = try grouping.add(attribute)
    let aggregates = AggregateList<T>(query.binding, after: grouping)
    return try groups(of: query, grouping, aggregates, row: listed.value(in:)) {
      listed.value(of: $0[0])
    }
  }

  /// One element for each group of models of a query, in order: made of its row, or of its models
  /// where rows cannot answer.
  private func groups<Model, Group>(
    of query: SetQuery<Model>, _ grouping: Grouping<Model>, _ aggregates: AggregateList<Model>,
    row: (any RowReader) throws -> Group, models: ([Model]) throws -> Group
  ) throws -> [Group] {
    if grouping.isInRows, aggregates.isInRows, let statement = query.statement {
      let list = aggregates.terms.joined(separator: ", ")
      let source = statement.source(of: aggregates.uses)
      let groups = grouping.groupTerms.joined(separator: ", ")
      let order = grouping.orderTerms.joined(separator: ", ")
      do {
        return try elements(
          of: "SELECT \(list)\(source) GROUP BY \(groups) ORDER BY \(order)", query.binding, row)
      } catch is AnsweredByModels {}
    }
    return try withModels(of: query) { try grouping.groups(of: $0).map(models) }
  }
}
