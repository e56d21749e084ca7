import RandomTesting
import Testing

@testable import RecordStore

@Suite("Positions with gaps")
struct SpacedPositionTests {
  /// Applies the changes of a list's positions.
  private func write(
    _ members: [Int64], _ known: inout [Int64: Int64], above least: Int64? = nil
  ) -> Int {
    known = known.filter { members.contains($0.key) }
    let changes = SpacedPositions.changes(of: members, known: known, above: least)
    for change in changes { known[change.member] = change.position }
    let positions = members.map { known[$0] ?? .min }
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }, "\(positions)")
    #expect(positions.allSatisfy { $0 > least ?? .min })
    return changes.count
  }

  @Test func aMovedMemberChangesNoOther() {
    var members = Array(Int64(1)...1_000)
    var known: [Int64: Int64] = [:]
    #expect(write(members, &known) == 1_000)
    for (from, to) in [(999, 0), (3, 500), (500, 3), (0, 999), (998, 999)] {
      members.insert(members.remove(at: from), at: to)
      #expect(write(members, &known) == 1)
    }
    #expect(write(members, &known) == 0)
  }

  /// Earlier releases wrote positions without gaps.
  @Test func positionsWithoutGapsAreSpreadOnce() {
    var members = Array(Int64(1)...100)
    var known = Dictionary(uniqueKeysWithValues: members.map { ($0, $0 - 1) })
    members.insert(members.remove(at: 99), at: 1)
    #expect(write(members, &known) > 90)
    members.insert(members.remove(at: 99), at: 1)
    #expect(write(members, &known) == 1)
  }

  /// Each member between the same two halves their gap.
  @Test func aUsedUpGapIsMadeAgain() {
    var members: [Int64] = [1, 2]
    var known: [Int64: Int64] = [:]
    _ = write(members, &known)
    var written = 0
    for new in Int64(3)..<200 {
      members.insert(new, at: 1)
      written += write(members, &known)
    }
    #expect(written < 4_000)
  }

  @Test func theLongestRunIsKept() {
    let run = [3, 1, 2, 9, 4, 5].longestRun(by: <)
    #expect(run == [1, 2, 4, 5])
    let (empty, equal) = ([Int]().longestRun(by: <), [2, 2].longestRun(by: <))
    #expect(empty.isEmpty && equal.count == 1)
  }

  @Test func impossiblePositionsAreReplaced() {
    var known: [Int64: Int64] = [1: .max, 2: .min, 3: 0, 4: .max - 1]
    #expect(write([2, 3, 4, 1, 5], &known) == 4)
    known = [1: .max, 2: .min, 3: 0, 4: -5]
    _ = write([4, 3, 2, 1], &known, above: 0)
  }

  @Test(arguments: [UInt64(1), 2, 3], [nil, 0])
  func randomListsStayInOrder(_ seed: UInt64, _ least: Int64?) {
    var generator = SeededGenerator(seed: TestRun.seed(seed))
    var members: [Int64] = []
    var known: [Int64: Int64] = [:]
    for step in 0..<TestRun.count(10_000) {
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0 where !members.isEmpty:
          members.remove(at: Int.random(in: members.indices, using: &generator))
        case 1 where !members.isEmpty:
          let moved = members.remove(at: Int.random(in: members.indices, using: &generator))
          members.insert(moved, at: Int.random(in: 0...members.count, using: &generator))
        default:
          members.insert(
            Int64(1_000_000 + 10 * step + members.count % 10) &* 31 % 1_000_003,
            at: Int.random(in: 0...members.count, using: &generator))
        }
      }
      var seen: Set<Int64> = []
      members = members.filter { seen.insert($0).inserted }
      if Int.random(in: 0..<50, using: &generator) == 0 { members.shuffle(using: &generator) }
      if members.count > 60 { members.removeFirst(30) }
      _ = write(members, &known, above: least)
    }
  }
}
