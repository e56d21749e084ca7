import Foundation
import OpenSwiftData
import StoreTesting

/// A difference between a live graph and the naive one.
struct Mismatch: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// The part of a store that belongs to one run, if several share it.
struct StorePart {
  let numbers: Range<Int>
  /// The smallest code of subjects.
  let firstCode: Int

  static let all = StorePart(numbers: 0..<Int.max, firstCode: 0)

  private init(numbers: Range<Int>, firstCode: Int) {
    (self.numbers, self.firstCode) = (numbers, firstCode)
  }

  /// One of many parts, with distinct numbers and codes.
  init(_ index: Int) {
    let first = (index + 1) * 1_000_000
    self.init(numbers: first..<(first + 1_000_000), firstCode: first * 1_000_000_000)
  }
}

/// Runs programs on a context and on naive graphs in parallel.
final class GraphRun {
  let store: TestStore
  private(set) var context: ModelContext
  /// The expected graph of the context.
  var memory: NaiveGraph
  /// The expected contents of the store.
  var stored: NaiveGraph
  /// The instances that the run retains.
  var held: [Int: any GraphModel] = [:]
  /// The identifiers of stored models.
  var identifiers: [Int: PersistentIdentifier] = [:]
  var lastNumber = 0
  /// The part of the store that the run uses.
  var part = StorePart.all {
    didSet { lastNumber = max(lastNumber, part.numbers.lowerBound - 1) }
  }
  var codes = Codes.shared
  /// Whether the store preserves the order of members.
  var keepsOrder = true
  /// The undo state; nil for a run without undo.
  var history: UndoHistory?
  /// Whether the live graph must match the naive one; otherwise the naive one follows it.
  var isComparing = true
  /// Compares the store's history with its tables; nil to skip that.
  var watch: HistoryWatch?

  /// The codes of new subjects.
  enum Codes {
    /// A few codes, for which several subjects compete.
    case shared
    /// Unique codes.
    case own

    var isOwn: Bool { self == .own }
  }

  convenience init(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    self.init(store, store.makeContext(), NaiveGraph())
  }

  init(_ store: TestStore, _ context: ModelContext, _ graph: NaiveGraph) {
    (self.store, self.context) = (store, context)
    (memory, stored) = (graph, graph)
  }

  /// The live model of a node.
  func model(_ number: Int) throws -> any GraphModel {
    if let model = held[number] { return model }
    guard let identifier = identifiers[number] else {
      throw Mismatch("the test lost node \(number)")
    }
    let found = context.model(for: identifier)
    guard let model = found as? any GraphModel else {
      throw Mismatch("model(for:) of node \(number) is \(found)")
    }
    held[number] = model
    return model
  }

  /// Creates a model that belongs to no context yet.
  func makeModel(_ kind: Kind) -> (number: Int, model: any GraphModel) {
    lastNumber += 1
    let model = kind.type.init(number: lastNumber)
    memory.insert(lastNumber, kind)
    held[lastNumber] = model
    return (lastNumber, model)
  }

  /// Starts over with the contents of the store.
  func reopen(_ context: ModelContext) throws {
    held = [:]
    self.context = context
    memory = stored
    if history != nil { startUndo() }
    try refetch()
  }

  /// Fetches everything, which updates the context from the store.
  func refetch() throws {
    for kind in Kind.allCases {
      for model in try fetchAll(kind) {
        held[model.number] = model
        if model.persistentModelID.storeIdentifier != nil {
          identifiers[model.number] = model.persistentModelID
        }
      }
    }
  }

  /// The models of a kind that the context finds.
  func fetchAll(_ kind: Kind) throws -> [any GraphModel] {
    try kind.type.fetchAll(in: context).filter { part.numbers.contains($0.number) }
  }

  /// Ends the context, with everything that only it retains, and continues with another one.
  func end(followedBy next: ModelContext) throws {
    let former = EndedContext(context)
    (held, history) = ([:], nil)
    context = next
    memory = stored
    if former.context != nil { throw Mismatch("the context has not ended") }
  }

  /// Releases the instances that the context can load again.
  func letGo() {
    for (number, node) in memory.nodes where node.isStored {
      if let model = held.removeValue(forKey: number) {
        identifiers[number] = model.persistentModelID
      }
    }
  }
}

/// A context that must not be retained.
private struct EndedContext {
  private(set) weak var context: ModelContext?
  init(_ context: ModelContext) { self.context = context }
}
