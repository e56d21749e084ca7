import DataSchema
import RandomSchemas
import Foundation
import SQLiteDriver
import Testing

/// Automatic migration of random data between random schemas, checked against the rules.
@Suite("Evolution of random schemas")
struct EvolutionPropertyTests {
  @Test func evolutionFollowsTheRules() throws {
    let seed = TestRun.seed(20_260_701)
    let scratch = try SQLiteConnection(path: "", mode: .inMemory)
    var distribution = EvolutionDistribution()
    var failures = 0
    for index in 0..<UInt64(TestRun.count(6_000)) {
      let testCase = EvolutionCase.random(seed: seed &+ index)
      do {
        for outcome in try EvolutionTrial.outcomes(of: testCase, scratch: scratch) {
          distribution.add(outcome)
        }
      } catch {
        let smallest = Self.reduced(testCase, error, scratch)
        Issue.record(
          "\(TestRun.comment), pair \(index): \(smallest.error)\n\(smallest.testCase)")
        failures += 1
        if failures == 3 { return }
      }
    }
    if TestRun.isWhole { distribution.check() }
  }

  /// The case without any changes and rows that are not needed for it to fail.
  private static func reduced(
    _ testCase: EvolutionCase, _ error: any Error, _ scratch: SQLiteConnection
  ) -> (testCase: EvolutionCase, error: any Error) {
    for smaller in testCase.reductions {
      do {
        _ = try EvolutionTrial.outcomes(of: smaller, scratch: scratch)
      } catch let smallerError {
        return reduced(smaller, smallerError, scratch)
      }
    }
    return (testCase, error)
  }
}

/// The number of times that each outcome occurred.
struct EvolutionDistribution {
  private var migrated = 0
  private var refused = 0
  private var problems: [String: Int] = [:]

  mutating func add(_ outcome: EvolutionCase.Outcome) {
    switch outcome {
    case .migrated: migrated += 1
    case .refused(let obstacles):
      refused += 1
      for kind in Set(obstacles.map(\.problem.kind)) { problems[kind, default: 0] += 1 }
    }
  }

  /// Fails if too few cases test something: the test would be worthless.
  func check() {
    let summary = "\(migrated) migrated, \(refused) refused: \(problems)"
    print(summary)
    #expect(migrated >= refused, "\(summary)")
    let kinds = [
      "typeChange", "kindChange", "destinationChange", "claimedTwice", "missingValues",
      "duplicates", "inexact", "tooManyTargets",
    ]
    for kind in kinds { #expect(problems[kind, default: 0] >= 5, "\(kind): \(summary)") }
  }
}

extension MigrationObstacle.Problem {
  fileprivate var kind: String {
    switch self {
    case .typeChange: "typeChange"
    case .kindChange: "kindChange"
    case .destinationChange: "destinationChange"
    case .claimedTwice: "claimedTwice"
    case .missingValues: "missingValues"
    case .duplicates: "duplicates"
    case .inexact: "inexact"
    case .tooManyTargets: "tooManyTargets"
    case .becomesAbstract: "becomesAbstract"
    }
  }
}
