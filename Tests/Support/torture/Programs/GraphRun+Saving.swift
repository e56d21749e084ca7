import Foundation
import OpenSwiftData
import StoreTesting

extension GraphRun {
  func save(_ choice: Int) throws {
    var after = memory
    switch after.save() {
    case .denied: try saveDenied(choice)
    case .saved(let gone, let replaced):
      try context.save()
      try watch?.check()
      if context.hasChanges { throw Mismatch("there are changes after a save") }
      for number in gone { try checkGone(number) }
      (memory, stored) = (after, after)
      forgetUndo()
      for number in replaced { held[number] = nil }
      try forgetMissing()
      for (number, model) in held { identifiers[number] = model.persistentModelID }
      try compareStored()
      if choice & 1 == 0 { try compareAll() }
    }
  }

  private func saveDenied(_ choice: Int) throws {
    do {
      try context.save()
    } catch SwiftDataError.modelValidationFailure {
      try compareAll()
      if choice & 1 == 0 { try rollback(choice) }
      return
    }
    throw Mismatch("a save that a delete rule denies went through")
  }

  func rollback(_ choice: Int) throws {
    context.rollback()
    if context.hasChanges { throw Mismatch("there are changes after a rollback") }
    memory = stored
    forgetUndo()
    try forgetMissing()
    if choice & 1 == 0 { try compareAll() }
  }

  /// Releases instances of deleted nodes, which must not belong to a context.
  func forgetMissing() throws {
    for (number, model) in held where memory[number] == nil {
      held[number] = nil
      if model.modelContext != nil { throw Mismatch("node \(number) still belongs to a context") }
    }
  }

  private func checkGone(_ number: Int) throws {
    guard let model = held.removeValue(forKey: number) else { return }
    if model.modelContext != nil { throw Mismatch("\(name(number)) was deleted and has a context") }
    if model.isDeleted { throw Mismatch("\(name(number)) is marked as deleted after the save") }
    if model.number != number { throw Mismatch("\(name(number)) lost its values") }
  }
}

extension GraphRun {
  /// Lets a second context change and save what this one has not changed, and fetches again.
  func runOther(_ choice: Int, _ seed: Int) throws {
    let otherContext = choice & 1 == 0 ? store.makeContext() : try store.makeReopenedContext()
    let other = GraphRun(store, otherContext, stored)
    (other.part, other.keepsOrder) = (part, keepsOrder)
    (other.lastNumber, other.codes, other.watch) = (lastNumber, .own, watch)
    try other.refetch()
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<(1 + choice % 6) {
      try other.perform(Step(using: &generator, isChange: true))
    }
    lastNumber = other.lastNumber
    var after = other.memory
    guard case .saved(_, let replaced) = after.save(), replaced.isEmpty else { return }
    let numbers = Set(after.nodes.keys).union(stored.nodes.keys)
    let changed = numbers.filter { after[$0] != stored[$0] }.sorted()
    // Which change wins if both contexts changed the same is not tested here.
    for number in changed where memory[number] != stored[number] { return }
    for number in changed where stored[number] != nil {
      if try model(number).hasChanges { return }
    }
    var merged = memory
    for number in changed { merged.copy(number, from: after) }
    guard merged.isWhole else { return }
    try other.save(1)
    stored = other.stored
    forgetUndo()
    for number in changed {
      memory.copy(number, from: stored)
      // Fetches omit models that unsaved deletions will also delete.
      identifiers[number] = other.identifiers[number]
      if memory[number] == nil {
        held[number] = nil
        identifiers[number] = nil
      }
    }
    try refetch()
    if choice & 2 == 0 { try compare(changed.filter { memory[$0] != nil }) }
  }
}
