#if canImport(SwiftUI)
  // Not compiled where the project is tested: there is no SwiftUI. Everything that it stands on is.
  import Foundation
  import SwiftUI

  /// The result of a fetch in a view's context, which the view follows.
  @MainActor @propertyWrapper
  public struct Query<Element: PersistentModel, Result>: @preconcurrency DynamicProperty {
    /// The context of the view.
    @Environment(\.modelContext) public var modelContext
    @State private var storage = QueryStorage<Element>()
    private let descriptor: FetchDescriptor<Element>
    private let result: @MainActor (ResultsObserver<Element, Never>?) -> Result

    /// The models; those that were there before, or none, while they cannot be fetched.
    public var wrappedValue: Result { result(observer) }

    /// Why the models cannot be fetched; nil when they can.
    public var fetchError: (any Error)? { storage.failure ?? observer?.fetchError }

    private var observer: ResultsObserver<Element, Never>? {
      storage.observer(descriptor, modelContext)
    }
  }

  extension Query where Result == [Element] {
    /// Follows what a descriptor asks for.
    public init(_ descriptor: FetchDescriptor<Element>) {
      self.descriptor = descriptor
      result = { $0.map { Array($0.results) } ?? [] }
    }

    /// Follows the models that meet a predicate, in an order.
    public init(filter: Predicate<Element>? = nil, sort: [SortDescriptor<Element>] = []) {
      self.init(FetchDescriptor(predicate: filter, sortBy: sort))
    }

    /// Follows the models that meet a predicate, in the order of a property.
    public init<Value: Comparable>(
      filter: Predicate<Element>? = nil, sort keyPath: any KeyPath<Element, Value> & Sendable,
      order: SortOrder = .forward
    ) {
      self.init(filter: filter, sort: [SortDescriptor(keyPath, order: order)])
    }

    /// Follows the models that meet a predicate, in the order of a property that may be nil.
    public init<Value: Comparable>(
      filter: Predicate<Element>? = nil, sort keyPath: any KeyPath<Element, Value?> & Sendable,
      order: SortOrder = .forward
    ) {
      self.init(filter: filter, sort: [SortDescriptor(keyPath, order: order)])
    }
  }

  /// Keeps the observer of a query as long as its view is there.
  @MainActor
  private final class QueryStorage<Element: PersistentModel> {
    private(set) var failure: (any Error)?
    private var known: ResultsObserver<Element, Never>?
    private var wanted: FetchDescriptor<Element>?

    /// The observer, made anew when the view has another context or wants something else.
    func observer(
      _ descriptor: FetchDescriptor<Element>, _ context: ModelContext
    ) -> ResultsObserver<Element, Never>? {
      if let known, known.modelContext === context, wanted == descriptor { return known }
      wanted = descriptor
      do {
        known = try ResultsObserver(fetchDescriptor: descriptor, modelContext: context)
        failure = nil
      } catch {
        failure = error
      }
      return known
    }
  }
#endif
