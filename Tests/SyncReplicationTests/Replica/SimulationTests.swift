import Foundation
import RandomTesting
import Testing

@testable import SyncReplication

@Suite("Devices that sync at random")
struct SimulationTests {
  /// How many schedules, which take an unoptimized build ten times as long; a million are tried with `make simulate`.
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

  /// Two at a time, since each waits for nobody.
  @Test(arguments: 0..<2)
  func converge(_ part: Int) async throws {
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

  /// Schedules with a server that keeps pairs of many-to-many relationships, and an app that changes these alone.
  @Test func convergeWithPairs() async throws {
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

  /// Schedules with pairs that once found a mistake each: a pair of a list that was sent once more, one whose end was
  /// gone, those of a record that came back, one of a member that was added again, and a first transaction of a store
  /// that failed after it had made the tables of the history.
  @Test(
    arguments: [
      5_000_013, 5_000_049, 5_000_253, 6_000_958, 577_325_481_841_051_346, 3_000_358, 3_000_564,
      3_005_147, 702_998_536_187_134_460, 830_000_015_763,
    ] as [UInt64])
  func convergeWithPairsWhereTheyOnceDidNot(_ seed: UInt64) async throws {
    try await Simulation.withPairs(seed).run()
  }

  /// Schedules that once found a mistake each, before anything but edits and faults happened in them.
  @Test(
    arguments: [
      1_000_010, 1_000_041, 1_000_281, 1_000_044, 1_000_060, 1_000_212, 1_000_229, 1_000_725,
      78_000_027, 78_000_082, 78_000_179, 78_000_267, 78_000_272, 78_000_532,
    ] as [UInt64])
  func convergeWhereTheyOnceDidNot(_ seed: UInt64) async throws {
    try await Simulation(seed: seed, scenario: .plain).run()
  }

  /// Schedules that once found a mistake each; all of the greatest length.
  @Test(
    arguments: [
      1_000_011, 1_000_134, 1_000_140, 1_000_192, 1_000_261, 1_000_368, 1_000_421, 1_000_543,
      2_000_446, 2_000_584, 2_001_508, 2_002_245, 2_002_507, 4_001_307,
    ] as [UInt64])
  func convergeWithAllThatMayHappen(_ seed: UInt64) async throws {
    var simulation = Simulation(seed: seed)
    simulation.scenario.crashPlace = .ledger
    (simulation.scenario.movesAllMembers, simulation.scenario.favorsMembers) = (false, false)
    try await simulation.run()
  }

  /// The same of other lengths.
  @Test(
    arguments: [(296_755_715_108_149_592, 32), (296_755_715_108_149_916, 28), (9_048_003, 39)]
      as [(UInt64, Int)])
  func convergeAfterSomeSteps(_ seed: UInt64, _ count: Int) async throws {
    var simulation = Simulation(seed: seed, steps: Array(0..<count))
    simulation.scenario.crashPlace = .ledger
    (simulation.scenario.movesAllMembers, simulation.scenario.favorsMembers) = (false, false)
    try await simulation.run()
  }

  /// Schedules that favor members and once found a mistake each: friends whose records turned out to be older,
  /// partners of records that turned out to be one, a pair that one end gave up before the other told it, a friend
  /// who was given up under the name that he had taken over, and an owner given up by whom his double took along.
  @Test(
    arguments: [
      (30_008_710, [4, 5, 7, 18, 22, 23, 26, 31, 33, 34, 39, 49, 51]),
      (35_000_189, [8, 10, 13, 18, 19, 20, 23]),
      (70_040_077, [0, 1, 3, 5, 11, 14, 16, 24, 34]),
      (41_003_583, [0, 2, 4, 8, 10, 11, 14, 17, 20, 21, 22, 35, 36, 40, 47, 54]),
      (90_140_190, [7, 13, 16, 17, 24, 26, 30, 32, 36, 37, 46, 52]),
      (90_153_827, [6, 7, 8, 15, 23, 28, 29, 31, 32, 36, 37]),
    ] as [(UInt64, [Int])])
  func convergeWithManyMembers(_ seed: UInt64, _ steps: [Int]) async throws {
    var simulation = Simulation(seed: seed, steps: steps)
    simulation.scenario.favorsMembers = true
    try await simulation.run()
  }

  /// Schedules that once found a mistake each, most of them with a server that is put back or emptied: marks that were
  /// written again, a cursor that led past changes, large values and pieces of them, a double that was deleted, a device
  /// that sent a large value again which it had never got, records in doubt when a page was lost, and a partner who was
  /// free when the one who kept him from others turned out to be a double.
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
  func convergeWhereServersLoseData(_ seed: UInt64) async throws {
    try await Simulation.ofRandomLength(seed).run()
  }

  /// Schedules with a device whose clock is ahead and servers that lose data, which once brought back a value that
  /// somebody had replaced: two values from the future, and values whose times are far apart.
  @Test(
    arguments: [890_007_057, 890_009_502, 890_015_074, 890_030_607, 890_038_897] as [UInt64])
  func devicesConvergeWhereClocksAreAheadAndServersLoseData(_ seed: UInt64) async throws {
    let simulation = Simulation.atRandom(seed)
    #expect(simulation.scenario.hasFuture && simulation.scenario.losesData)
    try await simulation.run()
  }

  /// A line that was deleted with its note comes back with an edit, and its note with it, which it could not be
  /// without; then another device's move gives the line to another note.
  @Test func convergeWhereWhatIsNeededForAWhileComesBack() async throws {
    let steps = [2, 6, 7, 18, 24, 27, 28, 29, 39, 41, 45, 46, 54]
    try await Simulation(seed: 61_958_079_939_748_006, steps: steps).run()
  }

  /// A line was made for a note that another device deleted without having heard of the line: who reads of both puts
  /// the note back, which stays when the line has been given to another note meanwhile.
  @Test func convergeWhereAnUnheardOfLineKeepsItsNote() async throws {
    let steps = [0, 2, 6, 8, 9, 10, 11, 12, 14, 15, 16, 20, 25, 34]
    try await Simulation(seed: 92_015_799, steps: steps).run()
  }

  /// A note was deleted with a line of which the server had not answered that it has it: who heard of the line after the
  /// note was gone put the note back, and the line was deleted later.
  @Test func convergeWhereADeletedLineIsUnanswered() async throws {
    let steps = [15, 17, 18, 22, 24, 25, 30]
    try await Simulation(seed: 92_128_577, steps: steps).run()
  }

  /// A line was given to another note and deleted with it, of which nobody had heard who edited it as a line of its
  /// former note, which was deleted as well: the line comes back to that note, and is deleted later.
  @Test func convergeWhereALineComesBackToItsFormerNote() async throws {
    let steps = [0, 2, 3, 4, 6, 7, 8, 11, 12, 13, 22]
    try await Simulation(seed: 92_208_122, steps: steps).run()
  }

  /// A server writes over an edit of which the writer does not know, who deletes the record then.
  @Test(
    arguments: [
      (92_124_637, [0, 4, 5, 6, 9, 13, 16, 19, 23, 40, 41]),
      (92_131_230, [1, 3, 4, 9, 10, 11, 14, 15, 17, 18, 19, 20, 37, 38]),
    ] as [(UInt64, [Int])])
  func convergeWhereWhatWasWrittenOverIsDeleted(_ seed: UInt64, _ steps: [Int]) async throws {
    try await Simulation(seed: seed, steps: steps).run()
  }

  /// Notes and their lines were deleted, and not all of them went with one request: the lines have to go first.
  @Test func convergeWhereDeletionsGoInParts() async throws {
    let steps = [
      6, 9, 10, 13, 17, 20, 21, 23, 27, 28, 29, 30, 31, 32, 33, 34, 38, 39, 43, 44, 48, 49,
    ]
    try await Simulation(seed: 91_034_284, steps: steps).run()
  }

  /// A line that a late request brings back when both the line and its note are deleted: it waits for ever, and
  /// everything else is equal.
  @Test func convergeBesideWhatNobodyCanShow() async throws {
    let steps = [0, 1, 2, 4, 6, 10, 12, 28, 34, 36, 39]
    try await Simulation(seed: 299_139_884_210_861_717, steps: steps).run()
  }

  /// A store that was emptied is like a new one, so that a schedule is repeated by its seed alone.
  @Test func emptiedStoresAreLikeNewOnes() async throws {
    let stores = SimulatedStores()
    for number in 0..<4 as Range<UInt64> {
      var simulation = Simulation.ofRandomLength(TestRun.seed(1_000_000) &+ number)
      // So many steps of SQLite's end elsewhere where tables are still to be made.
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

  /// One schedule, said by `OPENSWIFTDATA_SYNC_SEED`, for a look at what it does.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["OPENSWIFTDATA_SYNC_SEED"] != nil))
  func convergeOnce() async throws {
    let text = ProcessInfo.processInfo.environment["OPENSWIFTDATA_SYNC_SEED"] ?? ""
    try await Self.check(try #require(UInt64(text)))
  }
}
