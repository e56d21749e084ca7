import Foundation

// The initializers take a descriptor or its parts, a key path to section by or none, and a context
// or a container.

extension ResultsObserver where SectionTitle == Never {
  /// Observes the models that match a descriptor, in a context.
  ///
  /// - Throws: Errors of `fetch(_:)`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, nil, modelContext, isolation)
  }

  /// Observes the models that match a descriptor, in its own context.
  ///
  /// - Throws: Errors of `fetch(_:)`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, nil, ModelContext(modelContainer), isolation)
  }

  /// Observes the models that match a predicate, in a context.
  ///
  /// - Throws: Errors of `fetch(_:)`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil, modelContext, isolation)
  }

  /// Observes the models that match a predicate, in its own context.
  ///
  /// - Throws: Errors of `fetch(_:)`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil,
      ModelContext(modelContainer), isolation)
  }
}

extension ResultsObserver where SectionTitle == String {
  /// Observes the models that match a descriptor in sections, in a context.
  ///
  /// - Throws: Errors of `fetch(_:)`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, Self.section(sectionBy), modelContext, isolation)
  }

  /// Observes the models that match a descriptor in sections, in its own context.
  ///
  /// - Throws: Errors of `fetch(_:)`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, Self.section(sectionBy), ModelContext(modelContainer), isolation)
  }

  /// Observes the models that match a descriptor in sections, in a context; a nil title becomes the
  /// empty string.
  ///
  /// - Throws: Errors of `fetch(_:)`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, Self.section(sectionBy), modelContext, isolation)
  }

  /// Observes the models that match a descriptor in sections, in its own context; a nil title
  /// becomes the empty string.
  ///
  /// - Throws: Errors of `fetch(_:)`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, Self.section(sectionBy), ModelContext(modelContainer), isolation)
  }

  /// Observes the models that match a predicate in sections, in a context.
  ///
  /// - Throws: Errors of `fetch(_:)`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Self.section(sectionBy),
      modelContext, isolation)
  }

  /// Observes the models that match a predicate in sections, in its own context.
  ///
  /// - Throws: Errors of `fetch(_:)`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Self.section(sectionBy),
      ModelContext(modelContainer), isolation)
  }

  /// Observes the models that match a predicate in sections, in a context; a nil title becomes the
  /// empty string.
  ///
  /// - Throws: Errors of `fetch(_:)`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Self.section(sectionBy),
      modelContext, isolation)
  }

  /// Observes the models that match a predicate in sections, in its own context; a nil title
  /// becomes the empty string.
  ///
  /// - Throws: Errors of `fetch(_:)`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Self.section(sectionBy),
      ModelContext(modelContainer), isolation)
  }

  private typealias Section = (
    keyPath: PartialKeyPath<Element>, title: (Element) -> String, order: SortDescriptor<Element>
  )

  private static func section(_ keyPath: KeyPath<Element, String>) -> Section {
    (keyPath, { $0[keyPath: keyPath] }, SortDescriptor(sendable(keyPath)))
  }

  private static func section(_ keyPath: KeyPath<Element, String?>) -> Section {
    (keyPath, { $0[keyPath: keyPath] ?? "" }, SortDescriptor(sendable(keyPath)))
  }

  /// A key path with the type that sort descriptors require.
  private static func sendable<Value>(
    _ keyPath: KeyPath<Element, Value>
  ) -> any KeyPath<Element, Value> & Sendable {
    // `Sendable` is a marker for the compiler without a trace at run time; the key path of a
    // property captures nothing.
    unsafeBitCast(keyPath, to: (any KeyPath<Element, Value> & Sendable).self)
  }
}
