import Testing

@testable import torture

/// A short share of what `make torture` does.
@Suite("Graphs on several threads")
struct TortureTests {
  @Test func agreeWithPlainValues() throws {
    var options = TortureRun.Options(seed: GraphSeed.seed)
    options.epochLimit = 8
    let summary = try TortureRun(options).run()
    #expect(summary.programs == 8 * options.programCount * options.threadCount)
  }
}
