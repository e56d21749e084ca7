import StoreTesting

/// One operation of a random program.
///
/// Its numbers choose from the graph's contents when the step runs, so that a program stays valid
/// if some of its steps are removed.
struct Step: CustomStringConvertible {
  enum Action: String, CaseIterable {
    case insert, insertRelated, appendNew, insertGraph
    case setTarget, clearTarget, edit, replaceMembers, filterMembers
    case setText, setImage, setCode, swapCodes
    case delete, keep, save, rollback, reopen, outlive, otherContext, letGo, compare, fetch
    case endUndoStep, undo

    /// The relative frequency of the action.
    var weight: Int {
      switch self {
      case .insert: 10
      case .insertRelated, .appendNew: 8
      case .insertGraph: 3
      case .setTarget: 20
      case .clearTarget: 6
      case .edit: 24
      case .replaceMembers: 6
      case .filterMembers: 4
      case .setText: 6
      case .setImage: 3
      case .setCode, .swapCodes: 2
      case .delete: 10
      case .keep: 2
      case .save: 7
      case .rollback: 2
      case .reopen, .outlive: 1
      case .otherContext: 4
      case .letGo: 5
      case .compare: 10
      case .fetch: 3
      case .endUndoStep: 8
      case .undo: 6
      }
    }

    /// Each action, repeated according to its weight.
    fileprivate static let lot = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
    /// The same for actions of a second context before it saves.
    fileprivate static let changeLot = lot.filter {
      ![
        .keep, .save, .rollback, .reopen, .outlive, .otherContext, .letGo, .compare, .fetch,
        .endUndoStep, .undo,
      ].contains($0)
    }
  }

  let action: Action
  let choice: (Int, Int, Int, Int)

  var description: String { "\(action)\(choice)" }

  init(_ action: Action, _ choice: (Int, Int, Int, Int)) {
    (self.action, self.choice) = (action, choice)
  }

  /// Creates a random step; with `isChange`, one that precedes a save.
  init(using generator: inout SeededGenerator, isChange: Bool = false) {
    let lot = isChange ? Action.changeLot : Action.lot
    action = lot[Int(generator.next() % UInt64(lot.count))]
    let bits = generator.next()
    func part(_ index: UInt64) -> Int { Int(bits >> (index * 16) & 0xFFFF) }
    choice = (part(0), part(1), part(2), part(3))
  }
}

extension [Step] {
  /// A random program of `count` steps.
  static func random(count: Int, seed: UInt64) -> [Step] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Step(using: &generator) }
  }
}
