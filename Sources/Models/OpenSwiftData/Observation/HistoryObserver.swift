import Foundation
import Locks
import Observation

/// An object that counts what is saved to a container's stores, by any context or process.
///
/// ```swift
/// let observer = try HistoryObserver(observedModels: [Trip.self], modelContainer: container)
/// withObservationTracking {
///   _ = observer.eventCounter
/// } onChange: {
///   // Transactions after `observer.historyTokens` are in the history, or about to be reported.
/// }
/// ```
///
/// The counter is incremented on the actor on which the observer was created: when it is read, or
/// after the actor's current job. Without an actor, it is incremented on the thread that saved.
/// Commits of other processes are detected within milliseconds, at the latest within a second.
public final class HistoryObserver: Observable {
  /// The container whose stores are observed.
  public final let modelContainer: ModelContainer
  /// The models to observe: a transaction must concern one of them; empty for all.
  public final let observedModels: [any PersistentModel.Type]
  /// The authors to observe: one of them must have made a transaction; empty for all.
  public final let authors: Set<String>

  private let entities: Set<String>
  private let registrar = ObservationRegistrar()
  private let state: Mutex<State>
  private let inbox: Inbox

  private struct State {
    var count = 0
    var positions: [String: Int64] = [:]
  }

  /// Receives changes for an observer that it does not retain.
  private final class Inbox: ChangeReceiver {
    weak var observer: HistoryObserver?
    var changes: ChangeInbox?

    func receiveChanges() { takeChanges() }
    func announceChanges() { takeChanges() }

    func takeChanges() {
      guard let observer, let changes else { return }
      for change in changes.take() { observer.take(change) }
    }
  }

  /// Observes the stores of a container.
  ///
  /// - Parameters:
  ///   - historyTokens: The positions that were seen before, by the identifiers of the stores: what
  ///     follows them counts as one event at once. Nil to count what is saved from now on.
  ///   - observedModels: The models to observe: a transaction must concern one of them; empty for
  ///     all.
  ///   - authors: The authors to observe: one of them must have made a transaction; empty for all.
  ///   - modelContainer: The container.
  ///   - isolation: The actor on which the counter is incremented.
  /// - Throws: `SwiftDataError.unknownSchema` for a model that the container does not know, and
  ///   errors of reading the history.
  public convenience init(
    historyTokens: [String: any HistoryToken]? = nil,
    observedModels: [any PersistentModel.Type] = [], authors: Set<String> = [],
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(historyTokens, observedModels, authors, modelContainer, isolation)
  }

  private init(
    _ tokens: [String: any HistoryToken]?, _ models: [any PersistentModel.Type],
    _ authors: Set<String>, _ container: ModelContainer, _ actor: (any Actor)?
  ) throws {
    modelContainer = container
    observedModels = models
    self.authors = authors
    let bindings = container.core.bindings
    entities = Set(try models.map { try bindings.binding(for: $0).name })
    inbox = Inbox()
    state = Mutex(State())
    inbox.observer = self
    let changes = ChangeInbox(for: inbox, besides: nil, on: actor)
    inbox.changes = changes
    // What arrives between this and reading the history is reported twice rather than not at all.
    try container.core.feed.add(changes, container.core)
    var state = State()
    state.positions = try container.core.historyPositions()
    if let tokens {
      let known = tokens.compactMapValues { $0 as? DefaultHistoryToken }
      if try followers(of: known) { state.count = 1 }
    }
    let made = state
    self.state.withLock { $0 = made }
  }

  /// The number of observed events.
  ///
  /// It is incremented once for each save, and once for each transaction of another process. It
  /// starts at one if the history has observed transactions after the tokens that the observer was
  /// created with.
  public final var eventCounter: Int {
    inbox.takeChanges()
    registrar.access(self, keyPath: \.eventCounter)
    return state.withLock { $0.count }
  }

  /// The history tokens up to which events were counted, by the identifiers of the stores.
  public final var historyTokens: [String: any HistoryToken] {
    inbox.takeChanges()
    registrar.access(self, keyPath: \.historyTokens)
    let positions = state.withLock { $0.positions }
    return Dictionary(
      uniqueKeysWithValues: positions.map {
        ($0.key, DefaultHistoryToken(store: $0.key, transaction: $0.value))
      })
  }

  private func take(_ change: StoreChange) {
    if !change.positions.isEmpty {
      registrar.withMutation(of: self, keyPath: \.historyTokens) {
        state.withLock { $0.positions.merge(change.positions) { max($0, $1) } }
      }
    }
    guard isObserved(change) else { return }
    registrar.withMutation(of: self, keyPath: \.eventCounter) { state.withLock { $0.count += 1 } }
  }

  private func isObserved(_ change: StoreChange) -> Bool {
    // An unknown change may concern anything, and nothing may be missed.
    if change.isUnknown { return true }
    return isObserved(by: change.author, change.identifiers.lazy.map(\.entityName))
  }

  private func isObserved(by author: String?, _ names: some Sequence<String>) -> Bool {
    if !authors.isEmpty, !(author.map(authors.contains) ?? false) { return false }
    return entities.isEmpty || names.contains(where: entities.contains)
  }

  /// Whether there are observed transactions after the given tokens.
  private func followers(of tokens: [String: DefaultHistoryToken]) throws -> Bool {
    let context = ModelContext(modelContainer)
    let stores = Set(modelContainer.core.stores.map(\.identifier))
    return try tokens.contains { store, token in
      guard stores.contains(store), let last = token.tokenValue?[store] else { return false }
      let later = Predicate<DefaultHistoryTransaction> { transaction in
        PredicateExpressions.build_Conjunction(
          lhs: PredicateExpressions.build_Equal(
            lhs: PredicateExpressions.build_KeyPath(
              root: transaction, keyPath: \.storeIdentifier),
            rhs: PredicateExpressions.build_Arg(store)),
          rhs: PredicateExpressions.build_Comparison(
            lhs: PredicateExpressions.build_KeyPath(
              root: transaction, keyPath: \.transactionIdentifier),
            rhs: PredicateExpressions.build_Arg(last), op: .greaterThan))
      }
      let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: later)
      return try context.fetchHistory(descriptor).contains { transaction in
        isObserved(
          by: transaction.author,
          transaction.changes.lazy.map(\.changedPersistentIdentifier.entityName))
      }
    }
  }
}

extension ContainerCore {
  /// The number of the last transaction of each store that has a history.
  ///
  /// - Throws: `SwiftDataError` if a store can no longer be opened.
  fileprivate func historyPositions() throws -> [String: Int64] {
    var positions: [String: Int64] = [:]
    for store in stores {
      let session = try store.openSession(for: EditingState(), StatementReports())
      defer { session.close() }
      if let number = try session.transactionNumbers?.lastTransactionNumber() {
        positions[store.identifier] = number
      }
    }
    return positions
  }
}
