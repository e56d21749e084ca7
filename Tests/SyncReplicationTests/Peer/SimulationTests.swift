import Foundation
import RandomTesting
import Testing

@testable import SyncReplication

@Suite("Devices that sync at random")
struct SimulationTests {
  /// The number of schedules; an unoptimized build takes ten times as long for each.
  ///
  /// `make simulate` runs a million.
  private static let count =
    ProcessInfo.processInfo.environment["OPENSWIFTDATA_SIMULATIONS"].flatMap(Int.init)
    ?? TestRun.count(5_000, atLeast: 200)

  private static func check(_ seed: UInt64) async throws {
    do {
      try await Simulation.atRandom(seed).run()
    } catch {
      var reduced = Simulation.atRandom(seed)
      let steps = await reduced.reduced()
      (reduced.steps, reduced.isTold) = (steps, true)
      do { try await reduced.run() } catch { print("reduced:", error) }
      Issue.record("seed \(seed), \(reduced.scenario), steps \(steps): \(error)")
    }
  }

  /// Two parts in parallel, because neither ever waits.
  @Test(arguments: 0..<2)
  func devicesConverge(_ part: Int) async throws {
    let first =
      ProcessInfo.processInfo.environment["OPENSWIFTDATA_SIMULATION_START"].flatMap(UInt64.init)
      ?? TestRun.seed(1_000_000)
    var failures = 0
    let stores = SimulatedStores()
    for number in stride(from: part, to: Self.count, by: 2) where failures < 3 {
      let seed = first &+ UInt64(number)
      do {
        var simulation = Simulation.atRandom(seed)
        simulation.stores = stores
        try await simulation.run()
      } catch {
        failures += 1
        let reduced = await Simulation.atRandom(seed).reduced()
        let scenario = Simulation.atRandom(seed).scenario
        Issue.record("seed \(seed), \(scenario), steps \(reduced): \(error)")
      }
    }
  }

  /// Schedules with a server that keeps pairs of many-to-many relationships, and an app that
  /// changes only these pairs.
  @Test func devicesConvergeWithPairs() async throws {
    let first =
      ProcessInfo.processInfo.environment["OPENSWIFTDATA_SIMULATION_START"].flatMap(UInt64.init)
      ?? TestRun.seed(3_000_000)
    var failures = 0
    for number in 0..<max(25, Self.count / 10) where failures < 3 {
      do {
        try await Simulation.withPairs(first &+ UInt64(number)).run()
      } catch {
        failures += 1
        let seed = first &+ UInt64(number)
        var reduced = Simulation.withPairs(seed)
        reduced.steps = await reduced.reduced()
        reduced.isTold = failures == 1
        do { try await reduced.run() } catch { print("reduced:", error) }
        Issue.record("seed \(seed), \(reduced.scenario), steps \(reduced.steps ?? []): \(error)")
      }
    }
  }

  /// Schedules with pairs that found bugs: a pair of a list that was sent again, a pair with a
  /// deleted end, and pairs of a restored record.
  ///
  /// Also a pair of a member that was added again, and a store's first transaction that failed
  /// after it created the history tables.
  @Test(
    arguments: [
      5_000_013, 5_000_049, 5_000_253, 6_000_958, 577_325_481_841_051_346, 3_000_358, 3_000_564,
      3_005_147, 702_998_536_187_134_460, 830_000_015_763,
    ] as [UInt64])
  func devicesConvergeWithPairsWhereTheyOnceFailed(_ seed: UInt64) async throws {
    try await Simulation.withPairs(seed).run()
  }

  /// Schedules that found bugs when simulations had only edits and faults.
  @Test(
    arguments: [
      1_000_010, 1_000_041, 1_000_281, 1_000_044, 1_000_060, 1_000_212, 1_000_229, 1_000_725,
      78_000_027, 78_000_082, 78_000_179, 78_000_267, 78_000_272, 78_000_532,
    ] as [UInt64])
  func devicesConvergeWhereTheyOnceFailed(_ seed: UInt64) async throws {
    try await Simulation(seed: seed, scenario: .plain).run()
  }

