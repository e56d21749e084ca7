import Foundation
import OpenSwiftData
import Testing

@Model final class Yard {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Bin.yard) var bins: [Bin] = []
  init(_ name: String) { self.name = name }
}

@Model final class Bin {
  @Attribute(.unique) var code: Int
  var yard: Yard?
  /// A relationship without an inverse.
  var bolts: [Bolt] = []
  init(_ code: Int) { self.code = code }
}

@Model final class Bolt {
  var size: Int
  init(_ size: Int) { self.size = size }
}

/// The history records owners that lose members, even if the context never loaded these owners.
@Suite("Former owners in histories")
struct FormerOwnerTests {
  /// Runs `change` in a context that has loaded nothing.
  ///
  /// The store has two yards, "old" and "new"; the old one has bins 1 to 3, of which 1 and 2 have a
  /// bolt each.
  ///
  /// - Returns: The recorded changes, such as "update old: bins" or "delete 1".
  private func told(
    _ kind: TestedStore, _ change: (ModelContext) throws -> Void
  ) throws -> Set<String> {
    let store = try TestStore(kind, for: Yard.self, Bin.self, Bolt.self)
    let context = store.makeContext()
    let (old, new) = (Yard("old"), Yard("new"))
    let bins = (1...3).map { Bin($0) }
    context.insert(old)
    context.insert(new)
    old.bins = bins
    for bin in bins.dropLast() { bin.bolts = [Bolt(bin.code)] }
    try context.save()
    var names = [old.persistentModelID: "old", new.persistentModelID: "new"]
    for bin in bins { names[bin.persistentModelID] = "\(bin.code)" }
    let other = store.makeContext()
    other.author = "mover"
    try change(other)
    try other.save()
    let changes = try awaitChanges(by: "mover", in: other)
    return Set(changes.map { text($0, names) })
  }

  /// Waits for the changes of the author's only transaction.
  ///
  /// A server reports a transaction only after all earlier ones have ended.
  private func awaitChanges(by author: String, in context: ModelContext) throws -> [HistoryChange] {
    let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.author == author })
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      let found = try context.fetchHistory(descriptor)
      if let first = found.first { return first.changes }
      if ContinuousClock.now > deadline { return [] }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  private func text(_ change: HistoryChange, _ names: [PersistentIdentifier: String]) -> String {
    let name = names[change.changedPersistentIdentifier] ?? "another"
    switch change {
    case .insert: return "insert \(name)"
    case .delete: return "delete \(name)"
    case .update(let update as DefaultHistoryUpdate<Yard>):
      return "update \(name): \(update.updatedAttributes.contains(\Yard.bins) ? "bins" : "")"
    case .update(let update as DefaultHistoryUpdate<Bin>):
      let attributes = update.updatedAttributes
      var names: [String] = []
      if attributes.contains(\Bin.code) { names.append("code") }
      if attributes.contains(\Bin.yard) { names.append("yard") }
      if attributes.contains(\Bin.bolts) { names.append("bolts") }
      return "update \(name): \(names.joined(separator: ", "))"
    case .update: return "update \(name)"
    }
  }

  private func bin(_ code: Int, in context: ModelContext) throws -> Bin {
    try #require(
      try context.fetch(FetchDescriptor<Bin>(predicate: #Predicate { $0.code == code })).first)
  }

  private func newYard(in context: ModelContext) throws -> Yard {
    try #require(
      try context.fetch(FetchDescriptor<Yard>(predicate: #Predicate { $0.name == "new" })).first)
  }

  @Test(arguments: TestedStore.supporting(.history, .uniqueConstraints))
  func movingAMemberUpdatesItsFormerOwner(_ kind: TestedStore) throws {
    let told = try told(kind) { context in
      try bin(2, in: context).yard = try newYard(in: context)
    }
    #expect(told == ["update 2: yard", "update old: bins", "update new: bins"])
  }

  @Test(arguments: TestedStore.supporting(.history, .uniqueConstraints))
  func unlinkingAMemberUpdatesItsFormerOwner(_ kind: TestedStore) throws {
    let told = try told(kind) { context in try bin(2, in: context).yard = nil }
    #expect(told == ["update 2: yard", "update old: bins"])
  }

  /// The bin was added to the deleted yard in the same save, so the cascade deletes it.
  @Test(arguments: TestedStore.supporting(.history, .uniqueConstraints))
  func cascadeDeletionUpdatesTheFormerOwner(_ kind: TestedStore) throws {
    let told = try told(kind) { context in
      let new = try newYard(in: context)
      context.delete(new)
      new.bins.append(try bin(1, in: context))
    }
    #expect(told == ["delete 1", "delete new", "update old: bins"])
  }

  @Test(arguments: TestedStore.supporting(.history, .uniqueConstraints, .replacedRows))
  func anUpsertUpdatesTheFormerOwner(_ kind: TestedStore) throws {
    let told = try told(kind) { context in
      let bin = Bin(3)
      bin.yard = try newYard(in: context)
      context.insert(bin)
    }
    #expect(told == ["update 3: code, yard", "update old: bins", "update new: bins"])
  }

  @Test(arguments: TestedStore.supporting(.history, .uniqueConstraints))
  func movingAMemberWithoutInverseUpdatesBothOwners(_ kind: TestedStore) throws {
    let told = try told(kind) { context in
      let bolt = try #require(
        try context.fetch(FetchDescriptor<Bolt>(predicate: #Predicate { $0.size == 1 })).first)
      try bin(3, in: context).bolts = [bolt]
    }
    #expect(told == ["update 1: bolts", "update 3: bolts"])
  }
}
