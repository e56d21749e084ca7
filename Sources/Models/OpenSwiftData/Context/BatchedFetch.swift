/// A fetch whose models are read in batches.
final class BatchedFetch<Model: PersistentModel> {
  private let context: ModelContext
  private var rest: Rest

  private enum Rest {
    /// The keys of rows that are not read yet.
    case keys(ArraySlice<Int64>, FetchPlan)
    /// All models, because SQL alone cannot answer the fetch.
    case models(ArraySlice<Model>)
  }

  /// Finds the keys of the models.
  ///
  /// - Parameters:
  ///   - descriptor: The models.
  ///   - context: A context without changes.
  /// - Throws: Errors of `fetch(_:)`.
  init(_ descriptor: FetchDescriptor<Model>, in context: ModelContext) throws {
    self.context = context
    let plan = try context.plan(descriptor, context.binding(of: Model.self))
    rest =
      plan.isExact
      ? .keys(try context.session(plan.binding.store).rowKeys(plan)[...], plan)
      : .models(try context.fetch(descriptor)[...])
  }

  /// Reads at most `count` models; fewer if some were deleted meanwhile, and nil at the end.
  ///
  /// - Throws: Errors of the store.
  func next(_ count: Int) throws -> [Model]? {
    switch rest {
    case .keys(let keys, let plan):
      guard !keys.isEmpty else { return nil }
      rest = .keys(keys.dropFirst(count), plan)
      return try context.load(keys.prefix(count), plan.binding, plan).compactMap { $0 as? Model }
    case .models(let models):
      guard !models.isEmpty else { return nil }
      rest = .models(models.dropFirst(count))
      return Array(models.prefix(count))
    }
  }
}
