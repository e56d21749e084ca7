import CodableStorage
import Foundation
import SQLCore
import Testing

@Suite("Stored collections")
struct StoredCollectionTests {
  private func elements(_ text: String) -> [String]? {
    StoredCollection(Data(text.utf8))?.elements.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func collectionsHaveTheirElements() {
    #expect(elements("[]") == [])
    #expect(elements(" [ 1 , 2.50, null,true ] ") == ["1", "2.50", "null", "true"])
    #expect(elements(#"["a,b","]\"[","\\"]"#) == [#""a,b""#, #""]\"[""#, #""\\""#])
    #expect(elements(#"[{"a":[1,2]},[[],[3]],{}]"#) == [#"{"a":[1,2]}"#, "[[],[3]]", "{}"])
  }

  @Test func otherTextIsNotACollection() {
    for text in ["", "{}", "1", "[1", "nonsense", #"["a]"#] {
      #expect(elements(text) == nil)
    }
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(elements(deep) == nil)
  }

  /// Foundation also reads JSON in other encodings, whose elements cannot be separated byte by
  /// byte.
  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian])
  func textInOtherEncodingsIsNotACollection(_ encoding: String.Encoding) throws {
    #expect(StoredCollection(try #require("[1,2]".data(using: encoding))) == nil)
  }

  @Test func collectionsAreStoredUnchanged() throws {
    let codec = try ValueCodec.make(for: [String].self, propertyName: "tags")
    for value in [["a", "b,\"", "🦅"], []] {
      let stored = try #require(try columns(of: value).first?.blob)
      let collection = try #require(StoredCollection(stored))
      #expect(collection.elements.count == value.count)
      #expect(collection.stored == stored)
      #expect(try codec.decode([.blob(collection.stored)]) == value)
    }
  }

  @Test func equalElementsHaveEqualKeys() {
    func key(_ text: String) -> Data { StoredCollection.key(Data(text.utf8)) }
    #expect(key(#"{"a":1,"b":"x"}"#) == key(#"{"b":"x","a":1}"#))
    #expect(key(#""\/""#) == key(#""/""#))
    #expect(key("12345678901234567890.1") != key("12345678901234567890.2"))
  }
}
