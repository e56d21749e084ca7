import Foundation
import StoreTesting
import Testing

@testable import OpenSwiftData

/// Observers have the results of a fetch after random changes in several contexts.
@Suite("Random changes and observed results")
struct RandomResultsTests {
  private struct Program {
    var random: SeededGenerator
    let store: TestStore
    var contexts: [ModelContext] = []
    var observers: [[ResultsObserver<Chore, String>]] = []
    var nextCode = 0
    var log: [String] = []

    static let names = ["a", "b", "c", "d"]
    static let places: [String?] = ["home", "work", "", nil]

    init(_ seed: UInt64, _ backend: Backend) throws {
      random = SeededGenerator(seed: seed)
      store = try TestStore(backend, for: Chore.self, ChoreOwner.self)
      for _ in 0..<3 {
        let context = store.makeContext()
        contexts.append(context)
        observers.append(try Self.makeObservers(context))
      }
    }

    static func makeObservers(
      _ context: ModelContext
    ) throws -> [ResultsObserver<Chore, String>] {
      var limited = FetchDescriptor<Chore>(sortBy: [SortDescriptor(\.rank)])
      limited.fetchLimit = 4
      limited.fetchOffset = 1
      var saved = FetchDescriptor<Chore>(sortBy: [SortDescriptor(\.name)])
      saved.includePendingChanges = false
      return try [
        ResultsObserver(sectionBy: \.place, modelContext: context, isolation: nil),
        ResultsObserver(
          filterBy: #Predicate<Chore> { !$0.isDone && $0.rank > 3 },
          sortBy: [SortDescriptor(\.rank, order: .reverse), SortDescriptor(\.name)],
          sectionBy: \.name, modelContext: context, isolation: nil),
        ResultsObserver(
          filterBy: #Predicate<Chore> { $0.place == "home" || $0.place == nil },
          sectionBy: \.name, modelContext: context, isolation: nil),
        ResultsObserver(
          filterBy: #Predicate<Chore> { $0.owner?.name == "a" }, sectionBy: \.name,
          modelContext: context, isolation: nil),
        ResultsObserver(
          sortBy: [SortDescriptor(\.owner?.name)], sectionBy: \.place, modelContext: context,
          isolation: nil),
        ResultsObserver(
          fetchDescriptor: limited, sectionBy: \.name, modelContext: context, isolation: nil),
        ResultsObserver(
          fetchDescriptor: saved, sectionBy: \.name, modelContext: context, isolation: nil),
      ]
    }

    mutating func step() throws {
      let number = Int.random(in: 0..<contexts.count, using: &random)
      let context = contexts[number]
      let chores = try context.fetch(FetchDescriptor<Chore>(sortBy: [SortDescriptor(\.code)]))
      let owners = try context.fetch(FetchDescriptor<ChoreOwner>())
      let action = Int.random(in: 0..<20, using: &random)
      log.append("context \(number) action \(action)")
      switch action {
      case 0..<4:
        nextCode += 1
        let chore = Chore(
          nextCode, Self.names.randomElement(using: &random) ?? "",
          place: Self.places.randomElement(using: &random) ?? nil,
          rank: Int.random(in: 0..<8, using: &random))
        if Bool.random(using: &random) { _ = chore.persistentModelID }
        context.insert(chore)
        if Bool.random(using: &random) { chore.owner = owners.randomElement(using: &random) }
      case 4..<6: chores.randomElement(using: &random)?.rank = .random(in: 0..<8, using: &random)
      case 6: chores.randomElement(using: &random)?.isDone.toggle()
      case 7:
        chores.randomElement(using: &random)?.place =
          Self.places.randomElement(using: &random) ?? nil
      case 8:
        chores.randomElement(using: &random)?.name =
          Self.names.randomElement(using: &random) ?? ""
      case 9: chores.randomElement(using: &random)?.owner = owners.randomElement(using: &random)
      case 10: if let chore = chores.randomElement(using: &random) { context.delete(chore) }
      case 11:
        context.insert(ChoreOwner(Self.names.randomElement(using: &random) ?? ""))
      case 12:
        owners.randomElement(using: &random)?.name =
          Self.names.randomElement(using: &random) ?? ""
      case 13:
        if let owner = owners.randomElement(using: &random),
          Int.random(in: 0..<3, using: &random) == 0
        {
          context.delete(owner)
        }
      case 14:
        if let code = chores.randomElement(using: &random)?.code {
          context.insert(Chore(code, "a", rank: .random(in: 0..<8, using: &random)))
        }
      case 15: context.rollback()
      case 16:
        let rank = Int.random(in: 0..<8, using: &random)
        try context.update(
          Chore.self, where: #Predicate { $0.rank == rank }, .set(\.name, to: "d"))
      default: try context.save()
      }
    }

    func check() -> String? {
      for (number, context) in contexts.enumerated() {
        for (place, observer) in observers[number].enumerated() {
          do {
            var descriptor = observer.fetchDescriptor
            descriptor.sortBy.removeLast()
            let wanted = try context.fetch(descriptor)
            let found = Array(observer.results)
            guard found == wanted else {
              return "context \(number), observer \(place): \(found.map(\.code)) for "
                + "\(wanted.map(\.code))"
            }
            let sections = try #require(observer.sections)
            var titles: [String] = []
            var groups: [String: [Chore]] = [:]
            for chore in wanted {
              let title = observer.sectionBy == \Chore.place ? chore.place ?? "" : chore.name
              if groups[title] == nil { titles.append(title) }
              groups[title, default: []].append(chore)
            }
            guard sections.sectionTitles == titles,
              sections.allSatisfy({ Array($0) == groups[$0.title] })
            else {
              return "context \(number), observer \(place): sections \(sections.sectionTitles)"
            }
          } catch {
            return "\(error)"
          }
        }
      }
      return nil
    }
  }

  @Test(arguments: Backend.available, 0..<TestRun.count(60, atLeast: 6))
  func observersHoldWhatAFetchFinds(_ backend: Backend, _ number: Int) throws {
    let seed = TestRun.seed(UInt64(number))
    var program = try Program(seed, backend)
    for _ in 0..<150 {
      try program.step()
      // Checks some changes together.
      if Int.random(in: 0..<4, using: &program.random) == 0 { continue }
      if let difference = program.check() {
        Issue.record("seed \(number): \(difference)\n\(program.log.suffix(12))\n\(TestRun.comment)")
        return
      }
    }
  }
}
