import Foundation
import Testing

@testable import torture

/// Contexts on any store have the same results as plain values that follow the same rules.
@Suite("Random graph programs on every store")
struct GraphProgramTests {
  private static let seed = TestRun.seed(7_301_884_290_551_204_911)

  @Test(arguments: TestedStore.supporting(.uniqueConstraints), [false, true])
  func randomProgramsAgreeWithPlainValues(_ kind: TestedStore, hasUndo: Bool) throws {
    try run(kind, hasUndo: hasUndo, .shared)
  }

  /// Programs in which no model replaces the row of another.
  @Test(arguments: TestedStore.all, [false, true])
  func programsWithOwnCodesAgreeWithPlainValues(_ kind: TestedStore, hasUndo: Bool) throws {
    try run(kind, hasUndo: hasUndo, .own)
  }

  /// A program that once revealed a bug: two new subjects of a book were merged into one.
  @Test(arguments: TestedStore.supporting(.uniqueConstraints))
  func aFormerlyFailingProgramAgreesWithPlainValues(_ kind: TestedStore) throws {
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
