import Foundation

// The initializers, which differ in what they are given: a descriptor or its parts, by what to section, a
// context or a container.

extension ResultsObserver where SectionTitle == Never {
  /// Observes what a descriptor asks for, in a context.
  ///
  /// - Throws: What `fetch(_:)` throws.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, nil, modelContext, isolation)
  }

  /// Observes what a descriptor asks for, in a context of its own.
  ///
  /// - Throws: What `fetch(_:)` throws.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, nil, ModelContext(modelContainer), isolation)
  }

  /// Observes the models that meet a predicate, in a context.
  ///
  /// - Throws: What `fetch(_:)` throws.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil, modelContext, isolation)
  }

  /// Observes the models that meet a predicate, in a context of its own.
  ///
  /// - Throws: What `fetch(_:)` throws.
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
  /// Observes what a descriptor asks for in sections, in a context.
  ///
  /// - Throws: What `fetch(_:)` throws.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, Self.section(sectionBy), modelContext, isolation)
  }

  /// Observes what a descriptor asks for in sections, in a context of its own.
  ///
  /// - Throws: What `fetch(_:)` throws.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, Self.section(sectionBy), ModelContext(modelContainer), isolation)
  }

  /// Observes what a descriptor asks for in sections, in a context; nil as a title is the empty string.
  ///
  /// - Throws: What `fetch(_:)` throws.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, Self.section(sectionBy), modelContext, isolation)
  }

  /// Observes what a descriptor asks for in sections, in a context of its own; nil as a title is the empty
  /// string.
  ///
  /// - Throws: What `fetch(_:)` throws.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, Self.section(sectionBy), ModelContext(modelContainer), isolation)
  }

  /// Observes the models that meet a predicate in sections, in a context.
  ///
  /// - Throws: What `fetch(_:)` throws.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Self.section(sectionBy),
      modelContext, isolation)
  }

  /// Observes the models that meet a predicate in sections, in a context of its own.
  ///
  /// - Throws: What `fetch(_:)` throws.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Self.section(sectionBy),
      ModelContext(modelContainer), isolation)
  }

  /// Observes the models that meet a predicate in sections, in a context; nil as a title is the empty string.
  ///
  /// - Throws: What `fetch(_:)` throws.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Self.section(sectionBy),
      modelContext, isolation)
  }

  /// Observes the models that meet a predicate in sections, in a context of its own; nil as a title is the
  /// empty string.
  ///
  /// - Throws: What `fetch(_:)` throws.
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

  /// A key path as descriptors want it.
  private static func sendable<Value>(
    _ keyPath: KeyPath<Element, Value>
  ) -> any KeyPath<Element, Value> & Sendable {
    // `Sendable` is a word for the compiler that leaves nothing at run time; the key path of a property
    // captures nothing.
    unsafeBitCast(keyPath, to: (any KeyPath<Element, Value> & Sendable).self)
  }
}
