import Foundation
import OpenSwiftData

#if canImport(Darwin)
  typealias UndoManager = Foundation.UndoManager
#else
  typealias UndoManager = OpenSwiftData.UndoManager
#endif

/// Reports when an undo action is registered.
final class CountingUndoManager: UndoManager {
  var onRegister: () -> Void = {}
  /// The number of undone actions that can be redone.
  private(set) var redoCount = 0

  override func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping (Target) -> Void
  ) {
    if !isUndoing, !isRedoing { onRegister() }
    if isUndoing { redoCount += 1 }
    super.registerUndo(withTarget: target, handler: handler)
  }
}

extension NaiveGraph {
  /// Whether both graphs have the same nodes and relationships, in any order.
  func isSame(as other: NaiveGraph) -> Bool {
    nodes.count == other.nodes.count
      && nodes.allSatisfy { number, node in
        guard var same = other[number] else { return false }
        var node = node
        for relation in Relation.allCases {
          node.ends[relation] = ends(number, relation).sorted()
          same.ends[relation] = other.ends(number, relation).sorted()
        }
        (node.unseen, same.unseen) = ([], [])
        return node == same
      }
  }
}

/// The undo state of a run: the graph before each step of an undo manager.
struct UndoHistory {
  struct Moment {
    let memory: NaiveGraph
    let held: [Int: any GraphModel]
  }

  let manager = CountingUndoManager()
  /// The state before the current step of the program.
  var now: Moment?
  /// The state before each of the manager's steps.
  var moments: [Moment] = []
}

extension GraphRun {
  /// Starts recording undo actions in the context.
  func startUndo() {
    let history = UndoHistory()
    self.history = history
    context.undoManager = history.manager
    history.manager.onRegister = { [weak self] in
      if let self, let now = self.history?.now { self.history?.moments.append(now) }
    }
  }

  /// Clears the undo actions, because the store has saved or discarded the changes.
  func forgetUndo() {
    guard history != nil else { return }
    context.processPendingChanges()
    history?.manager.removeAllActions()
    history?.moments = []
  }

  /// Undoes the last step, and redoes it for some choices.
  func undo(_ choice: Int) throws {
    guard let history, let moment = history.moments.last else { return }
    let later = UndoHistory.Moment(memory: memory, held: held)
    if !history.manager.canUndo { throw Mismatch("there is nothing to undo") }
    let redoCount = history.manager.redoCount
    history.manager.undo()
    try go(to: moment)
    if choice & 1 == 0 { try compareAll() }
    // A step without effect leaves nothing to redo, except perhaps what was undone before.
    guard choice & 2 != 0, history.manager.redoCount > redoCount else {
      self.history?.moments.removeLast()
      if choice & 2 != 0, !later.memory.isSame(as: memory) {
        throw Mismatch("there is nothing to redo")
      }
      return
    }
    history.manager.redo()
    try go(to: later)
    if choice & 1 == 0 { try compareAll() }
  }

  private func go(to moment: UndoHistory.Moment) throws {
    memory = moment.memory
    held.merge(moment.held) { _, earlier in earlier }
    try forgetMissing()
  }
}
