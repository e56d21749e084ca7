import Foundation
import OpenSwiftData
import RandomTesting

/// A random program that does the same in contexts of different stores.
struct FirmProgram {
  private var generator: SeededGenerator
  private let contexts: [ModelContext]
  private var names = 0
  /// The contents of the contexts and of new ones after the last save, if they did not agree.
  private(set) var mismatch: [[String]]?
  private(set) var saveCount = 0
  private(set) var deletionCount = 0

  init(seed: UInt64, contexts: [ModelContext]) {
    generator = SeededGenerator(seed: seed)
    self.contexts = contexts
    for context in contexts { context.autosaveEnabled = false }
  }

  /// Runs one step; every twelfth step saves.
  mutating func step() throws {
    names += 1
    let kind = names.isMultiple(of: 12) ? 13 : pick(13)
    let (first, second) = (pick(1_000), pick(1_000))
    let code = pick(3) == 0 ? pick(12) : nil
    let name = String(format: "%04d", names)
    deletionCount += kind > 9 && kind < 13 ? 1 : 0
    for context in contexts {
      let world = try World(context)
      switch kind {
      case 0, 1:
        let firm = Firms.Firm(name: name)
        context.insert(firm)
        firm.parent = first % 3 == 0 ? world.firm(second) : nil
      case 2, 3:
        let worker = Firms.Worker(name: name, code: code)
        context.insert(worker)
        (worker.firm, worker.sponsor) = (world.firm(first), world.firm(second))
      case 4: world.firm(first)?.badges.append(Firms.Badge(name: name))
      case 5: world.firm(first)?.topics.append(Firms.Topic(name: name))
      case 6:
        world.worker(first)?.firm = world.firm(second)
        if let code { world.worker(first)?.code = code }
      case 7: world.worker(first)?.sponsor = second % 4 == 0 ? nil : world.firm(second)
      case 8: world.move(badge: first, to: second)
      case 9: world.relate(topic: first, to: second)
      case 10: if let firm = world.firm(first) { context.delete(firm) }
      case 11:
        if let firm = world.firm(first) {
          let other = world.firm(second)
          for (index, worker) in firm.workers.sorted(by: { $0.name < $1.name }).enumerated()
          where index % 2 == 0 { worker.firm = other === firm ? nil : other }
          context.delete(firm)
        }
      case 12:
        if let worker = world.worker(first) { context.delete(worker) }
        if let topic = world.topic(second) { context.delete(topic) }
      default: try context.save()
      }
    }
    guard kind == 13 else { return }
    saveCount += 1
    var shown: [[String]] = []
    for context in contexts {
      shown.append(try World(context).lines)
      shown.append(try World(ModelContext(context.container)).lines)
    }
    if Set(shown).count > 1 { mismatch = shown }
  }

  private mutating func pick(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
}

/// The contents of a context.
private struct World {
  private let firms: [Firms.Firm]
  private let workers: [Firms.Worker]
  private let badges: [Firms.Badge]
  private let topics: [Firms.Topic]

  init(_ context: ModelContext) throws {
    func all<Model: PersistentModel>(_ name: KeyPath<Model, String>) throws -> [Model] {
      try context.fetch(FetchDescriptor<Model>()).sorted { $0[keyPath: name] < $1[keyPath: name] }
    }
    firms = try all(\.name)
    workers = try all(\.name)
    badges = try all(\.name)
    topics = try all(\.name)
  }

  private func one<Model>(_ models: [Model], _ number: Int) -> Model? {
    models.isEmpty ? nil : models[number % models.count]
  }
  func firm(_ number: Int) -> Firms.Firm? { one(firms, number) }
  func worker(_ number: Int) -> Firms.Worker? { one(workers, number) }
  func topic(_ number: Int) -> Firms.Topic? { one(topics, number) }

  func move(badge number: Int, to other: Int) {
    guard let badge = one(badges, number), let firm = firm(other) else { return }
    for former in firms where former !== firm { former.badges.removeAll { $0 === badge } }
    if !firm.badges.contains(where: { $0 === badge }) { firm.badges.append(badge) }
  }

  func relate(topic number: Int, to other: Int) {
    guard let topic = topic(number), let firm = firm(other) else { return }
    if firm.topics.contains(where: { $0 === topic }) {
      firm.topics.removeAll { $0 === topic }
    } else {
      firm.topics.append(topic)
    }
  }

  var lines: [String] {
    func list(_ names: [String]) -> String { names.sorted().joined(separator: ",") }
    return firms.map { firm in
      "firm \(firm.name) of \(firm.parent?.name ?? "-") has \(list(firm.workers.map(\.name))); "
        + "\(list(firm.sponsored.map(\.name))); \(list(firm.badges.map(\.name))); "
        + "\(list(firm.topics.map(\.name))); \(list(firm.parts.map(\.name)))"
    }
      + workers.map {
        "worker \($0.name) \($0.code ?? -1) \($0.firm?.name ?? "-") \($0.sponsor?.name ?? "-")"
      } + badges.map { "badge \($0.name)" }
      + topics.map { "topic \($0.name) \(list($0.firms.map(\.name)))" }
  }
}
