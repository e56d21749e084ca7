import CodableStorage
import Foundation
import SQLCore
import Testing

@Suite("String lists")
struct StringListTests {
  private struct Tagged: Codable { var tags: [String] }

  private func text(of strings: [String]) throws -> Data {
    try #require(try columns(of: Tagged(tags: strings)).first?.blob)
  }

  @Test func listsAreWrittenAsTheEncoderWritesThem() throws {
    var generator = SeededGenerator(seed: TestRun.seed(1))
    for _ in 0..<500 {
      let strings = [String].random(using: &generator)
      #expect(try text(of: strings) == JSONEncoder().encode(strings), "\(TestRun.comment)")
    }
    for byte in UInt8.min...0x7F {
      let strings = ["a\(Character(Unicode.Scalar(byte)))b"]
      #expect(try text(of: strings) == JSONEncoder().encode(strings))
    }
  }

  @Test(arguments: [
    #"[]"#, #"[""]"#, #"["a","b"]"#, #" [ "a" , "b" ] "#, #"["a\n\u00e9\"\/"]"#, #"["é","🇺🇳"]"#,
    #"["a",]"#, #"[,"a"]"#, #"["a""b"]"#, #"["a" "b"]"#, #"["a"#, #"["a]"#, #"["]"#, #"["a"],]"#,
    #"[1]"#, #"[null]"#, "[\"a\tb\"]", #"[[""]]"#, #"{}"#, #"["a",,"b"]"#, "[", "]", "",
  ])
  func listsAreReadAsTheDecoderReadsThem(_ text: String) throws {
    let data = Data(text.utf8)
    let codec = try ValueCodec.make(for: [String].self, propertyName: "tags")
    let expected = try? JSONDecoder().decode([String].self, from: data)
    #expect((try? codec.decode([.blob(data)])) == expected)
  }

  @Test func invalidUnicodeIsReadAsTheDecoderReadsIt() throws {
    let codec = try ValueCodec.make(for: [String].self, propertyName: "tags")
    let data = Data([0x5B, 0x22, 0xFF, 0x22, 0x5D])
    let expected = try? JSONDecoder().decode([String].self, from: data)
    #expect((try? codec.decode([.blob(data)])) == expected)
  }
}
