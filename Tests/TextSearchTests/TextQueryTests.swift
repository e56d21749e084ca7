import Testing

@testable import OpenSwiftData

@Suite("Text queries")
struct TextQueryTests {
  @Test func exists() { #expect(Bool(true)) }
}
