import Foundation
import OpenSwiftData
import StoreTesting

/// A random program in a part of a store that other programs use at the same time.
struct TortureProgram {
  private let shared: SharedStore
  private let steps: [Step]
  private let hasUndo: Bool

  init(_ shared: SharedStore, seed: UInt64, lengthLimit: Int) {
    self.shared = shared
    var generator = SeededGenerator(seed: seed)
    hasUndo = generator.next() & 1 == 0
    let length = Int.random(in: 5...max(lengthLimit, 5), using: &generator)
    // Actions can be excluded, to find out which of them cause a difference.
    let left = ProcessInfo.processInfo.environment["TORTURE_WITHOUT"] ?? ""
    let names = Set(left.split(separator: ",").map(String.init))
    steps = [Step].random(count: length, seed: generator.next()).filter {
      !names.contains($0.action.rawValue)
    }
  }

  /// - Throws: `Mismatch` if the graph differs from the naive one.
  func run() throws {
    let run = GraphRun(shared.store, shared.store.makeContext(), NaiveGraph())
    run.part = shared.takePart()
    if hasUndo { run.startUndo() }
    for (index, step) in steps.enumerated() {
      do {
        try run.perform(step)
      } catch {
        throw Mismatch("\(error), at step \(index) \(step)")
      }
    }
    do {
      try run.compareAll()
      try run.save(0)
      try run.clear()
    } catch {
      throw Mismatch("\(error), at the end")
    }
    shared.note(steps)
  }
}

extension GraphRun {
  /// Deletes everything that is left, so that the store stays small.
  func clear() throws {
    try reopen(store.makeContext())
    for (number, model) in held {
      delete(model)
      memory.delete(number)
    }
    try save(0)
    guard memory.nodes.isEmpty else { throw Mismatch("\(memory.nodes.count) nodes are left") }
    try end(followedBy: store.makeContext())
  }

  private func delete<Model: PersistentModel>(_ model: Model) { context.delete(model) }
}
