import Foundation
import Testing

@testable import SyncEncryption

@Suite("SIV ciphers")
struct SIVCipherTests {
  /// Published vectors: the first two are from RFC 5297, the third is the first one for AES-256.
  struct Vector: CustomTestStringConvertible {
    let testDescription: String
    let key: String
    let bound: [String]
    let text: String
    let sealed: String
  }

  static let vectors = [
    Vector(
      testDescription: "RFC 5297 A.1",
      key: "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
      bound: ["101112131415161718191a1b1c1d1e1f2021222324252627"],
      text: "112233445566778899aabbccddee",
      sealed: "85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c"),
    Vector(
      testDescription: "RFC 5297 A.2",
      key: "7f7e7d7c7b7a79787776757473727170404142434445464748494a4b4c4d4e4f",
      bound: [
        "00112233445566778899aabbccddeeffdeaddadadeaddadaffeeddccbbaa99887766554433221100",
        "102030405060708090a0", "09f911029d74e35bd84156c5635688c0",
      ],
      text: "7468697320697320736f6d6520706c61696e7465787420746f20656e6372797074207573696e6720"
        + "5349562d414553",
      sealed: "7bdb6e3b432667eb06f4d14bff2fbd0fcb900f2fddbe404326601965c889bf17"
        + "dba77ceb094fa663b7a3f748ba8af829ea64ad544a272e9c485b62a3fd5c0d"),
    Vector(
      testDescription: "AES-256",
      key: "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f06f6e6d6c6b6a69686766656463626160"
        + "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff000102030405060708090a0b0c0d0e0f",
      bound: ["101112131415161718191a1b1c1d1e1f2021222324252627"],
      text: "112233445566778899aabbccddee",
      sealed: "f125274c598065cfc26b0e71575029088b035217e380cac8919ee800c126"),
  ]

  private func bytes(_ digits: String) -> Data {
    let digits = Array(digits)
    return Data(
      stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0..<$0 + 2]), radix: 16)
      })
  }

  @Test(arguments: vectors)
  func ciphersAgreeWithPublishedVectors(_ vector: Vector) throws {
    let cipher = try #require(SIVCipher(key: bytes(vector.key)))
    let bound = vector.bound.map(bytes)
    let sealed = try cipher.seal(bytes(vector.text), boundTo: bound)
    #expect(sealed == bytes(vector.sealed))
    #expect(try cipher.open(sealed, boundTo: bound) == bytes(vector.text))
  }

  @Test func changedTextsAreNotOpened() throws {
    let cipher = try #require(SIVCipher(key: Data((0..<64).map { UInt8($0) })))
    let bound = [Data("a".utf8), Data("b".utf8)]
    let sealed = try cipher.seal(Data("some text".utf8), boundTo: bound)
    for place in sealed.indices {
      var changed = sealed
      changed[place] ^= 1
      #expect(try cipher.open(changed, boundTo: bound) == nil)
    }
    #expect(try cipher.open(sealed, boundTo: bound.reversed()) == nil)
    #expect(try cipher.open(sealed, boundTo: [Data("ab".utf8)]) == nil)
    #expect(try cipher.open(sealed.dropLast(), boundTo: bound) == nil)
    #expect(try cipher.open(Data(), boundTo: bound) == nil)
    #expect(SIVCipher(key: Data(count: 63)) == nil)
  }

  @Test func paddedSizesFollowPadme() {
    let counts = [0, 1, 256, 257, 300, 1_000, 4_097, 262_144, 262_145]
    #expect(
      counts.map(SealedBytes.paddedCount)
        == [256, 256, 256, 272, 304, 1_024, 4_352, 262_144, 270_336])
  }
}
