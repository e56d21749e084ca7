import Testing

@testable import OpenSwiftData

@Suite("Identity map")
struct IdentityMapTests {
  private final class Item {}

  @Test(arguments: [1, 2, 3] as [UInt64])
  func theMapAgreesWithADictionary(seed: UInt64) {
    var random = LinearGenerator(state: seed)
    var map = IdentityMap()
    var expected: [Int64: Item] = [:]
    for _ in 0..<20_000 {
      let key = Int64.random(in: 1...600, using: &random) * (Bool.random(using: &random) ? 1 : -1)
      if Bool.random(using: &random) {
        let item = Item()
        expected[key] = item
        map.insert(.passUnretained(item), key)
      } else {
        expected[key] = nil
        map.remove(key)
      }
      #expect(map.count == expected.count, "seed \(seed)")
    }
    for key in Int64(-600)...600 where key != 0 {
      let found = map[key]?.takeUnretainedValue()
      #expect(found === expected[key], "seed \(seed), key \(key)")
    }
  }

  @Test(
    "The map stays quick for dense keys, saved or not, and for ranges far apart",
    .timeLimit(.minutes(20)),
    arguments: [
      [1...200_000], [-200_000...(-1)], [-200_000...(-1), 1...200_000],
      [1...90_000, 262_145...352_144], [1...90_000, 4_294_967_297...4_295_057_296],
    ] as [[ClosedRange<Int64>]])
  func theMapStaysQuick(ranges: [ClosedRange<Int64>]) {
    let item = Item()
    var map = IdentityMap()
    for range in ranges {
      for key in range { map.insert(.passUnretained(item), key) }
    }
    #expect(map.count == ranges.reduce(0) { $0 + $1.count })
    for range in ranges {
      for key in range { map.remove(key) }
    }
    #expect(map.count == 0)
  }
}

private struct LinearGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
