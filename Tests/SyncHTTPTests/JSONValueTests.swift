import Foundation
import SyncHTTP
import Testing

@Suite("JSON")
struct JSONValueTests {
  private func parsed(_ text: String) throws -> JSONValue { try JSONValue(Data(text.utf8)) }

  @Test func integersAreExact() throws {
    let numbers: [Int64] = [.min, -1, 0, (1 << 53) + 1, .max]
    let json = JSONValue.array(numbers.map(JSONValue.integer))
    #expect(try JSONValue(json.data()) == json)
    #expect(try parsed("9223372036854775808") == .double(0x1p63))
    #expect(try parsed("1e3").integer == 1_000)
    #expect(throws: JSONError.notOfType("integer")) { try parsed("0.5").integer }
    #expect(try parsed("1").double == 1)
  }

  @Test func otherNumbersAreExact() throws {
    for number in [0.1, 1e22, 123_456_789_012_345_680, .leastNonzeroMagnitude, .infinity.nextDown] {
      #expect(try JSONValue(JSONValue.double(number).data()).double == number)
    }
    #expect(try parsed("-0.0").double.sign == .minus)
  }

  @Test func membersAreWrittenInOrder() throws {
    let json: JSONValue = ["b": [1, true, .null], "a": "ä/\"\n", "c": [:]]
    let text = #"{"a":"ä/\"\n","b":[1,true,null],"c":{}}"#
    #expect(try json.data() == Data(text.utf8))
    #expect(try parsed(" \(text)\n") == json)
  }

  @Test func escapesAreRead() throws {
    #expect(try parsed(#"{"\u00e4": "\ud83d\ude00\/"}"#) == ["ä": "😀/"])
  }

  @Test func missingMembersAreErrors() throws {
    let json = try parsed(#"{"a": null, "b": 1}"#)
    #expect(json["a"] == nil)
    #expect(throws: JSONError.missing("a")) { try json.member("a") }
    #expect(throws: JSONError.notOfType("string")) { try json.member("b").string }
    #expect(throws: JSONError.notOfType("object")) { try parsed("[]").member("a") }
  }

  @Test(arguments: [
    "", "[1,]", "[1 2]", "[", #"{"a"}"#, #"{"a":1,}"#, "{1:2}", #"""#, #""\"#, #""\""#,
    #""\ud800""#,
    "\"\u{1}\"", "\u{0}", "nul", "-", "1e400", "NaN", "1 2", "\u{FEFF}1",
  ])
  func invalidJSONIsRefused(_ text: String) {
    #expect(throws: JSONError.invalid) { try parsed(text) }
  }

  @Test func invalidUTF8IsRefused() {
    let bytes = Data([UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")])
    #expect(throws: JSONError.invalid) { try JSONValue(bytes) }
  }

  @Test func limitsAreKept() throws {
    let lists = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    _ = try parsed(lists(200))
    #expect(throws: JSONError.nestedTooDeeply) { try parsed(lists(201)) }
    #expect(throws: JSONError.numberTooLong) { try parsed(String(repeating: "1", count: 401)) }
    #expect(throws: JSONError.tooManyValues) { try JSONValue(Data("[1,2]".utf8), valueLimit: 2) }
  }
}
