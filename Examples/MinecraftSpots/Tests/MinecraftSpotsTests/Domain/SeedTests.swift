import MinecraftSpotsCore
import Testing

@Suite("Seed")
struct SeedTests {
  @Test func storedSeedsMustBeNumbers() {
    #expect(Seed("-4172144997902289642")?.rawValue == -4_172_144_997_902_289_642)
    #expect(Seed("9223372036854775808") == nil)
    #expect(Seed("Glacier") == nil)
    #expect(Seed("") == nil)
  }

  /// The hashes are those of Java's `String.hashCode`, which the game uses.
  @Test(arguments: [
    ("404", 404), ("-1", -1), ("hello", 99_162_322), ("Hello World!", -969_099_747),
    ("polygenelubricants", -2_147_483_648), ("", 0), ("日本", 835_047),
  ])
  func typedSeedsAreHashedAsInTheGame(_ text: String, _ number: Int64) {
    #expect(Seed(typed: text).rawValue == number)
  }
}
