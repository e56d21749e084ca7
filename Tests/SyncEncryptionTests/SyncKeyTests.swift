import Foundation
import SyncPort
import Testing

@testable import SyncEncryption

@Suite("Keys of syncs")
struct SyncKeyTests {
  @Test func keysAreReadBackFromText() throws {
    let key = try SyncKey.random()
    #expect(try SyncKey(text: " \(key.text)\n") == key)
    #expect(try SyncKey.random() != key)
    #expect(key.identifier.utf8.count == 16)
  }

  @Test func mistypedKeysAreRefused() throws {
    let text = try SyncKey.random().text
    let last = text.last == "A" ? "Q" : "A"
    for wrong in [
      "", "sync-key-1..", String(text.dropLast()), String(text.dropLast(3)) + last + "AA",
    ] {
      #expect { try SyncKey(text: wrong) } throws: { ($0 as? SyncError)?.kind == .invalid }
    }
    #expect { try SyncKey(bytes: Data(count: 32)) } throws: {
      ($0 as? SyncError)?.kind == .invalid
    }
  }

  @Test func identifiersDependOnAllBytes() throws {
    let bytes = Data((0..<64).map { UInt8($0) })
    let identifiers = try bytes.indices.map { place in
      var other = bytes
      other[place] ^= 1
      return try SyncKey(bytes: other).identifier
    }
    #expect(Set(identifiers).count == 64)
  }

  @Test func descriptionsShowNoKeyBytes() throws {
    let key = try SyncKey(bytes: Data(repeating: 0xA7, count: 64))
    var dumped = ""
    dump(SyncKeyRing(key), to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped, "\(SyncKeyRing(key))"] {
      #expect(text.contains(key.identifier))
      #expect(!text.contains("167"))
      #expect(!text.contains("p6enp6"))
    }
  }

  /// A vector of RFC 7914.
  @Test func scryptAgreesWithAPublishedVector() {
    let bytes = SyncKey.scrypt(
      Array("pleaseletmein".utf8), Array("SodiumChloride".utf8), costLogarithm: 14, 8, 1)
    #expect(
      bytes?.map { String(format: "%02x", $0) }.joined()
        == "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
        + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887")
  }

  @Test func equalPassphrasesGiveEqualKeys() throws {
    let derivation = try SyncKeyDerivation(salt: Data("SodiumChloride..".utf8), costLogarithm: 15)
    let key = try SyncKey(passphrase: "caf\u{e9}", derivation)
    #expect(try SyncKey(passphrase: "cafe\u{301}", derivation) == key)
    #expect(try SyncKey(passphrase: "cafe", derivation) != key)
    #expect(throws: SyncError.self) { try SyncKey(passphrase: "", derivation) }
  }

  @Test func derivationsAreReadBackFromText() throws {
    let derivation = try SyncKeyDerivation(
      salt: Data((0..<16).map { UInt8($0) }), costLogarithm: 16, parallelism: 2)
    #expect(derivation.text == "$scrypt$ln=16,r=8,p=2$AAECAwQFBgcICQoLDA0ODw")
    #expect(try SyncKeyDerivation(text: derivation.text) == derivation)
    let wrong = [
      "", "$scrypt$", "$scrypt$ln=10,r=8,p=1$AAECAwQFBgcICQoLDA0ODw",
      "$scrypt$ln=99,r=8,p=1$AAECAwQFBgcICQoLDA0ODw",
      "$scrypt$ln=20,r=32,p=1$AAECAwQFBgcICQoLDA0ODw", "$scrypt$ln=17,r=8,p=1$AAEC",
      "$scrypt$ln=17,r=8$AAECAwQFBgcICQoLDA0ODw", "$argon2id$ln=17,r=8,p=1$AAECAwQFBgcICQoLDA0ODw",
      "$scrypt$ln=9223372036854775807,r=8,p=1$AAECAwQFBgcICQoLDA0ODw",
    ]
    for text in wrong {
      #expect { try SyncKeyDerivation(text: text) } throws: {
        ($0 as? SyncError)?.kind == .invalid
      }
    }
  }
}
