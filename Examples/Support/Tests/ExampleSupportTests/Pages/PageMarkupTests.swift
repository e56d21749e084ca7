import ExamplePages
import Foundation
import RandomTesting
import Testing
import WebServer

@Suite("Markup of pages")
struct PageMarkupTests {
  @Test func textsAreEscaped() {
    let text = "<script>\"&'</script>"
    let html: HTML = "<p title=\"\(text)\">\(text)</p>"
    let escaped = "&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;"
    #expect(html.text == "<p title=\"\(escaped)\">\(escaped)</p>")
    let list: HTML = "<ul>\([html, html])\(nil as HTML?)\(7)</ul>"
    #expect(list.text == "<ul>\(html.text)\(html.text)7</ul>")
  }

  @Test(arguments: [
    ("https://a.example/?a=1&b=2", "https://a.example/?a=1&amp;b=2"), ("/inbox", "/inbox"),
    ("?page=2", "?page=2"), ("mailto:a@b.example", "mailto:a@b.example"), ("HTTP://A", "HTTP://A"),
    ("javascript:alert(1)", "#"), ("JavaScript:alert(1)", "#"), ("data:text/html,a", "#"),
    (" javascript:alert(1)", "#"), ("java\tscript:alert(1)", "#"), ("a/b:c", "a/b:c"),
  ])
  func addressesThatRunScriptsAreNotLinked(_ address: String, _ shown: String) {
    let html: HTML = "\(link: address)"
    #expect(html.text == shown)
  }

  /// No text can end the attribute or element in which it stands.
  @Test func randomTextsStayTexts() {
    var generator = SeededGenerator(seed: TestRun.seed(3))
    let characters = Array("<>\"'&;/= ab日\u{301}\u{0}")
    for _ in 0..<TestRun.count(10_000) {
      let text = String((0..<8).map { _ in characters.randomElement(using: &generator) ?? "a" })
      let html: HTML = "\(text)"
      #expect(!html.text.contains(where: { "<>\"'".contains($0) }), "\(TestRun.comment)")
    }
  }

  @Test(arguments: [
    ("", PageLanguage.english), ("ja", .japanese), ("ja-JP,ja;q=0.9,en;q=0.8", .japanese),
    ("en-US,ja;q=0.9", .english), ("de, fr", .english), ("de,ja;q=0.1", .japanese),
    ("en;q=0.2, JA;q=0.3", .japanese), ("ja;q=0", .english), (";;,q=,x", .english),
  ])
  func theBrowserChoosesTheLanguage(_ header: String, _ language: PageLanguage) {
    var request = WebRequest("GET", "/")
    request.headers.append("Accept-Language", header)
    #expect(PageLanguage(request) == language)
  }

  @Test func fieldsTellWhatIsWrong() {
    let field = FormField("url", "Address", "a\"b", kind: "url", problem: "Not an address.")
    let html = field.html.text
    #expect(html.contains("value=\"a&quot;b\""))
    #expect(html.contains("aria-invalid=\"true\""))
    #expect(html.contains("aria-describedby=\"field-url-problem\""))
    #expect(html.contains("<p class=\"problem\" id=\"field-url-problem\">Not an address.</p>"))
    let area = FormField("note", "Note", "\n</textarea><b>", kind: "textarea").html.text
    #expect(area.contains(">\n\n&lt;/textarea&gt;&lt;b&gt;</textarea>"))
  }
}
