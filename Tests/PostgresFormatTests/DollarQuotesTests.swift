import Testing

@testable import PostgresFormat

@Suite("Bodies of functions")
struct DollarQuotesTests {
  /// The body as a server parses it: up to the next occurrence of its tag's bytes.
  private func body(_ quoted: String) -> (body: String, rest: String)? {
    let bytes = Array(quoted.utf8)
    guard bytes.first == UInt8(ascii: "$"),
      let end = bytes.dropFirst().firstIndex(of: UInt8(ascii: "$"))
    else { return nil }
    let tag = bytes[...end]
    guard let close = bytes[(end + 1)...].firstRange(of: tag) else { return nil }
    return (
      String(decoding: bytes[(end + 1)..<close.lowerBound], as: UTF8.self),
      String(decoding: bytes[close.upperBound...], as: UTF8.self)
    )
  }

  @Test(arguments: [
    "", "BEGIN END", "$$", "$", "$openswiftdata$", "$openswiftdata", "$openswiftdata2$",
    "x$openswiftdata$; DROP TABLE t; $openswiftdata$", "$openswiftdata$\u{301}",
    "$openswiftdata\u{301}$", "$openswiftdata2$openswiftdata3$openswiftdata$",
    "$openswiftdata$$openswiftdata2$$openswiftdata3$$openswiftdata4$",
  ])
  func quotedBodiesAreReadWhole(_ text: String) throws {
    let read = try #require(body(DollarQuotes.quoted(text)))
    #expect(Array(read.body.utf8) == Array(text.utf8))
    #expect(read.rest.isEmpty)
  }
}