  /// Schedules of the greatest length that found bugs.
  @Test(
    arguments: [
      1_000_011, 1_000_134, 1_000_140, 1_000_192, 1_000_261, 1_000_368, 1_000_421, 1_000_543,
      2_000_446, 2_000_584, 2_001_508, 2_002_245, 2_002_507, 4_001_307,
    ] as [UInt64])
  func devicesConvergeInFullScenarios(_ seed: UInt64) async throws {
    var simulation = Simulation(seed: seed)
    simulation.scenario.crashPlace = .ledger
    (simulation.scenario.movesAllMembers, simulation.scenario.favorsMembers) = (false, false)
    try await simulation.run()
  }

  /// Schedules of other lengths that found bugs.
  @Test(
    arguments: [(296_755_715_108_149_592, 32), (296_755_715_108_149_916, 28), (9_048_003, 39)]
      as [(UInt64, Int)])
  func devicesConvergeAfterSomeSteps(_ seed: UInt64, _ count: Int) async throws {
    var simulation = Simulation(seed: seed, steps: Array(0..<count))
    simulation.scenario.crashPlace = .ledger
    (simulation.scenario.movesAllMembers, simulation.scenario.favorsMembers) = (false, false)
    try await simulation.run()
  }

  /// Schedules that favor members and found bugs: friends whose records turned out to be older, and
  /// partners of records that were merged.
  ///
  /// Also a pair that one end removed before the other reported it, and a removed friend whose name
  /// was adopted from another record. Also a removed owner that his duplicate deleted by cascade.
  @Test(
    arguments: [
      (30_008_710, [4, 5, 7, 18, 22, 23, 26, 31, 33, 34, 39, 49, 51]),
      (35_000_189, [8, 10, 13, 18, 19, 20, 23]),
      (70_040_077, [0, 1, 3, 5, 11, 14, 16, 24, 34]),
      (41_003_583, [0, 2, 4, 8, 10, 11, 14, 17, 20, 21, 22, 35, 36, 40, 47, 54]),
      (90_140_190, [7, 13, 16, 17, 24, 26, 30, 32, 36, 37, 46, 52]),
      (90_153_827, [6, 7, 8, 15, 23, 28, 29, 31, 32, 36, 37]),
    ] as [(UInt64, [Int])])
  func devicesConvergeWithManyMembers(_ seed: UInt64, _ steps: [Int]) async throws {
    var simulation = Simulation(seed: seed, steps: steps)
    simulation.scenario.favorsMembers = true
    try await simulation.run()
  }

  /// Schedules that found bugs, most of them with a server that is restored or emptied: marks that
  /// were written again, a cursor that skipped changes, large values and their pieces.
  ///
  /// Also a deleted duplicate, a device that sent a large value again without having received it,
  /// and uncertain records when a page was lost. Also a partner who became free when the record
  /// that held him turned out to be a duplicate.
  @Test(
    arguments: [
      50_000_867, 50_003_488, 305_952_554_949_228_767, 305_952_554_949_228_805,
      305_952_554_949_228_955, 305_952_554_949_229_331, 305_952_554_949_229_608,
      305_952_554_949_229_754, 305_952_554_949_230_045, 305_952_554_949_230_157,
      305_952_554_949_230_329, 305_952_554_949_230_356, 305_952_554_949_230_446,
      305_952_554_949_230_814, 305_952_554_949_232_524, 305_952_554_949_233_256,
      305_952_554_949_235_329, 305_952_554_949_247_382, 305_952_554_949_251_150,
      305_952_554_949_278_040, 305_952_554_949_283_906,
      410_180_790_219_733_466, 820_000_016_377, 870_000_022_567, 876_001_000_632, 870_001_012_484,
    ] as [UInt64])
  func devicesConvergeWhereServersLoseData(_ seed: UInt64) async throws {
    try await Simulation.ofRandomLength(seed).run()
  }

  /// Schedules with a device whose clock is ahead and servers that lose data.
  ///
  /// They once restored a replaced value: two values from the future, and values whose times are
  /// far apart.
  @Test(
    arguments: [890_007_057, 890_009_502, 890_015_074, 890_030_607, 890_038_897] as [UInt64])
  func devicesConvergeWhereClocksAreAheadAndServersLoseData(_ seed: UInt64) async throws {
    let simulation = Simulation.atRandom(seed)
    #expect(simulation.scenario.hasFuture)
    #expect(simulation.scenario.losesData)
    try await simulation.run()
  }

