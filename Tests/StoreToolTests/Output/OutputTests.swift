import Foundation
import RandomTesting
import StoreTool
import Testing

@Suite("Output")
struct OutputTests {
  @Test func jsonKeepsTheOrderOfKeys() {
    let value = JSONValue.object([
      "b": .string("a\"\\\n\u{1}"), "a": .array([.integer(1), .real(.nan), .null]), "c": nil,
    ])
    #expect(value.line == #"{"b":"a\"\\\n\u0001","a":[1,"nan",null]}"#)
    #expect(value.lines.hasPrefix("{\n  \"b\": "))
  }

  @Test func writtenDatesReadBackEqual() {
    var generator = SeededGenerator(seed: TestRun.seed(17))
    for _ in 0..<TestRun.count(100_000) {
      let seconds = Double.random(in: -6e10...2.5e11, using: &generator)
      let rounded = Bool.random(using: &generator) ? seconds.rounded() : seconds
      let date = Date(timeIntervalSinceReferenceDate: rounded)
      #expect(DateText.date(DateText.text(date)) == date, "\(rounded) \(TestRun.comment)")
    }
    for seconds in [0, 0.1, -0.25, 1e-7, 1e300, -1e300, 758_203_200] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      #expect(DateText.date(DateText.text(date)) == date)
    }
  }

  /// Near the reference date, seconds have more digits than a fraction of a second.
  @Test(arguments: [-0.1, -0.3, 1e-30, -1e-30, 1.2345678901234567e-10, .leastNonzeroMagnitude])
  func datesNearTheReferenceDateReadBackEqual(_ seconds: Double) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(DateText.date(DateText.text(date)) == date)
  }

  @Test func commonDateFormatsAreRead() {
    let day = Date(timeIntervalSinceReferenceDate: 0)
    for text in [
      "2001-01-01", "2001-01-01T00:00Z", "2001-01-01 01:00+01:00", "2000-12-31T23:00:00-0100",
    ] {
      #expect(DateText.date(text) == day, "\(text)")
    }
    #expect(DateText.text(day) == "2001-01-01T00:00:00Z")
    #expect(DateText.date("2024-02-29") != nil)
    for text in [
      "2023-02-29", "2024-13-01", "2024-1-1", "x", "", "2024-01-01T24:00", "nan", "2024-01-01Z",
    ] {
      #expect(DateText.date(text) == nil, "\(text)")
    }
  }
}
