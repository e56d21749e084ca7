import Foundation
import SQLCore
import Testing

@Suite("Words of UUIDs")
struct UUIDWordsTests {
  @Test(arguments: [UUIDWords.areKnown, false])
  func wordsAreTheBytesOfTheUUID(areKnown: Bool) {
    #expect(UUIDWords.areKnown, "a UUID is not kept as its bytes")
    for _ in 0..<100 {
      let uuid = UUID()
      // At an address that is not aligned to words.
      let bytes = [0] + withUnsafeBytes(of: uuid.uuid, Array.init)
      let read = bytes.withUnsafeBytes { bytes in
        bytes.baseAddress.map { UUIDWords.uuid($0 + 1, trusting: areKnown) }
      }
      #expect(read == uuid)
    }
  }
}
