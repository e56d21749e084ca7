import Foundation
import OpenSwiftData
import StoreTesting

/// Where a live graph differs from the naive one.
struct Mismatch: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// What of a store belongs to one run, where several share it.
struct StorePart {
  let numbers: Range<Int>
  /// The least of the codes that subjects get.
  let firstCode: Int

  static let all = StorePart(numbers: 0..<Int.max, firstCode: 0)

  private init(numbers: Range<Int>, firstCode: Int) {
    (self.numbers, self.firstCode) = (numbers, firstCode)
  }

  /// One of many parts, whose numbers and codes no other has.
  init(_ index: Int) {
    let first = (index + 1) * 1_000_000
    self.init(numbers: first..<(first + 1_000_000), firstCode: first * 1_000_000_000)
  }
}

/// Runs programs on a context and on naive graphs side by side.
final class GraphRun {
  let store: TestStore
  private(set) var context: ModelContext
  /// What the context's graph should be.
  var memory: NaiveGraph
  /// What the store should hold.
  var stored: NaiveGraph
  /// The instances that the run holds.
  var held: [Int: any GraphModel] = [:]
  /// The identifiers of stored models.
  var identifiers: [Int: PersistentIdentifier] = [:]
  var lastNumber = 0
  /// What of the store the run knows.
  var part = StorePart.all {
    didSet { lastNumber = max(lastNumber, part.numbers.lowerBound - 1) }
  }
  var codes = Codes.shared
  /// Whether members come back from the store in the order in which they were put.
  var keepsOrder = true
  /// What can be undone; nil for a run without undo.
  var history: UndoHistory?
  /// Whether the live graph has to be like the naive one; otherwise the naive one follows it.
  var isComparing = true
  /// Compares the store's history with its tables; nil where nobody looks at it.
  var watch: HistoryWatch?

  /// Which codes new subjects get.
  enum Codes {
    /// Few, which several subjects want.
    case shared
    /// Some that no other subject has.
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

  /// A new model that belongs to no context yet.
  func makeModel(_ kind: Kind) -> (number: Int, model: any GraphModel) {
    lastNumber += 1
    let model = kind.type.init(number: lastNumber)
    memory.insert(lastNumber, kind)
    held[lastNumber] = model
    return (lastNumber, model)
  }

  /// Starts anew with what the store holds.
  func reopen(_ context: ModelContext) throws {
    held = [:]
    self.context = context
    memory = stored
    if history != nil { startUndo() }
    try refetch()
  }

  /// Fetches everything, which brings the context up to date with the store.
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

  /// Ends the context, and with it all that nobody else holds, and goes on with another.
  func end(followedBy next: ModelContext) throws {
    let former = EndedContext(context)
    (held, history) = ([:], nil)
    context = next
    memory = stored
    if former.context != nil { throw Mismatch("the context has not ended") }
  }

  /// Lets go of the instances that the context can find again.
  func letGo() {
    for (number, node) in memory.nodes where node.isStored {
      if let model = held.removeValue(forKey: number) {
        identifiers[number] = model.persistentModelID
      }
    }
  }
}

/// A context that nobody should hold.
private struct EndedContext {
  private(set) weak var context: ModelContext?
  init(_ context: ModelContext) { self.context = context }
}