  /// An edit restores a line that was deleted with its note, and the note with it, because the line
  /// requires it.
  ///
  /// Then another device's move gives the line to another note.
  @Test func devicesConvergeWhereADeletedLineRestoresItsNote() async throws {
    let steps = [2, 6, 7, 18, 24, 27, 28, 29, 39, 41, 45, 46, 54]
    try await Simulation(seed: 61_958_079_939_748_006, steps: steps).run()
  }

  /// A line was created for a note that another device deleted without having seen the line.
  ///
  /// A device that reads both restores the note, which stays even if the line has moved to another
  /// note meanwhile.
  @Test func devicesConvergeWhereAnUnseenLineKeepsItsNote() async throws {
    let steps = [0, 2, 6, 8, 9, 10, 11, 12, 14, 15, 16, 20, 25, 34]
    try await Simulation(seed: 92_015_799, steps: steps).run()
  }

  /// A note was deleted with a line whose save the server had not confirmed.
  ///
  /// A device that received the line after the note's deletion restored the note, and the line was
  /// deleted later.
  @Test func devicesConvergeWhereADeletedLineIsUnconfirmed() async throws {
    let steps = [15, 17, 18, 22, 24, 25, 30]
    try await Simulation(seed: 92_128_577, steps: steps).run()
  }

  /// A line moved to another note and was deleted with it.
  ///
  /// Another device, which had seen neither, edited it as a line of its former note, which was
  /// deleted as well. The line returns to that note, and is deleted later.
  @Test func devicesConvergeWhereALineReturnsToItsNote() async throws {
    let steps = [0, 2, 3, 4, 6, 7, 8, 11, 12, 13, 22]
    try await Simulation(seed: 92_208_122, steps: steps).run()
  }

  /// A server overwrites an edit that the writer does not know; the writer then deletes the record.
  @Test(
    arguments: [
      (92_124_637, [0, 4, 5, 6, 9, 13, 16, 19, 23, 40, 41]),
      (92_131_230, [1, 3, 4, 9, 10, 11, 14, 15, 17, 18, 19, 20, 37, 38]),
    ] as [(UInt64, [Int])])
  func devicesConvergeAfterDeletingOverwrittenRecords(_ seed: UInt64, _ steps: [Int]) async throws {
    try await Simulation(seed: seed, steps: steps).run()
  }

  /// Notes and their lines were deleted in several requests: the lines must be deleted first.
  @Test func devicesConvergeWhereDeletionsAreSentInParts() async throws {
    let steps = [
      6, 9, 10, 13, 17, 20, 21, 23, 27, 28, 29, 30, 31, 32, 33, 34, 38, 39, 43, 44, 48, 49,
    ]
    try await Simulation(seed: 91_034_284, steps: steps).run()
  }

  /// A late request restores a line whose note is deleted as well: the line waits forever, and
  /// everything else converges.
  @Test func devicesConvergeBesideALineWithoutANote() async throws {
    let steps = [0, 1, 2, 4, 6, 10, 12, 28, 34, 36, 39]
    try await Simulation(seed: 299_139_884_210_861_717, steps: steps).run()
  }

  /// An emptied store behaves like a new one, so that the seed alone reproduces a schedule.
  @Test func emptiedStoresAreLikeNewOnes() async throws {
    let stores = SimulatedStores()
    for number in 0..<4 as Range<UInt64> {
      var simulation = Simulation.ofRandomLength(TestRun.seed(1_000_000) &+ number)
      // The same number of SQLite steps ends elsewhere if tables must still be created.
      simulation.scenario.crashPlace = .ledger
      var told: [String] = []
      for isNew in [true, false, false] {
        simulation.stores = isNew ? nil : stores
        try await simulation.run { devices in
          told.append(try devices.map { try $0.told() }.joined(separator: "; "))
        }
      }
      #expect(told[1] == told[0])
      #expect(told[2] == told[0])
    }
    #expect(stores.count > 0)
  }

  /// One schedule, given by `OPENSWIFTDATA_SYNC_SEED`, to inspect what it does.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["OPENSWIFTDATA_SYNC_SEED"] != nil))
  func devicesConvergeInOneSchedule() async throws {
    let text = ProcessInfo.processInfo.environment["OPENSWIFTDATA_SYNC_SEED"] ?? ""
    try await Self.check(try #require(UInt64(text)))
  }
}
