import Foundation
import SQLCore
import Testing

@Suite("Words of UUIDs")
struct UUIDWordsTests {
  @Test(arguments: [UUIDWords.areKnown, false])
  func areTheirBytes(areKnown: Bool) {
    #expect(UUIDWords.areKnown, "a UUID is not kept as its bytes")
    for _ in 0..<100 {
      let uuid = UUID()
      // At an address that no word begins at.
      let bytes = [0] + withUnsafeBytes(of: uuid.uuid, Array.init)
      let read = bytes.withUnsafeBytes { bytes in
        bytes.baseAddress.map { UUIDWords.uuid($0 + 1, trusting: areKnown) }
      }
      #expect(read == uuid)
    }
  }
}
