import CodableStorage
import Testing

@Suite("Tables of types")
struct TypeTableTests {
  private final class Key {}

  @Test func lookUpFindsTheLastValueSet() {
    var table = TypeTable<Int>()
    #expect(table[Int.self] == nil)
    table.set(Int.self, to: 1)
    table.set(String.self, to: 2)
    table.set(Int.self, to: 3)
    #expect(table[Int.self] == 3)
    #expect(table[String.self] == 2)
    #expect(table[Double.self] == nil)
    #expect(table.count == 2)
  }

  @Test func allOfManyKeysAreFound() {
    let keys = (0..<1_000).map { _ in Key() }
    var table = TypeTable<Int>()
    for (number, key) in keys.enumerated() { table.set(ObjectIdentifier(key), to: number) }
    #expect(keys.map { table[ObjectIdentifier($0)] } == Array(0..<1_000))
    let other = Key()
    #expect(table[ObjectIdentifier(other)] == nil)
    // Keeps the keys alive, so that no new object reuses the address of a released one.
    withExtendedLifetime(keys) {}
  }
}
