import Foundation

/// Where random tests begin, and how much of what they could do they try.
///
/// By default they begin with the same seeds every time, so that a result tells of a change, and try a
/// tenth, or what is said below in a build without optimization, which takes several times as long. In
/// the environment, `OPENSWIFTDATA_SEED` moves all seeds, by a number or by one made up for the run
/// (`random`), and `OPENSWIFTDATA_SHARE` says how much to try, in percent.
package enum TestRun {
  /// What repeats the run, for messages about failures.
  package static let comment = "OPENSWIFTDATA_SEED=\(shift) OPENSWIFTDATA_SHARE=\(share)"

  /// The seed of a test, or of one case of it, in this run.
  package static func seed(_ own: UInt64) -> UInt64 { own &+ shift }

  /// How many cases to try of those of a whole run.
  package static func count(_ whole: Int, atLeast minimum: Int = 1) -> Int {
    max(minimum, whole * share / 100)
  }

  /// Whether less is tried than a tenth, as without optimization or under a sanitizer.
  package static var isShort: Bool { share < 10 }

  /// Whether everything is tried.
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
    // A test that crashes says nothing any more.
    print("OPENSWIFTDATA_SEED=\(number)")
    return number
  }()
}
