import Foundation

extension ModelContext {
  /// Fetches chosen attributes of the models that match `descriptor`, without creating the models.
  ///
  /// ```sql
  /// SELECT ZTITLE, ZSTART FROM ZTRIP WHERE … ORDER BY … LIMIT …
  /// ```
  ///
  /// Executes one statement, which reads only the columns of these attributes. Models are fetched
  /// instead if SQL cannot express the predicate or the order, or if the context has unsaved
  /// changes of the entity and the descriptor includes them. They are also fetched if a key path
  /// refers to a computed property, into a value, or to an attribute with external storage. The
  /// result is the same.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - descriptor: The models, their order, and the limit; its `propertiesToFetch` has no effect.
  ///   - first: The first attribute; `\.persistentModelID` is also allowed.
  ///   - second: The second attribute.
  ///   - rest: More attributes.
  /// - Returns: One tuple for each model.
  /// - Throws: The errors of `fetch(_:)`.
  public func fetch<T: PersistentModel, First, Second, each Rest>(
    _ descriptor: FetchDescriptor<T>, selecting first: KeyPath<T, First>,
    _ second: KeyPath<T, Second>, _ rest: repeat KeyPath<T, each Rest>
  ) throws -> [(First, Second, repeat each Rest)] {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let query = try setQuery(descriptor)
    let list = AttributeList<T>(query.binding, in: core.bindings)
    let (one, two, more) = try (list.add(first), list.add(second), (repeat list.add(each rest)))
    return try elements(of: query, list) { row in
      (try one.value(in: row), try two.value(in: row), repeat try (each more).value(in: row))
    } model: { model in
      (one.value(of: model), two.value(of: model), repeat (each more).value(of: model))
    }
  }

  /// Fetches the values of one attribute of the models that match `descriptor`, without creating
  /// the models.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - descriptor: The models, their order, and the limit.
  ///   - attribute: The attribute.
  /// - Returns: One value for each model.
  /// - Throws: The errors of `fetch(_:)`.
  public func fetch<T: PersistentModel, Value>(
    _ descriptor: FetchDescriptor<T>, selecting attribute: KeyPath<T, Value>
  ) throws -> [Value] {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let query = try setQuery(descriptor)
    let list = AttributeList<T>(query.binding, in: core.bindings)
    let listed = try list.add(attribute)
    return try elements(of: query, list, row: listed.value(in:), model: listed.value(of:))
  }

  /// Fetches chosen attributes of the models that match `descriptor`, and transforms them, without
  /// creating the models.
  ///
  /// `transform` may be an initializer: `selecting: \.title, \.start, as: Summary.init`.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - descriptor: The models, their order, and the limit.
  ///   - first: The first attribute.
  ///   - rest: More attributes.
  ///   - transform: Creates an element of the result from the attributes of one model. It must not
  ///     use the context.
  /// - Returns: One element for each model.
  /// - Throws: The errors of `transform` and `fetch(_:)`.
  public func fetch<T: PersistentModel, First, each Rest, Output>(
    _ descriptor: FetchDescriptor<T>, selecting first: KeyPath<T, First>,
    _ rest: repeat KeyPath<T, each Rest>, as transform: (First, repeat each Rest) throws -> Output
  ) throws -> [Output] {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let query = try setQuery(descriptor)
    let list = AttributeList<T>(query.binding, in: core.bindings)
    let (one, more) = try (list.add(first), (repeat list.add(each rest)))
    return try elements(of: query, list) { row in
      try transform(one.value(in: row), repeat (each more).value(in: row))
    } model: { model in
      try transform(one.value(of: model), repeat (each more).value(of: model))
    }
  }
}
