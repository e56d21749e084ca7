/// What random tests begin with.
enum TestSeed {
  static let seed = TestRun.seed(1)
  static let count = TestRun.count(20_000)
}
