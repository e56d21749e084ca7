import Foundation
import OpenSwiftData
import StoreTesting

extension GraphRun {
  func name(_ number: Int) -> String { "\(memory[number]?.kind, default: "node") \(number)" }

  func compareAll() throws { try compare(memory.nodes.keys.sorted()) }

  /// Compares models with their nodes.
  func compare(_ numbers: [Int]) throws {
    guard isComparing else {
      for number in numbers where memory[number] != nil { try relearn(number) }
      return
    }
    for number in numbers {
      guard let node = memory[number] else { continue }
      let live = try model(number)
      try compareValues(number, node, live)
      for relation in node.kind.relations { try compareEnds(number, relation, live) }
    }
  }

  private func compareValues(
    _ number: Int, _ node: NaiveGraph.Node, _ live: any GraphModel
  ) throws {
    guard live.modelContext === context else {
      throw Mismatch("\(name(number)) does not belong to the context")
    }
    guard live.number == number else {
      throw Mismatch("\(name(number)) reads as \(live.number)")
    }
    guard live.text == node.text else {
      throw Mismatch("\(name(number)).text is \(live.text), not \(node.text)")
    }
    guard live.isDeleted == node.isDeleted else {
      throw Mismatch("\(name(number)).isDeleted is \(live.isDeleted)")
    }
    if let subject = live as? Subject, subject.code != node.code {
      throw Mismatch("\(name(number)).code is \(subject.code), not \(node.code)")
    }
    if let book = live as? Book, !isImage(book.image, node.image) {
      throw Mismatch(
        "\(name(number)).image has \(book.image?.count, default: "no") bytes, not "
          + "\(node.image, default: "none")")
    }
  }

  func isImage(_ data: Data?, _ size: Int?) -> Bool {
    guard let data, let size else { return data == nil && size == nil }
    return data.count == size && data.last ?? 0 == (size == 0 ? 0 : UInt8(size & 0xFF))
  }

  private func compareEnds(
    _ number: Int, _ relation: Relation, _ live: any GraphModel
  ) throws {
    let expected = memory.ends(number, relation)
    let models = RelationAccess.of(relation).read(live)
    let found = models.map(\.number)
    if !keepsOrder || memory[number]?.unseen.contains(relation) == true {
      guard found.sorted() == expected.sorted() else {
        throw Mismatch("\(name(number)).\(relation) has \(found), not (in any order) \(expected)")
      }
      memory.see(number, relation, as: found)
    } else if found != expected {
      throw Mismatch("\(name(number)).\(relation) has \(found), not \(expected)")
    }
    for (other, model) in zip(found, models) {
      guard let known = held[other] else {
        held[other] = model
        continue
      }
      if known !== model {
        throw Mismatch("\(name(number)).\(relation) has another instance of \(name(other))")
      }
    }
  }

  /// Compares the results of a fetch.
  func compareFetch(_ kind: Kind) throws {
    let found = try fetchAll(kind).map(\.number).sorted()
    let doomed = memory.doomed
    let expected = memory.numbers(kind).filter { !doomed.contains($0) }
    if found != expected { throw Mismatch("a fetch of \(kind) finds \(found), not \(expected)") }
  }

  /// Compares what a fresh context reads from the store.
  func compareStored() throws {
    do {
      try lookAtStore()
    } catch let mismatch as Mismatch {
      do {
        try lookAtStore()
      } catch let second as Mismatch {
        throw Mismatch("\(mismatch); at a second look: \(second)")
      }
      throw Mismatch("\(mismatch); at a second look all is well")
    }
  }

  private func lookAtStore() throws {
    let fresh = GraphRun(store, store.makeContext(), stored)
    (fresh.part, fresh.keepsOrder) = (part, keepsOrder)
    try fresh.refetch()
    for kind in Kind.allCases {
      let found = fresh.held.filter { type(of: $0.value) == kind.type }.keys.sorted()
      let expected = stored.numbers(kind)
      if found != expected { throw Mismatch("the store has \(kind) \(found), not \(expected)") }
    }
    do {
      try fresh.compareAll()
    } catch let mismatch as Mismatch {
      throw Mismatch("in the store: \(mismatch)")
    }
    // Orders that had not been observed are known now, and apply to all contexts.
    (memory, stored) = (fresh.memory, fresh.memory)
  }
}
