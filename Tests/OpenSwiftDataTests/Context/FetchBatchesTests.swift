import Testing

@testable import OpenSwiftData

/// The keys of recent results, used to load neighbouring faults together.
@Suite("Keys of recent results")
struct FetchBatchesTests {
  @Test func neighboursOfAKeyAreFound() {
    var batches = FetchBatches()
    let number = batches.nextNumber()
    batches.add(Array(1...2_000), number: number)
    let (after, before) = batches.keys(around: 1_000, number: number)
    #expect(Array(after) == Array(1_001...1_499))
    #expect(Array(before) == Array(501...999))
    #expect(batches.keys(around: 5_000, number: number).0.isEmpty)
    #expect(batches.keys(around: 1, number: number + 1).0.isEmpty)
  }

  @Test func eachOfManyResultsIsFound() {
    var batches = FetchBatches()
    let numbers = (0..<1_000).map { index -> UInt32 in
      let number = batches.nextNumber()
      // Results with a single instance have no neighbours and are not kept.
      let count = index % 3 == 0 ? 1 : 3
      batches.add((0..<count).map { Int64(index * 10 + $0) }, number: number)
      return number
    }
    for (index, number) in numbers.enumerated() {
      let found = batches.keys(around: Int64(index * 10), number: number).0
      #expect(Array(found) == (index % 3 == 0 ? [] : [1, 2].map { Int64(index * 10 + $0) }))
    }
  }

  @Test func aResultReadWithinAnotherIsFound() {
    var batches = FetchBatches()
    let (outer, inner) = (batches.nextNumber(), batches.nextNumber())
    batches.add([3, 4], number: inner)
    batches.add([1, 2], number: outer)
    #expect(Array(batches.keys(around: 1, number: outer).0) == [2])
    #expect(Array(batches.keys(around: 3, number: inner).0) == [4])
  }

  @Test func theOldestResultsAreForgotten() {
    var batches = FetchBatches(keyLimit: 100)
    let numbers = (0..<50).map { index -> UInt32 in
      let number = batches.nextNumber()
      batches.add((0..<10).map { Int64(index * 10 + $0) }, number: number)
      return number
    }
    for (index, number) in numbers.enumerated() {
      let isKept = index >= 40
      #expect(batches.keys(around: Int64(index * 10), number: number).0.count == (isKept ? 9 : 0))
    }
    // The last result is kept, whatever its size.
    let large = batches.nextNumber()
    batches.add(Array(0..<1_000), number: large)
    #expect(batches.keys(around: 0, number: large).0.count == FetchBatches.size - 1)
    #expect(batches.keys(around: 499, number: numbers[49]).0.isEmpty)
  }
}
