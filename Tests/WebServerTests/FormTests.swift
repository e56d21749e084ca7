import Foundation
import RandomTesting
import Testing
import WebServer

@Suite("Forms")
struct FormTests {
  private func request(_ type: String, _ body: Data) -> WebRequest {
    var request = WebRequest("POST", "/")
    request.headers.append("Content-Type", type)
    request.body = body
    return request
  }

  private func multipart(_ text: String) throws(WebRefusal) -> WebForm {
    let body = text.split(separator: "\n", omittingEmptySubsequences: false).joined(
      separator: "\r\n")
    return try WebForm(request("multipart/form-data; boundary=x1", Data(body.utf8)))
  }

  @Test func textsAreDecodedInOrder() throws {
    let form = try WebForm(
      request(
        "application/x-www-form-urlencoded; charset=UTF-8",
        Data("title=a+b%2B%E6%97%A5&tag=1&tag=2&empty=&note=a%0D%0Ab&flag".utf8)))
    #expect(form.values["title"] == "a b+日")
    #expect(form.values.texts(of: "tag") == ["1", "2"])
    #expect(form.values["empty"] == "")
    #expect(form.values["note"] == "a\r\nb")
    #expect(form.values["flag"] == nil)
    #expect(form.values.count == 5)
  }

  @Test func settingATextReplacesAllOfItsName() throws {
    var values = FormValues(["b": "2", "a": "1 &"])
    values.append("a", "3")
    values["a"] = "x"
    #expect(values.texts(of: "a") == ["x"])
    #expect(values.encoded == "b=2&a=x")
    values["b"] = nil
    #expect(values.encoded == "a=x")
  }

  @Test(arguments: ["a=%", "a=%00", "a=%1B", "%FF=1", "a=\u{1}"])
  func damagedTextsAreRefused(_ text: String) {
    #expect(throws: WebRefusal.self) {
      try WebForm(request("application/x-www-form-urlencoded", Data(text.utf8)))
    }
  }

  @Test func otherTypesAreRefused() {
    for type in ["text/plain", "application/json", "", "multipart/form-data"] {
      #expect(throws: WebRefusal.self) { try WebForm(request(type, Data("a=1".utf8))) }
    }
  }

  @Test func textsAndFilesOfPartsAreTold() throws {
    let form = try multipart(
      """
      --x1
      Content-Disposition: form-data; name="title"

      日本
      line 2
      --x1
      Content-Disposition: form-data; name="picture"; filename="C:\\pictures\\a%22b.png"
      Content-Type: image/png

      \u{1}--x not a boundary
      --x1
      Content-Disposition: form-data; name="none"; filename=""
      Content-Type: application/octet-stream


      --x1--

      """)
    #expect(form.values["title"] == "日本\r\nline 2")
    #expect(form.values.count == 1)
    let file = try #require(form.files["picture"]?.first)
    #expect(file.name == "a\"b.png")
    #expect(file.contentType == "image/png")
    #expect(file.contents == Data("\u{1}--x not a boundary".utf8))
    #expect(form.files["none"] == nil)
  }

  @Test(arguments: [
    "", "--x1", "--x1\nContent-Disposition: form-data; name=\"a\"\n\nb",
    "--x1\nno headers\n--x1--", "--x1\n\nno name\n--x1--", "--x2\n\na\n--x2--",
    "--x1\nContent-Disposition: form-data; name=\"a\"\n\n\u{0}\n--x1--",
  ])
  func damagedPartsAreRefused(_ text: String) {
    #expect(throws: WebRefusal.self) { try multipart(text) }
  }

  @Test func anyNumberOfPartsIsAnswered() {
    let part = "--x1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
    let body = Data((String(repeating: part, count: 1_001) + "--x1--").utf8)
    #expect(throws: WebRefusal.self) {
      try WebForm(request("multipart/form-data; boundary=x1", body))
    }
  }

  /// Damaged forms are refused or read, and never end the program.
  @Test func damagedBytesDoNoHarm() throws {
    let whole =
      "--x1\r\nContent-Disposition: form-data; name=\"a\"; filename=\"b\"\r\nContent-Type: a/b\r\n\r\n"
      + "contents\r\n--x1\r\nContent-Disposition: form-data; name=\"c\"\r\n\r\ntext\r\n--x1--\r\n"
    var generator = SeededGenerator(seed: TestRun.seed(46))
    var (read, refused) = (0, 0)
    for _ in 0..<TestRun.count(100_000) {
      let bytes = DamagedBytes.of(Data(whole.utf8), using: &generator)
      do throws(WebRefusal) {
        _ = try WebForm(request("multipart/form-data; boundary=x1", Data(bytes)))
        read += 1
      } catch {
        refused += 1
      }
    }
    #expect(read > 0)
    #expect(refused > 0)
  }
}
