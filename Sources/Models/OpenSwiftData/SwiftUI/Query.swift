#if canImport(SwiftUI)
  // This file is not compiled where the project is tested, since SwiftUI is missing there. All that
  // it uses is.
  import Foundation
  import SwiftUI

  /// The result of a fetch in a view's context, which the view observes.
  @MainActor @propertyWrapper
  public struct Query<Element: PersistentModel, Result>: @preconcurrency DynamicProperty {
    /// The context of the view.
    @Environment(\.modelContext) public var modelContext
    @State private var storage = QueryStorage<Element>()
    private let descriptor: FetchDescriptor<Element>
    private let result: @MainActor (ResultsObserver<Element, Never>?) -> Result

    /// The models; the previous ones, or none, while they cannot be fetched.
    public var wrappedValue: Result { result(observer) }

    /// The reason why the models cannot be fetched; nil if they can.
    public var fetchError: (any Error)? { storage.failure ?? observer?.fetchError }

    private var observer: ResultsObserver<Element, Never>? {
      storage.observer(descriptor, modelContext)
    }
  }

  extension Query where Result == [Element] {
    /// Observes the models that match a descriptor.
    public init(_ descriptor: FetchDescriptor<Element>) {
      self.descriptor = descriptor
      result = { $0.map { Array($0.results) } ?? [] }
    }

    /// Observes the models that match a predicate, in an order.
    public init(filter: Predicate<Element>? = nil, sort: [SortDescriptor<Element>] = []) {
      self.init(FetchDescriptor(predicate: filter, sortBy: sort))
    }

    /// Observes the models that match a predicate, in the order of a property.
    public init<Value: Comparable>(
      filter: Predicate<Element>? = nil, sort keyPath: any KeyPath<Element, Value> & Sendable,
      order: SortOrder = .forward
    ) {
      self.init(filter: filter, sort: [SortDescriptor(keyPath, order: order)])
    }

    /// Observes the models that match a predicate, in the order of an optional property.
    public init<Value: Comparable>(
      filter: Predicate<Element>? = nil, sort keyPath: any KeyPath<Element, Value?> & Sendable,
      order: SortOrder = .forward
    ) {
      self.init(filter: filter, sort: [SortDescriptor(keyPath, order: order)])
    }
  }

  /// Retains the observer of a query as long as its view exists.
  @MainActor
  private final class QueryStorage<Element: PersistentModel> {
    private(set) var failure: (any Error)?
    private var known: ResultsObserver<Element, Never>?
    private var wanted: FetchDescriptor<Element>?

    /// The observer, created again if the view's context or descriptor has changed.
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
