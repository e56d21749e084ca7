/// The seed and the number of cases of random tests.
enum TestSeed {
  static let seed = TestRun.seed(1)
  static let count = TestRun.count(20_000)
}
