import Foundation
import TextSearch

extension ModelContext {
  /// The models whose texts match a search, best matches first.
  ///
  /// ``PersistentModel/matchesText(_:)`` describes the syntax of searches. One statement finds,
  /// ranks, filters and limits. The descriptor's order decides between models that match equally
  /// well.
  ///
  /// Unsaved changes count, unless the descriptor excludes them: deleted models are not found, and
  /// inserted or changed ones are evaluated in memory. These come first, in the descriptor's order
  /// and without a score.
  ///
  /// - Parameters:
  ///   - text: The search, as it was typed.
  ///   - descriptor: Which models to search, and how many of those found to return.
  ///   - weights: The weight of each text in which a term occurs, relative to the others; 1 by
  ///     default.
  /// - Returns: The models found.
  /// - Throws: `SwiftDataError.unsupportedModel` if the store has no ``TextIndex`` of the model;
  ///   `.unsupportedKeyPath` for a weight that is not finite, or of a property that is not in the
  ///   index; errors of `fetch(_:)`.
  public func search<T: PersistentModel>(
    _ text: String, in descriptor: FetchDescriptor<T> = FetchDescriptor(),
    weights: [PartialKeyPath<T>: Double] = [:]
  ) throws -> [TextSearchHit<T>] {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    let binding = try core.bindings.binding(for: T.self)
    guard let texts = binding.declaredSearch, texts.index != nil else {
      throw SwiftDataError.hasNoTextIndex(binding.name, path: binding.store.path)
    }
    let search = RankedSearch(
      query: TextQuery(text), weights: try Self.weights(weights, in: texts, binding))
    let found = try SearchRun(search, text, texts.tokenizer, descriptor, binding).hits(in: self)
    if !descriptor.relationshipKeyPathsForPrefetching.isEmpty {
      try prefetch(
        descriptor.relationshipKeyPathsForPrefetching, of: found.map(\.model), binding)
    }
    return found
  }

  /// The number of models that `search(_:in:)` would find.
  ///
  /// - Parameters:
  ///   - text: The search, as it was typed.
  ///   - descriptor: Which models to search.
  /// - Returns: The number.
  /// - Throws: As `fetchCount(_:)` does; if the store has no index, models are evaluated in memory.
  public func searchCount<T: PersistentModel>(
    _ text: String, in descriptor: FetchDescriptor<T> = FetchDescriptor()
  ) throws -> Int { try fetchCount(descriptor.searching(text)) }

  private static func weights<T: PersistentModel>(
    _ weights: [PartialKeyPath<T>: Double], in texts: ModelSearch, _ binding: EntityBinding
  ) throws -> [Double] {
    for (keyPath, weight) in weights where !texts.keyPaths.contains(keyPath) || !weight.isFinite {
      throw SwiftDataError.unsupportedKeyPath.explained(
        weight.isFinite
          ? "The property cannot have a weight: the text index does not contain it."
          : "The weight \(weight) is not a finite number.",
        entity: binding.name, property: binding.title(of: keyPath),
        advice: "Use finite weights, and only for properties of the text index.")
    }
    return texts.keyPaths.map { keyPath in
      weights.first { $0.key == keyPath }?.value ?? 1
    }
  }
}

extension FetchDescriptor {
  /// The descriptor, further limited to models that match a search.
  func searching(_ text: String) -> FetchDescriptor {
    var result = self
    if let predicate {
      result.predicate = #Predicate { predicate.evaluate($0) && $0.matchesText(text) }
    } else {
      result.predicate = #Predicate { $0.matchesText(text) }
    }
    return result
  }
}

/// One search in a context.
private struct SearchRun<T: PersistentModel> {
  private let search: RankedSearch
  private let text: String
  private let tokenizer: TextTokenizer
  private let descriptor: FetchDescriptor<T>
  private let binding: EntityBinding

  init(
    _ search: RankedSearch, _ text: String, _ tokenizer: TextTokenizer,
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding
  ) {
    self.search = search
    self.text = text
    self.tokenizer = tokenizer
    self.descriptor = descriptor
    self.binding = binding
  }

  func hits(in context: ModelContext) throws -> [TextSearchHit<T>] {
    let plan = try context.plan(descriptor, binding)
    if descriptor.includePendingChanges, context.hasPendingChanges(mapIndex: binding.mapIndex) {
      return plan.range.of(try pendingAndStored(plan, in: context))
    }
    if plan.isExact { return try stored(plan, plan.range, in: context) }
    if !descriptor.includePendingChanges, !context.changes.isEmpty {
      return try asStored(plan, in: context)
    }
    return plan.range.of(try stored(plan, nil, in: context))
  }

  /// The models that the store finds, filtered and sorted in memory as far as SQL cannot.
  private func stored(
    _ plan: FetchPlan, _ range: FetchRange?, in context: ModelContext
  ) throws -> [TextSearchHit<T>] {
    guard let searches = try context.session(binding.store).searches else {
      throw SwiftDataError.hasNoTextIndex(binding.name, path: binding.store.path)
    }
    let (models, scores) = try searches.search(
      search, plan, range: range, into: context.registry)
    var hits = zip(models, scores).map { hit(unsafeDowncast($0, to: T.self), $1) }
    if let predicate = descriptor.predicate, !plan.conditionIsExact {
      hits = try hits.filter { try plan.isFulfilled(predicate, by: $0.model) }
    }
    if !plan.orderIsExact {
      hits.sort { left, right in
        if left.score != right.score { return (left.score ?? 0) > (right.score ?? 0) }
        return descriptor.sortBy.compare(left.model, right.model) == .orderedAscending
      }
    }
    return hits
  }

  private func pendingAndStored(
    _ plan: FetchPlan, in context: ModelContext
  ) throws -> [TextSearchHit<T>] {
    let taken = try context.pendingCascades(mapIndex: binding.mapIndex)
    let spared = context.changes.storedCount + taken.count
    let range = plan.isExact ? plan.range?.spared(spared) : nil
    let stored = try stored(plan, range, in: context)
      .filter { context.isAsStored($0.model, without: taken) }
    let predicate = descriptor.searching(text).predicate
    let pending = try context.pendingModels(T.self, without: taken).filter { model in
      try predicate.map { try plan.isFulfilled($0, by: model) } ?? true
    }
    return pending.sorted(using: descriptor.sortBy).map { hit($0, nil) } + stored
  }

  /// The models found without unsaved changes, if instances have other values than the store.
  private func asStored(_ plan: FetchPlan, in context: ModelContext) throws -> [TextSearchHit<T>] {
    let other = ModelContext(context.container)
    let found = plan.range.of(
      try stored(other.plan(descriptor, binding), nil, in: other))
    let keys = found.map(\.model.persistentModelID.key)
    let scores = Dictionary(zip(keys, found.map(\.score)), uniquingKeysWith: { first, _ in first })
    return try context.load(keys[...], binding, plan).map { object in
      let model = unsafeDowncast(object, to: T.self)
      return hit(model, scores[model.persistentModelID.key] ?? nil)
    }
  }

  private func hit(_ model: T, _ score: Double?) -> TextSearchHit<T> {
    TextSearchHit(model: model, score: score, query: search.query, tokenizer: tokenizer)
  }
}
