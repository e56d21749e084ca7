import Foundation
import Observation

/// The result of a fetch that follows what becomes of the models, outside of SwiftUI too.
///
/// ```swift
/// let trips = try ResultsObserver<Trip, Never>(
///   filterBy: #Predicate { !$0.isOver }, sortBy: [SortDescriptor(\.start)],
///   modelContext: context)
/// withObservationTracking {
///   show(trips.results)
/// } onChange: {
///   // `results` is about to become another one.
/// }
/// ```
///
/// ``results`` is always what `fetch` would return just now, unsaved changes of its context included;
/// observers are told after changes of its context, saves of other contexts of the container, and those of
/// other processes, which are noticed within milliseconds and at the latest within a second. They are told
/// on the actor that the observer was made on; one that was made on none is told on the thread of the
/// change, and works out the result when it is asked for it.
///
/// A model that was changed is tested against the predicate in memory and put into its place; only rows that
/// others have changed are read, by their keys. All is fetched again where that does not tell: with
/// `fetchLimit` or `fetchOffset`, without pending changes, where the predicate or the order reaches over
/// relationships or is more than SQL can say, on custom stores, and after changes of a quarter of the models.
///
/// It ends when nobody holds it, wherever that is.
public final class ResultsObserver<Element, SectionTitle>: Observable
where Element: PersistentModel, SectionTitle: Hashable {
  /// The context whose models the results are.
  public final let modelContext: ModelContext
  /// By what the results are put into sections; nil for none.
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
  ///   - section: By what to put it into sections, the title of a model, and the order of sections.
  ///   - context: The context to fetch in.
  ///   - actor: The actor that the observer belongs to.
  /// - Throws: What `fetch(_:)` throws.
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

  /// What is fetched: with the order of the sections before that which was asked for, and the identifier
  /// after it, so that there are no equals.
  public final var fetchDescriptor: FetchDescriptor<Element> {
    registrar.access(self, keyPath: \.fetchDescriptor)
    return wanted
  }

  /// Which models are wanted; nil for all.
  ///
  /// Setting it fetches at once; where that fails, ``fetchError`` says why.
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
  /// Setting it fetches at once; where that fails, ``fetchError`` says why. Both are added where they are
  /// missing.
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

  /// The models, as they are now.
  public final var results: FetchResultsCollection<Element> {
    refresh()
    registrar.access(self, keyPath: \.results)
    if let knownResults { return knownResults }
    let made = FetchResultsCollection(loaded: observed.models)
    knownResults = made
    return made
  }

  /// The models in sections, in the order of their first models; nil without ``sectionBy``.
  ///
  /// Nil as a title is the empty string.
  public final var sections: SectionedResults<Element, SectionTitle>? {
    guard let title else { return nil }
    refresh()
    registrar.access(self, keyPath: \.sections)
    if let knownSections { return knownSections }
    let made = SectionedResults(observed.models, by: title)
    knownSections = made
    return made
  }

  /// Why the results could not be brought up to date, and stay as they were; nil when they are.
  ///
  /// > Note: SwiftData has no such property.
  public final var fetchError: (any Error)? {
    refresh()
    registrar.access(self, keyPath: \.fetchError)
    return observed.failure
  }

  /// Works in what has changed, and tells observers.
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

  /// Tells observers that there is another result.
  private func change(alsoError: Bool, _ body: () -> Void) {
    registrar.withMutation(of: self, keyPath: \.results) { knownResults = nil }
    if title != nil {
      registrar.withMutation(of: self, keyPath: \.sections) { knownSections = nil }
    }
    if alsoError { registrar.withMutation(of: self, keyPath: \.fetchError) {} }
  }

  /// Tells observers that there will be another result when somebody asks.
  private func announce() {
    registrar.willSet(self, keyPath: \.results)
    if title != nil { registrar.willSet(self, keyPath: \.sections) }
  }

  /// An order with that of the sections before it and the identifier after it.
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

  /// The same without the identifier at the end: what is fetched comes by primary key anyway, those that
  /// have none yet at the end.
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
