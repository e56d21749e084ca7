import Foundation
import OpenSwiftData
import StoreTesting

extension GraphRun {
  /// Ends the context while models are retained, which must still show the stored values, and
  /// adopts some of them in the next one.
  func outlive(_ choice: Int, _ value: Int) throws {
    // Unchanged models show what is stored; others need not.
    let clean = Set(
      held.filter { memory[$0.key] != nil && memory[$0.key] == stored[$0.key] }
        .filter { !$0.value.hasChanges }.keys)
    let kept = held.filter { clean.contains($0.key) && ($0.key &+ choice) % 3 != 0 }
    for (number, model) in kept { identifiers[number] = model.persistentModelID }
    let hasUndo = history != nil
    context.container.lostChangeHandler = { _ in }
    try end(followedBy: value & 1 == 0 ? store.makeContext() : store.makeReopenedContext())
    let outliving = Outliving(clean: clean, kept: kept)
    for number in kept.keys.sorted() { try compare(number, outliving) }
    try rejoin(outliving, choice, value)
    if hasUndo { startUndo() }
    try refetch()
    for (number, model) in outliving.rejoined where held[number] !== model {
      throw Mismatch("a fetch finds another instance of \(name(number))")
    }
  }

  /// Models that outlive their context.
  private final class Outliving {
    /// The unchanged nodes.
    let clean: Set<Int>
    let kept: [Int: any GraphModel]
    /// The models that belong to the next context.
    var rejoined: [Int: any GraphModel] = [:]

    init(clean: Set<Int>, kept: [Int: any GraphModel]) { (self.clean, self.kept) = (clean, kept) }
  }

  private func compare(_ number: Int, _ outliving: Outliving) throws {
    guard let node = stored[number], let live = outliving.kept[number] else { return }
    let image = (live as? Book)?.image
    guard live.modelContext == nil, live.persistentModelID == identifiers[number] else {
      throw Mismatch("\(name(number)) outlived its context as another")
    }
    guard live.number == number, live.text == node.text, isImage(image, node.image),
      (live as? Subject)?.code ?? node.code == node.code
    else { throw Mismatch("\(name(number)) outlived its context with other values") }
    for relation in node.kind.relations {
      let ends = try outlivingEnds(number, relation, live)
      for (other, model) in zip(stored.ends(number, relation), ends) {
        if let known = outliving.kept[other], known !== model {
          throw Mismatch("\(name(number)).\(relation) leads to another \(name(other))")
        }
        // Follows the relationships from there.
        guard outliving.clean.contains(other) else { continue }
        for further in stored[other]?.kind.relations ?? [] {
          _ = try outlivingEnds(other, further, model)
        }
      }
    }
  }

  private func outlivingEnds(
    _ number: Int, _ relation: Relation, _ live: any GraphModel
  ) throws -> [any GraphModel] {
    let ends = RelationAccess.of(relation).read(live)
    let (found, expected) = (ends.map(\.number), stored.ends(number, relation))
    if keepsOrder ? found != expected : found.sorted() != expected.sorted() {
      throw Mismatch("\(name(number)).\(relation) outlived as \(found), not \(expected)")
    }
    return ends
  }

  /// Changes some of the models, and adopts them in the context.
  private func rejoin(_ outliving: Outliving, _ choice: Int, _ value: Int) throws {
    let numbers = outliving.kept.keys.sorted()
    for (place, number) in numbers.enumerated() where (place + choice) % 4 == 0 {
      guard let model = outliving.kept[number] else { continue }
      if (place + value) & 2 == 0 {
        model.text = "text \(value)"
        memory.update(number) { $0.text = "text \(value)" }
      }
      let toOne = memory[number]?.kind.relations.first { !$0.isToMany }
      if (place + value) & 4 == 0, let toOne,
        let target = numbers.first(where: { memory[$0]?.kind == toOne.destination }),
        let targetModel = outliving.kept[target], target != number,
        memory.ends(number, toOne) != [target]
      {
        RelationAccess.of(toOne).assign(model, [targetModel])
        memory.assign(number, toOne, target)
        context.insert(model)
        try noteRejoined(target, targetModel, outliving)
      } else {
        context.insert(model)
      }
      try noteRejoined(number, model, outliving)
    }
    held.merge(outliving.rejoined) { $1 }
  }

  private func noteRejoined(
    _ number: Int, _ model: any GraphModel, _ outliving: Outliving
  ) throws {
    guard model.modelContext === context else {
      throw Mismatch("\(name(number)) was not taken into the next context")
    }
    let current = context.model(for: model.persistentModelID)
    guard current !== model else { return outliving.rejoined[number] = model }
    // Another instance of the row existed before, and this one shows its values.
    guard (current as? any GraphModel)?.text == model.text, model.number == number else {
      throw Mismatch("\(name(number)) does not show its row")
    }
  }
}
