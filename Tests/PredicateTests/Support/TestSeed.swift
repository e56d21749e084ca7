import Foundation

/// What random tests begin with.
///
/// `PREDICATE_SEED` repeats a run, `PREDICATE_COUNT` sets the number of predicates.
enum TestSeed {
  private static let environment = ProcessInfo.processInfo.environment
  static let seed =
    environment["PREDICATE_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
  static let count = environment["PREDICATE_COUNT"].flatMap(Int.init) ?? 20_000
}
