import Foundation
import Testing
import WebServer

@Suite("Targets of requests")
struct RequestTargetTests {
  @Test func targetIsSplitIntoPathAndQuery() throws {
    let request = try WebRequest("GET", target: "/a%20b/%E6%97%A5?q=a+b%2B&n=1&n=2&x&=y&z=")
    #expect(request.path == "/a b/日")
    #expect(request.pathComponents == ["a b", "日"])
    #expect(request.query.encoded == "q=a%20b%2B&n=1&n=2&=y&z=")
    #expect(request.query["n"] == "1")
    let plain = try WebRequest("GET", target: "//a//b/")
    #expect(plain.pathComponents == ["a", "b"])
    #expect(plain.query.count == 0)
    // An escaped slash is part of a name.
    #expect(try WebRequest("GET", target: "/a%2Fb").pathComponents == ["a/b"])
  }

  private func refusal(_ target: String) -> String? {
    do {
      _ = try WebRequest("GET", target: target)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(arguments: [
    "/bookmarks%00/x", "/%00", "/search?q=a%00b", "/search?q%00=a", "/a%0Db", "/search?q=%0A",
    "/search?q=%7F", "/search?q=%C2%85", "/a\u{1}", "/a b", "/search?%1B",
  ])
  func targetWithControlCharacterIsRefused(_ target: String) {
    #expect(refusal(target) == "control-character")
  }

  @Test(arguments: [
    "/%", "/%4", "/%zz", "/%FF", "/search?q=%", "/search?q=%C3", "", "*", "bookmarks",
    "http://localhost/bookmarks",
  ])
  func invalidTargetIsRefused(_ target: String) {
    #expect(refusal(target) == "invalid-target")
  }

  @Test func largestNumberOfParametersIsParsed() throws {
    let target = "/search?" + (0..<100).map { "a\($0)=b&" }.joined()
    #expect(try WebRequest("GET", target: target).query.count == 100)
    #expect(refusal(target + "a=b") == "too-many-parameters")
  }
}
