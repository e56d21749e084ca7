import Foundation
import RandomTesting
import StoreTesting
import Testing

@testable import OpenSwiftData

/// The history after any token suffices to bring a copy from that time up to date.
///
/// Two containers on one file save, run set operations, apply delete rules and upsert.
@Suite("Replaying the history")
struct HistoryReplayTests {
  @Test func replayedChangesMatchTheStore() throws {
    var generator = SeededGenerator(seed: TestRun.seed(5_520_441_907))
    for number in 0..<TestRun.count(60) {
      let seed = generator.next()
      do {
        var program = try Program(seed: seed)
        try program.run(length: 60)
      } catch {
        Issue.record("\(error)\n\(TestRun.comment), program \(number)")
        return
      }
    }
  }
}

/// Random changes by two containers on one file.
private struct Program {
  private let store: TestStore
  private let contexts: [ModelContext]
  private var generator: SeededGenerator
  private var lastCode = 0

  init(seed: UInt64) throws {
    store = try TestStore(.file, HistoryTable.types)
    contexts = [store.makeContext(), try store.makeReopenedContext()]
    generator = SeededGenerator(seed: seed)
    for (number, context) in contexts.enumerated() { context.author = "context \(number)" }
  }

  mutating func run(length: Int) throws {
    var replays: [HistoryReplay] = []
    for step in 0..<length {
      if step % 12 == 0 {
        replays.append(try HistoryReplay(store.container, HistoryTable.types))
      }
      let context = contexts[Int.random(in: 0...1, using: &generator)]
      for _ in 0..<Int.random(in: 1...4, using: &generator) { try change(context) }
      try context.save()
    }
    for replay in replays { try replay.check() }
    let authors = try contexts[0].fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .map(\.author)
    #expect(Set(authors) == ["context 0", "context 1"])
  }

  private mutating func change(_ context: ModelContext) throws {
    switch Int.random(in: 0..<14, using: &generator) {
    case 0, 1:
      lastCode += 1
      context.insert(Author(code: Bool.random(using: &generator) ? lastCode : lastCode / 2))
    case 2, 3: context.insert(Work(title: "work"))
    case 4: context.insert(Tag(label: "tag"))
    case 5: context.insert(Remark(text: "remark"))
    case 6: try any(Author.self, context)?.name = "name \(lastCode)"
    case 7:
      let work = try any(Work.self, context)
      work?.author = try any(Author.self, context)
    case 8:
      let (work, tag) = (try any(Work.self, context), try any(Tag.self, context))
      if let work, let tag, !work.tags.contains(tag) { tag.works.append(work) }
    case 9:
      let work = try any(Work.self, context)
      work?.notes = try any(Remark.self, context).map { [$0] } ?? []
      work?.successor = try any(Work.self, context)
    case 10: try deleteAny(Author.self, context)
    case 11: try deleteAny(Work.self, context)
    case 12:
      if Bool.random(using: &generator) {
        try deleteAny(Tag.self, context)
      } else {
        try deleteAny(Remark.self, context)
      }
    default:
      try context.save()
      let year = Int.random(in: 0..<4, using: &generator)
      if Bool.random(using: &generator) {
        try context.update(
          Work.self, where: #Predicate { $0.year == year }, .set(\.year, to: year + 1))
      } else {
        try context.delete(model: Work.self, where: #Predicate { $0.year == year && $0.year > 1 })
      }
    }
  }

  private mutating func any<Model: PersistentModel>(
    _ type: Model.Type, _ context: ModelContext
  ) throws -> Model? {
    try context.fetch(FetchDescriptor<Model>()).randomElement(using: &generator)
  }

  private mutating func deleteAny<Model: PersistentModel>(
    _ type: Model.Type, _ context: ModelContext
  ) throws {
    if let model = try any(type, context) { context.delete(model) }
  }
}
