import Foundation
import SQLCore

extension ModelContext {
  /// Computes aggregates over groups of models that have the same values for some attributes.
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
  /// Groups are in ascending order of their values, nil first. Executes one statement and creates
  /// no models, with the exceptions of ``aggregate(_:_:_:)``.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - descriptor: The models; a limit or an offset applies to models, not to groups.
  ///   - key: The attribute to group by.
  ///   - keys: More attributes to group by.
  ///   - first: The first aggregate.
  ///   - rest: More aggregates.
  /// - Returns: For each group, the values that its models share, and the results.
  /// - Throws: `SwiftDataError.unsupportedKeyPath` for an attribute whose stored values cannot be
  ///   compared, such as a collection, and the errors of ``aggregate(_:_:_:)``.
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

  /// Fetches the distinct combinations of values of attributes among the models that match
  /// `descriptor`.
  ///
  /// They are in ascending order, nil first. Executes one statement and creates no models, with the
  /// exceptions of ``aggregate(_:_:_:)``.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - descriptor: The models; a limit or an offset applies to models, not to values.
  ///   - first: The first attribute.
  ///   - second: The second attribute.
  ///   - rest: More attributes.
  /// - Returns: One tuple for each combination.
  /// - Throws: The errors of ``aggregate(_:groupedBy:_:computing:_:)``.
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

  /// Fetches the distinct values of an attribute among the models that match `descriptor`.
  ///
  /// They are in ascending order, nil first. Executes one statement and creates no models, with the
  /// exceptions of ``aggregate(_:_:_:)``.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - descriptor: The models; a limit or an offset applies to models, not to values.
  ///   - attribute: The attribute.
  /// - Returns: The distinct values.
  /// - Throws: The errors of ``aggregate(_:groupedBy:_:computing:_:)``.
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

  /// One element for each group of models of a query, in order.
  ///
  /// Elements are created from rows, or from models if rows are not sufficient.
  private func groups<Model, Group>(
    of query: SetQuery<Model>, _ grouping: Grouping<Model>, _ aggregates: AggregateList<Model>,
    row: (any RowReader) throws -> Group, models: ([Model]) throws -> Group
  ) throws -> [Group] {
    if grouping.isInRows, aggregates.isInRows, let rows = query.rows {
      let list = RowAggregates(
        terms: aggregates.terms, columns: aggregates.uses, groups: grouping.groupTerms,
        order: grouping.orderTerms)
      do {
        return try rows.read(list, of: query.plan) { try $0.elements(row) }
      } catch is AnsweredByModels {}
    }
    return try withModels(of: query) { try grouping.groups(of: $0).map(models) }
  }
}
