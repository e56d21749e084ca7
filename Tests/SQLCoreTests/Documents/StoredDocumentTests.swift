import Foundation
import Testing

@testable import SQLCore

@Suite("Documents of coded values")
struct StoredDocumentTests {
  static let kept = [
    "[]", "{}", "null", "true", " false ", "\"\"", "0", "-1", "1.5e-10", "-0.5", "[1,2 , 3]",
    #"{"a":[{"b":null}],"é":"\u00e9\ud83d\ude00\n\"\\"}"#, "\"\u{1F600}\"", "18446744073709551615",
    "-3.4028234663852886e+38", #"{"data":"data"}"#, #"["\u0001"]"#,
  ]

  @Test(arguments: kept)
  func jsonTextsAreStoredAsThemselves(text: String) {
    let stored = KeyedArchive.archive(Data(text.utf8))
    #expect(StoredDocument.document(of: stored) == Data(text.utf8))
    #expect(StoredDocument.stored(of: Data(text.utf8)) == stored)
  }

  static let other = [
    // Invalid JSON.
    "", " ", "nul", "[1,]", "{\"a\"}", "{1:2}", "01", "1.", "+1", ".5", "1e", "[", "\"a", "\"\\x\"",
    "\"\n\"", "[1] 2", "\u{FEFF}[]", "'a'", "NaN", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"",
    "\"\\ud800\\u0041\"", "{\"a\":1 \"b\":2}",
    // JSON that a document database would change.
    #"["\u0000"]"#, "-0", "[-0.0]", "-0e5", "1e999", "1e99999999999999999999",
    String(repeating: "9", count: 200),
    // JSON that represents bytes.
    #"{"$data":"AAEC"}"#, #"{"\u0024data":"AAEC"}"#, #"{"$data": 1}"#, #"["$data"]"#,
    String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000),
  ]

  @Test(arguments: other)
  func otherTextsAreStoredAsBytes(text: String) throws {
    for stored in [KeyedArchive.archive(Data(text.utf8)), Data(text.utf8)] {
      let document = StoredDocument.document(of: stored)
      let object = try #require(
        try JSONSerialization.jsonObject(with: document) as? [String: String])
      #expect(object == ["$data": stored.base64EncodedString()])
      #expect(StoredDocument.stored(of: document) == stored)
    }
  }

  @Test func bytesThatAreNotTextRoundTrip() {
    for stored in [
      Data([0xFF, 0, 1]), Data(), Data("bplist00".utf8),
      KeyedArchive.archive(Data([0x22, 0xC3, 0x22])),
      // A text that is not an archive may come from a transformer.
      Data("[1]".utf8),
    ] {
      #expect(StoredDocument.stored(of: StoredDocument.document(of: stored)) == stored)
    }
  }

  @Test func documentsAreComparedByMeaning() {
    func archive(_ text: String) -> Data { KeyedArchive.archive(Data(text.utf8)) }
    #expect(
      StoredDocument.canonical(archive(#"{"b":1,"a":[1,2]}"#))
        == StoredDocument.canonical(archive(#"{"a": [1, 2], "b": 1}"#)))
    #expect(
      StoredDocument.canonical(archive("[1,2]")) != StoredDocument.canonical(archive("[2,1]")))
    #expect(StoredDocument.canonical(Data([1, 2])) == Data([1, 2]))
    #expect(StoredDocument.canonical(Data("[ ]".utf8)) == Data("[ ]".utf8))
  }
}
