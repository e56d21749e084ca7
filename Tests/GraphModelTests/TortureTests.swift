import StoreTesting
import Testing

@testable import torture

/// A short run of the tests in `make torture`.
@Suite("Graphs on several threads")
struct TortureTests {
  @Test func threadsAgreeWithPlainValues() throws {
    var options = TortureRun.Options(seed: GraphSeed.seed)
    options.epochLimit = 8
    let summary = try TortureRun(options).run()
    #expect(summary.programs == 8 * options.programCount * options.threadCount)
  }

  /// Codes that a second context assigns belong to one subject each.
  @Test(arguments: 0..<10)
  func secondContextGivesEachSubjectItsOwnCode(_ value: Int) throws {
    let run = try GraphRun(.memory)
    run.codes = .own
    for _ in 0..<3 { try run.perform(Step(.insert, (Kind.subject.rawValue, 0, 0, 1 << 8))) }
    for place in 0..<3 {
      for value in [value, value + 5, value] {
        try run.perform(Step(.setCode, (0, place, value, 1 << 8)))
      }
    }
    #expect(Set(run.memory.nodes.values.map(\.code)).count == 3)
    try run.save(0)
  }

  /// Changes of two contexts are not merged if both gave a member an owner that the member does not
  /// record.
  @Test func memberWithTwoOwnersIsNotMerged() {
    var (one, two) = (NaiveGraph(), NaiveGraph())
    for (number, kind) in [Kind.slip, .shelf, .shelf].enumerated() {
      one.insert(number, kind)
      two.insert(number, kind)
    }
    one.link(1, .shelfSlips, 0)
    two.link(2, .shelfSlips, 0)
    #expect(one.isWhole)
    #expect(two.isWhole)
    one.copy(2, from: two)
    #expect(!one.isWhole)
  }

  /// A shelf whose members were changed and changed back brings a changed book into the next
  /// context.
  @Test func changedModelsNeedNotShowStoredValues() throws {
    try run([
      Step(.insert, (16871, 62988, 48892, 1706)), Step(.insert, (33176, 63285, 55100, 62075)),
      Step(.insertGraph, (60671, 35466, 34030, 35920)), Step(.save, (306, 1080, 14665, 39955)),
      Step(.appendNew, (64544, 49173, 3626, 57121)), Step(.setImage, (398, 60097, 30026, 43165)),
      Step(.delete, (40447, 31094, 55490, 14730)), Step(.outlive, (44007, 41990, 20178, 57358)),
    ])
  }

  /// Another context changes a book that is about to be deleted with its shelf; fetches omit that
  /// book.
  @Test func modelsThatFetchesOmitAreNotLost() throws {
    try run([
      Step(.otherContext, (17703, 21306, 38363, 30481)),
      Step(.delete, (49914, 23442, 39262, 34809)),
      Step(.otherContext, (42874, 4002, 61430, 33573)),
      Step(.otherContext, (42180, 2373, 47862, 15802)),
    ])
  }

  private func run(_ steps: [Step]) throws {
    let run = try GraphRun(.memory)
    run.part = StorePart(1)
    run.startUndo()
    for step in steps { try run.perform(step) }
    try run.compareAll()
    try run.save(0)
  }
}
