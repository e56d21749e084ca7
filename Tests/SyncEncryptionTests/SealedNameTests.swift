import Foundation
import SyncPort
import Testing

@testable import SyncEncryption

@Suite("Sealed names")
struct SealedNameTests {
  private let place: SealedPlace

  init() throws { place = try .new() }

  private let names = [
    "a", "-", "_", "A-_z09", "u0123456789abcdef0123456789abcdef",
    "u0123456789abcdef0123456789abcdef-12", "r0123456789abcdefghjk",
    String(repeating: "_", count: 40), String(repeating: "A", count: 40),
  ]

  @Test func sealedNamesOpenToTheOriginals() throws {
    let key = try SyncKey.random()
    for name in names {
      let sealed = try SealedName.seal(name, key, place)
      #expect(sealed.utf8.count == 64)
      #expect(sealed.first == "s")
      #expect(try SealedName.open(sealed, key, place) == name)
      #expect(try SealedName.seal(name, key, place) == sealed)
    }
    #expect(Set(try names.map { try SealedName.seal($0, key, place) }).count == names.count)
  }

  @Test func namesDoNotOpenWithAnotherKey() throws {
    let sealed = try SealedName.seal("abc", .random(), place)
    #expect(try SealedName.open(sealed, .random(), place) == nil)
  }

  @Test func changedAndForeignNamesDoNotOpen() throws {
    let key = try SyncKey.random()
    let sealed = Array(try SealedName.seal("abc", key, place))
    for index in sealed.indices {
      var other = sealed
      other[index] = other[index] == "A" ? "B" : "A"
      #expect(try SealedName.open(String(other), key, place) == nil)
    }
    for name in ["", "abc", "sealed-key", String(repeating: "A", count: 64), "möwe"] {
      #expect(try SealedName.open(name, key, place) == nil)
    }
  }

  @Test func unsuitableNamesAreRefused() throws {
    let key = try SyncKey.random()
    for name in ["", "a b", "ä", String(repeating: "a", count: 41)] {
      #expect { try SealedName.seal(name, key, place) } throws: {
        ($0 as? SyncError)?.kind == .invalid
      }
    }
  }

  @Test func pieceNamesDoNotOpenAsRecordNames() throws {
    let key = try SyncKey.random()
    let name = try SealedName.piece("p" + String(repeating: "0", count: 64) + "-0", key, place)
    #expect(name.utf8.count == 23)
    #expect(try SealedName.open(name, key, place) == nil)
  }
}
