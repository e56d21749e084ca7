import Foundation
import Observation

/// A fetch result that is kept up to date, also outside of SwiftUI.
///
/// ```swift
/// let trips = try ResultsObserver<Trip, Never>(
///   filterBy: #Predicate { !$0.isOver }, sortBy: [SortDescriptor(\.start)],
///   modelContext: context)
/// withObservationTracking {
///   show(trips.results)
/// } onChange: {
///   // `results` is about to change.
/// }
/// ```
///
/// ``results`` is always what `fetch` would return now, including unsaved changes of its context.
/// Observers are notified after changes in its context, saves of the container's other contexts,
/// and commits of other processes, which are detected within milliseconds, at the latest within a
/// second. They are notified on the actor on which the observer was created. An observer that was
/// created on no actor notifies on the thread of the change, and computes the result on request.
///
/// A changed model is tested against the predicate in memory and moved to its position; only rows
/// that others have changed are read, by key. Everything is fetched again if that is not enough:
/// with `fetchLimit` or `fetchOffset`, without pending changes, if the predicate or the order
/// follows relationships or cannot be expressed in SQL, on custom stores, and after changes to a
/// quarter of the models.
///
/// The observer may be released on any thread, which ends the observation.
public final class ResultsObserver<Element, SectionTitle>: Observable
where Element: PersistentModel, SectionTitle: Hashable {
  /// The context of the models in the results.
  public final let modelContext: ModelContext
  /// The key path by which the results are sectioned; nil for none.
  public final let sectionBy: PartialKeyPath<Element>?

  private let observed: ObservedResults<Element>
  private let title: ((Element) -> SectionTitle)?
  private let sectionOrder: SortDescriptor<Element>?
  private let registrar = ObservationRegistrar()
  private var knownSections: SectionedResults<Element, SectionTitle>?
  private var knownResults: FetchResultsCollection<Element>?
  private var wanted: FetchDescriptor<Element>

  /// - Parameters:
  ///   - descriptor: What to fetch.
  ///   - section: The key path to section by, the title of a model, and the order of sections.
  ///   - context: The context to fetch in.
  ///   - actor: The actor that the observer belongs to.
  /// - Throws: Errors of `fetch(_:)`.
  init(
    _ descriptor: FetchDescriptor<Element>,
    _ section: (
      keyPath: PartialKeyPath<Element>, title: (Element) -> SectionTitle,
      order: SortDescriptor<Element>
    )?, _ context: ModelContext, _ actor: (any Actor)?
  ) throws {
    modelContext = context
    sectionBy = section?.keyPath
    title = section?.title
    sectionOrder = section?.order
    wanted = descriptor
    wanted.sortBy = Self.completed(descriptor.sortBy, sectionOrder, context)
    observed = try ObservedResults(Self.fetched(wanted), in: context, on: actor)
    observed.changesHaveCome = { [weak self] in self?.refresh() }
    observed.changesAreAnnounced = { [weak self] in self?.announce() }
  }

  /// The fetch, whose order has that of the sections first, then the requested one, and the
  /// identifier last, so that no two models are equal.
  public final var fetchDescriptor: FetchDescriptor<Element> {
    registrar.access(self, keyPath: \.fetchDescriptor)
    return wanted
  }

  /// The predicate that the models match; nil for all.
  ///
  /// Setting it fetches at once; if that fails, ``fetchError`` has the error.
  public final var filterBy: Predicate<Element>? {
    get {
      registrar.access(self, keyPath: \.filterBy)
      return wanted.predicate
    }
    set {
      registrar.withMutation(of: self, keyPath: \.filterBy) { wanted.predicate = newValue }
      fetchAgain()
    }
  }

  /// The order of the results: that of the sections first, and the identifier last.
  ///
  /// Setting it fetches at once; if that fails, ``fetchError`` has the error. The order of the
  /// sections and the identifier are added if they are missing.
  public final var sortBy: [SortDescriptor<Element>] {
    get {
      registrar.access(self, keyPath: \.sortBy)
      return wanted.sortBy
    }
    set {
      registrar.withMutation(of: self, keyPath: \.sortBy) {
        wanted.sortBy = Self.completed(newValue, sectionOrder, modelContext)
      }
      fetchAgain()
    }
  }

  /// The models, up to date.
  public final var results: FetchResultsCollection<Element> {
    refresh()
    registrar.access(self, keyPath: \.results)
    if let knownResults { return knownResults }
    let made = FetchResultsCollection(loaded: observed.models)
    knownResults = made
    return made
  }

  /// The models in sections, which are ordered by their first models; nil without ``sectionBy``.
  ///
  /// A nil title becomes the empty string.
  public final var sections: SectionedResults<Element, SectionTitle>? {
    guard let title else { return nil }
    refresh()
    registrar.access(self, keyPath: \.sections)
    if let knownSections { return knownSections }
    let made = SectionedResults(observed.models, by: title)
    knownSections = made
    return made
  }

  /// The error because of which the results could not be updated and are unchanged; nil if they are
  /// up to date.
  ///
  /// > Note: SwiftData has no such property.
  public final var fetchError: (any Error)? {
    refresh()
    registrar.access(self, keyPath: \.fetchError)
    return observed.failure
  }

  /// Applies changes to the results, and notifies observers.
  private func refresh() {
    guard observed.needsUpdate else { return }
    let failedBefore = observed.failure != nil
    guard observed.update() else { return }
    change(alsoError: failedBefore || observed.failure != nil) {}
  }

  private func fetchAgain() {
    let failedBefore = observed.failure != nil
    observed.fetchOrFail(Self.fetched(wanted))
    change(alsoError: failedBefore || observed.failure != nil) {}
    registrar.withMutation(of: self, keyPath: \.fetchDescriptor) {}
  }

  /// Notifies observers that the results have changed.
  private func change(alsoError: Bool, _ body: () -> Void) {
    registrar.withMutation(of: self, keyPath: \.results) { knownResults = nil }
    if title != nil {
      registrar.withMutation(of: self, keyPath: \.sections) { knownSections = nil }
    }
    if alsoError { registrar.withMutation(of: self, keyPath: \.fetchError) {} }
  }

  /// Notifies observers that the results will have changed when they are next read.
  private func announce() {
    registrar.willSet(self, keyPath: \.results)
    if title != nil { registrar.willSet(self, keyPath: \.sections) }
  }

  /// An order, preceded by that of the sections and followed by the identifier.
  private static func completed(
    _ order: [SortDescriptor<Element>], _ section: SortDescriptor<Element>?,
    _ context: ModelContext
  ) -> [SortDescriptor<Element>] {
    var order = order
    if let section, order.first?.keyPath != section.keyPath { order.insert(section, at: 0) }
    let binding = try? context.core.bindings.binding(for: Element.self)
    if !order.contains(where: { $0.keyPath.map { binding?.isIdentifier($0) ?? false } ?? false }) {
      order.append(SortDescriptor(\Element.persistentModelID))
    }
    return order
  }

  /// The descriptor without the identifier at the end: a fetch orders equal models by primary key
  /// anyway, with unsaved ones last.
  private static func fetched(_ wanted: FetchDescriptor<Element>) -> FetchDescriptor<Element> {
    var descriptor = wanted
    if let last = descriptor.sortBy.last, last.order == .forward,
      last == SortDescriptor(\Element.persistentModelID)
    {
      descriptor.sortBy.removeLast()
    }
    return descriptor
  }
}
