import Foundation
import Testing

@testable import torture

/// What contexts do on any store is what plain values do that follow the same rules.
@Suite("Random graph programs on every store")
struct GraphProgramTests {
  private static let seed = TestRun.seed(7_301_884_290_551_204_911)

  @Test(arguments: TestedStore.supporting(.uniqueConstraints), [false, true])
  func agreeWithPlainValues(_ kind: TestedStore, hasUndo: Bool) throws {
    try run(kind, hasUndo: hasUndo, .shared)
  }

  /// Where no model takes another's row.
  @Test(arguments: TestedStore.all, [false, true])
  func agreeWithPlainValuesOfTheirOwn(_ kind: TestedStore, hasUndo: Bool) throws {
    try run(kind, hasUndo: hasUndo, .own)
  }

  /// A program that once found a mistake: a book had two new subjects that became one.
  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func agreeWhereTheyOnceDidNot(_ kind: TestedStore) throws {
    try kind.begin()
    let runner = ProgramRunner.comparing(
      hasUndo: false, codes: .shared, keepsOrder: kind.supports.contains(.memberOrder)
    ) {
      try TestStore(kind, Kind.types)
    }
    if let failure = runner.run(seed: 5_481_447_219_167_225_345, length: 142) {
      Issue.record("\(failure)")
    }
  }

  private func run(_ kind: TestedStore, hasUndo: Bool, _ codes: GraphRun.Codes) throws {
    try kind.begin()
    let runner = ProgramRunner.comparing(
      hasUndo: hasUndo, codes: codes, keepsOrder: kind.supports.contains(.memberOrder)
    ) {
      try TestStore(kind, Kind.types)
    }
    var generator = SeededGenerator(seed: Self.seed)
    for number in 0..<TestRun.count(200) {
      let length = Int.random(in: 5...(number % 20 == 0 ? 200 : 40), using: &generator)
      if let failure = runner.run(seed: generator.next(), length: length) {
        Issue.record("\(failure)\n\(TestRun.comment), length \(length)")
        return
      }
    }
  }
}
