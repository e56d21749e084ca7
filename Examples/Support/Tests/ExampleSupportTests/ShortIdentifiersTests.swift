import ExampleSupport
import ExampleTestSupport
import Foundation
import Testing

@Suite("Short identifiers")
struct ShortIdentifiersTests {
  @Test func shortIdentifiersAreUnique() throws {
    for seed in UInt64(1)...20 {
      var generator = SeededGenerator(seed: seed)
      let ids = (0..<2_000).map { _ in uuid(using: &generator) }
      let short = ShortIdentifiers(ids)
      #expect(Set(ids.map { short[$0] }).count == ids.count, "seed \(seed)")
    }
  }

  @Test func shortIdentifiersHaveAtLeastFourCharacters() {
    #expect(ShortIdentifiers([]).length == 4)
    #expect(ShortIdentifiers([UUID()]).length == 4)
  }

  private func uuid(using generator: inout SeededGenerator) -> UUID {
    let bytes = withUnsafeBytes(of: (generator.next(), generator.next())) { Array($0) }
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
        bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}
