import Testing

@testable import OpenSwiftData

@Suite("Fetch results")
struct FetchResultsCollectionTests {
  private final class Log {
    var ranges: [Range<Int>] = []
  }

  private func numbers(_ count: Int, by batchSize: Int, _ log: Log) -> FetchResultsCollection<Int> {
    FetchResultsCollection(count: count, batchSize: batchSize) { range in
      log.ranges.append(range)
      return Array(range)
    }
  }

  @Test(arguments: [0, 1, 2, 3, 7, 10, 11], [-1, 1, 3, 5, 100])
  func resultsHaveEveryElementInOrder(_ count: Int, _ batchSize: Int) {
    let log = Log()
    let results = numbers(count, by: batchSize, log)
    #expect(Array(results) == Array(0..<count))
    #expect(results.reversed() == (0..<count).reversed())
    #expect(results.count == count)
  }

  @Test func elementsAreNotReadUntilUsed() {
    let log = Log()
    let results = numbers(10, by: 4, log)
    #expect(results.count == 10)
    #expect(log.ranges.isEmpty)
    #expect(results[9] == 9)
    #expect(log.ranges == [8..<10])
  }

  @Test func eachBatchIsReadOnceInOrder() {
    let log = Log()
    let results = numbers(10, by: 4, log)
    for number in results { #expect(number < 10) }
    #expect(log.ranges == [0..<4, 4..<8, 8..<10])
    #expect(results[0] == 0)
    #expect(results[5] == 5)
    #expect(log.ranges.count == 3)
  }

  @Test func theLeastRecentlyUsedBatchIsForgotten() {
    let log = Log()
    let results = numbers(20, by: 1, log)
    for position in 0..<8 { _ = results[position] }
    _ = results[0]
    _ = results[8]
    _ = results[0]
    #expect(log.ranges.count == 9)
    _ = results[1]
    #expect(log.ranges.last == 1..<2)
  }

  @Test func resultsHoldGivenElements() {
    let results = FetchResultsCollection(["a", "b"])
    #expect(results.last == "b")
    #expect(FetchResultsCollection([Int]()).isEmpty)
  }
}
