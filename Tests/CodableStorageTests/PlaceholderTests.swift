import CodableStorage
import Foundation
import Testing

private enum Policy: Codable { case payload(Int), plain }
private indirect enum Endless: Codable { case again(Endless), end }
private struct Whole: Codable, Equatable {
  var name: String
  var count: Int?
  var list: [Int]
  var inner: [String: Whole]
}
private struct Never2: Codable {
  init(from decoder: any Decoder) throws { throw CancellationError() }
  func encode(to encoder: any Encoder) throws {}
}
private struct Version: Codable {
  var text: String
  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    guard text.split(separator: ".").count == 3 else { throw CancellationError() }
  }
}

@Suite("Placeholders")
struct PlaceholderTests {
  @Test func placeholdersAreZeroOrEmpty() {
    #expect(PlaceholderValue.make(Int.self) == 0)
    #expect(PlaceholderValue.make(String.self) == "")
    #expect(PlaceholderValue.make(Bool.self) == false)
    #expect(PlaceholderValue.make(Date.self)?.timeIntervalSinceReferenceDate == 0)
    #expect(PlaceholderValue.make([String].self) == [])
    #expect(PlaceholderValue.make(Set<Int>.self) == [])
    #expect(PlaceholderValue.make([Int: Policy].self)?.isEmpty == true)
    #expect(PlaceholderValue.make(Int?.self) == .some(nil))
    #expect(PlaceholderValue.make(Duration.self) == .zero)
  }

  @Test func enumerationPlaceholdersAreTheFirstFiniteCase() throws {
    guard case .payload(0) = PlaceholderValue.make(Policy.self) else {
      Issue.record("not the first case")
      return
    }
    guard case .end = PlaceholderValue.make(Endless.self) else {
      Issue.record("not the case that ends")
      return
    }
  }

  @Test func structPlaceholdersConsistOfPlaceholders() {
    #expect(PlaceholderValue.make(Whole.self) == Whole(name: "", count: nil, list: [], inner: [:]))
  }

  @Test func placeholdersSatisfyValidatingTypes() {
    #expect(PlaceholderValue.make(TimeZone.self) != nil)
    #expect(PlaceholderValue.make(Calendar.self) != nil)
    #expect(PlaceholderValue.make(Version.self) != nil)
  }

  @Test func typesThatAcceptNothingHaveNoPlaceholder() {
    struct Opaque {}
    #expect(PlaceholderValue.make(Opaque.self) == nil)
    #expect(PlaceholderValue.make(Never2.self) == nil)
    #expect(PlaceholderValue.make(Never.self) == nil)
  }
}
