import Foundation
import Locks
import PostgresDriver
import PostgresFormat
import PostgresTesting
import RandomTesting
import SQLCore
import Testing

@testable import PostgresRecords

/// Keys that programs create without the server.
@Suite("Keys without a sequence", .enabled(if: PostgresServer.isInstalled))
struct NodeKeysTests {
  /// The place of the node numbers.
  private struct Place: Sendable {
    let address: String
    let schema = "nodes_\(UUID().uuidString.prefix(8).lowercased())"

    /// A key generator of a program; its clock is ahead of others by `offset`.
    func makeKeys(
      _ lengths: NodeKeys.Lengths = NodeKeys.Lengths(),
      _ offset: @escaping @Sendable () -> Duration = { .zero }
    ) -> NodeKeys {
      NodeKeys(in: schema, lengths, now: { .now + offset() }) { body in
        let connection = try PostgresConnection(PostgresSettings(address))
        defer { connection.end() }
        try connection.execute("SET search_path TO \(schema)")
        try body(connection)
      }
    }
  }

  /// The keys that threads received.
  private final class Gathered: Sendable {
    private let state = Mutex<(ranges: [ClosedRange<Int64>], refusals: Int)>(([], 0))

    func add(_ ranges: [ClosedRange<Int64>]) { state.withLock { $0.ranges += ranges } }
    func refuse() { state.withLock { $0.refusals += 1 } }
    var ranges: [ClosedRange<Int64>] { state.withLock { $0.ranges } }
    var refusals: Int { state.withLock { $0.refusals } }
  }

  private let place: Place
  private let connection: PostgresConnection

  init() throws {
    place = Place(address: try PostgresServer.shared.address())
    connection = try PostgresConnection(PostgresSettings(place.address))
    try connection.execute(
      "CREATE SCHEMA \(place.schema); SET search_path TO \(place.schema)")
    try makeNodes(2_048)
  }

  private func makeNodes(_ count: Int) throws {
    try connection.execute(
      """
      DROP TABLE IF EXISTS openswiftdata_node; \
      CREATE TABLE openswiftdata_node (number integer PRIMARY KEY, until bigint NOT NULL, holder text); \
      INSERT INTO openswiftdata_node (number, until) SELECT n, 0 FROM generate_series(0, \(count - 1)) n
      """)
  }

  private func makeKeys() -> NodeKeys { place.makeKeys() }

  /// Runs `body` on a number of threads at the same time, and waits for all.
  private func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      Thread {
        body(number)
        group.leave()
      }.start()
    }
    group.wait()
  }

  private var seconds: Int64 { Int64(Date.now.timeIntervalSince1970) - 1_577_836_800 }

  @Test func keysIncreaseWithTime() throws {
    let keys = makeKeys()
    var last: Int64 = 0
    for count: Int64 in [1, 5, 1, 1 << 20, 3, 700_000, 700_000, 1] {
      let taken = try keys.take(count)
      #expect(taken.lowerBound > last)
      #expect(Int64(taken.count) == count)
      #expect(abs(NodeKeys.second(of: taken.lowerBound) - seconds) < 60)
      #expect(NodeKeys.second(of: taken.lowerBound) == NodeKeys.second(of: taken.upperBound))
      last = taken.upperBound
    }
    #expect(last > 0)
    #expect(last < .max)
  }

  /// Many programs at the same time, each with threads that share its node numbers.
  @Test func concurrentProgramsMakeDistinctKeys() throws {
    let generators = (0..<12).map { _ in makeKeys() }
    let all = Gathered()
    inThreads(24) { thread in
      let keys = generators[thread % generators.count]
      var own: [ClosedRange<Int64>] = []
      for step in 0..<40 {
        do { own.append(try keys.take(Int64(step % 7) * 20_000 + 1)) } catch { all.refuse() }
        if thread == 1, step % 10 == 9 { keys.giveBack() }
      }
      all.add(own)
    }
    #expect(all.refusals == 0)
    let ranges = all.ranges.sorted { $0.lowerBound < $1.lowerBound }
    #expect(ranges.count == 24 * 40)
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    // One of them may have released its number at the end.
    let held = try connection.rows("SELECT count(holder) FROM openswiftdata_node")
    #expect(held == [[.integer(12)]] || held == [[.integer(11)]])
  }

  /// Node numbers are reassigned: clocks are wrong, programs stall, and they continue after their
  /// lease expired.
  @Test func keysStayDistinctAfterLeasesExpire() throws {
    try makeNodes(3)
    let all = Gathered()
    let place = place
    let end = ContinuousClock.now + .seconds(TestRun.isShort ? 2 : 12)
    inThreads(6) { number in
      var random = SeededGenerator(seed: UInt64(number))
      let offset = Mutex<Duration>(.zero)
      let keys = place.makeKeys(NodeKeys.Lengths(first: 1, later: 1)) { offset.withLock { $0 } }
      while ContinuousClock.now < end {
        do {
          let taken = try keys.take(Int64.random(in: 1...400_000, using: &random))
          all.add([taken])
        } catch {
          all.refuse()
        }
        switch Int.random(in: 0..<40, using: &random) {
        case 0: offset.withLock { $0 += .milliseconds(800) }
        case 1: offset.withLock { $0 -= .seconds(3) }
        case 2: keys.giveBack()
        case 3: Thread.sleep(forTimeInterval: 1.5)
        default: Thread.sleep(forTimeInterval: 0.05)
        }
      }
    }
    let ranges = all.ranges.sorted { $0.lowerBound < $1.lowerBound }
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    #expect(ranges.count > 20)
    #expect(all.refusals > 0)
    print("\(ranges.count) runs of keys, \(all.refusals) refusals")
  }

  /// A program that claims a number starts after the last second of the former owner's lease, even
  /// if the clock was changed.
  @Test func keysBeginAfterTheFormerLease() throws {
    try makeNodes(1)
    let first = makeKeys()
    let own = try first.take(1)
    // The server's clock was set far ahead and back again: according to the table the lease has
    // expired.
    try connection.execute("UPDATE openswiftdata_node SET holder = NULL")
    let second = makeKeys()
    let others = try second.take(1)
    #expect(NodeKeys.second(of: others.lowerBound) >= NodeKeys.second(of: own.lowerBound) + 60)
    let late = try first.take(1)
    #expect(late.upperBound < others.lowerBound)
    #expect(late.lowerBound > own.upperBound)
  }

  /// Keys of copied rows are skipped.
  @Test func keysExceedCopiedKeys() throws {
    let high = (seconds + 500) << 31
    try connection.run(NodeLease.raise(in: place.schema), [.integer(NodeKeys.second(of: high) + 1)])
    let keys = makeKeys()
    let first = try keys.take(10)
    #expect(first.lowerBound > high)
    keys.giveBack()
    #expect(try makeKeys().take(1).lowerBound > high)
  }

  @Test func keysAreRefusedWithoutAFreeNumber() throws {
    try makeNodes(2)
    let holders = [makeKeys(), makeKeys()]
    for holder in holders { _ = try holder.take(1) }
    let late = makeKeys()
    let error = #expect(throws: SQLError.self) { try late.take(1) }
    #expect(error?.kind == .busy)
    holders[0].giveBack()
    #expect(throws: Never.self) { try late.take(1) }
  }
}
