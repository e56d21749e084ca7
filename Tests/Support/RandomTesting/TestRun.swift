import Foundation

/// The seeds of random tests, and the share of their cases to run.
///
/// By default, tests use the same seeds every time, so that a different result is caused by a
/// change. They run a tenth of their cases, or less in a build without optimization, which takes
/// several times as long. The environment variable `OPENSWIFTDATA_SEED` shifts all seeds by a
/// number, or by a random one (`random`), and `OPENSWIFTDATA_SHARE` is the share of cases in
/// percent.
package enum TestRun {
  /// The variables that repeat the run, for messages about failures.
  package static let comment = "OPENSWIFTDATA_SEED=\(shift) OPENSWIFTDATA_SHARE=\(share)"

  /// The seed of a test, or of one of its cases, in this run.
  package static func seed(_ own: UInt64) -> UInt64 { own &+ shift }

  /// The number of cases to run out of those of a full run.
  package static func count(_ whole: Int, atLeast minimum: Int = 1) -> Int {
    max(minimum, whole * share / 100)
  }

  /// Whether less than a twentieth is run, as without optimization or with a sanitizer.
  package static var isShort: Bool { share < 5 }

  /// Whether all cases are run.
  package static var isWhole: Bool { share >= 100 }

  private static let environment = ProcessInfo.processInfo.environment
  private static let share = environment["OPENSWIFTDATA_SHARE"].flatMap(Int.init) ?? usualShare

  #if DEBUG
    private static let usualShare = 3
  #else
    private static let usualShare = 10
  #endif

  private static let shift: UInt64 = {
    guard let text = environment["OPENSWIFTDATA_SEED"] else { return 0 }
    if let number = UInt64(text) { return number }
    let number = UInt64.random(in: 1...UInt64.max)
    // Printed now, because a test that crashes cannot report the seed.
    print("OPENSWIFTDATA_SEED=\(number)")
    return number
  }()
}
