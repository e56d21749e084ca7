import Foundation
import StoreTesting
import Testing

@testable import OpenSwiftData
@testable import torture

/// The seed and number of random programs.
enum GraphSeed {
  static let seed = TestRun.seed(4_474_935_616_203_997_396)
  static let count = TestRun.count(4_000)
}

/// A context agrees with plain values that follow the same rules.
@Suite("Random graph programs")
struct ProgramTests {
  private static let shareCount = 4

  @Test(arguments: Backend.available, 0..<shareCount)
  func contextsAgreeWithPlainValues(_ backend: Backend, share: Int) {
    run(
      .comparing(backend, hasUndo: share.isMultiple(of: 2)), backend, share, count: GraphSeed.count)
  }

  @Test(arguments: 0..<shareCount)
  func contextsAgreeWithPlainValuesWhileOthersSave(share: Int) {
    run(
      .disturbed(.file, hasUndo: share.isMultiple(of: 2)), .file, share, count: GraphSeed.count / 4)
  }

  /// Undo registration for a moved member reads the new owner's members, and detects another
  /// context's save.
  ///
  /// Those members were then read again, without members whose change was still pending.
  @Test(arguments: [true, false]) func newMembersAreKeptWhileOthersSave(hasUndo: Bool) throws {
    let steps = [
      Step(.insertGraph, (45_156, 48_252, 25_203, 37_723)),
      Step(.save, (35_112, 57_965, 50_849, 54_859)),
      Step(.letGo, (26_393, 22_454, 54_080, 6_649)),
      Step(.replaceMembers, (17_790, 28_590, 58_347, 25_011)),
    ]
    try ProgramRunner.disturbed(.file, hasUndo: hasUndo).attempt(steps)
  }

  /// A member that moves to a deleted model is deleted with it; its former owner lost it, too.
  @Test func formerOwnersOfDeletedMembersAreReported() throws {
    let steps = [
      Step(.insertGraph, (61_092, 50_806, 60_795, 49_254)),
      Step(.insertRelated, (1_300, 59_737, 49_316, 48_612)),
      Step(.save, (61_625, 44_729, 30_218, 36_645)),
      Step(.delete, (22_353, 44_919, 12_020, 32_767)),
      Step(.letGo, (24_138, 44_510, 16_098, 18_717)),
      Step(.edit, (50_630, 43_739, 39_216, 24_298)),
      Step(.save, (37_569, 27_797, 12_143, 34_341)),
    ]
    try ProgramRunner.comparing(.file, hasUndo: false).attempt(steps)
  }

  @Test(arguments: Backend.available, 0..<shareCount)
  func graphsStayConsistentUnderContention(_ backend: Backend, share: Int) {
    run(.contending(backend), backend, share, count: GraphSeed.count / 4)
  }

  @Test(arguments: Backend.available, 0..<shareCount)
  func pairsStayConsistentUnderContention(_ backend: Backend, share: Int) {
    run(.pairing(backend), backend, share, count: GraphSeed.count / 4)
  }

  /// Contexts behave the same if the layout of slots and arrays is unknown.
  @Test(arguments: Backend.available, [0, 1])
  func contextsAgreeWhereSlotLayoutIsNotTrusted(_ backend: Backend, share: Int) {
    SlotLayout.$isTrusted.withValue(false) {
      run(
        .comparing(backend, hasUndo: share == 0), backend, share, count: GraphSeed.count / 5)
    }
  }

  private func run(_ runner: ProgramRunner, _ backend: Backend, _ share: Int, count: Int) {
    let kinds = Backend.available.count
    for number in 0..<(count / (Self.shareCount * kinds)) {
      let place = (number * kinds + (backend == .file ? 1 : 0)) * Self.shareCount + share
      var generator = SeededGenerator(seed: GraphSeed.seed &+ UInt64(place))
      // Most programs are short; one in twenty has up to 200 steps.
      let length = Int.random(in: 5...(number % 20 == 0 ? 200 : 40), using: &generator)
      if let failure = runner.run(seed: generator.next(), length: length) {
        Issue.record("\(failure)\n\(TestRun.comment), length \(length)")
        return
      }
    }
  }
}
