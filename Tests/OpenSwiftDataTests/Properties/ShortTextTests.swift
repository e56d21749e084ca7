import StoreTesting
import Testing

@testable import OpenSwiftData

/// Short strings that are made without the standard library.
@Suite("Short text")
struct ShortTextTests {
  private static func short(_ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBufferPointer(ShortText.words).map { unsafeBitCast($0, to: String.self) }
  }

  @Test func isWhatTheStandardLibraryMakes() {
    #expect(ShortText.isKnown, "the layout of short strings is not the known one")
    var random = SeededGenerator(seed: 15)
    for _ in 0..<20_000 {
      let limit: ClosedRange<UInt8> = Bool.random(using: &random) ? 0...127 : 32...126
      let bytes = (0..<Int.random(in: 0...15, using: &random)).map { _ in
        UInt8.random(in: limit, using: &random)
      }
      let usual = String(decoding: bytes, as: UTF8.self)
      guard let short = Self.short(bytes) else {
        Issue.record("\(bytes) is short ASCII")
        return
      }
      #expect(short == usual && short.hashValue == usual.hashValue)
      #expect(Array(short.utf8) == bytes && short.count == usual.count)
      #expect(short + "and more than fits" == usual + "and more than fits")
    }
  }

  @Test func isNothingElse() {
    for text in ["ä", "sixteen bytes ..", "naïve", "123456789012345\u{301}"] {
      #expect(Self.short(Array(text.utf8)) == nil)
    }
    let broken: [UInt8] = [0x61, 0xff]
    #expect(Self.short(broken) == nil)
  }
}
