import Foundation
import Testing

/// Each `MustCompile/X.swift` compiles, with warnings that the package itself does not cause.
@Suite("Programs that must compile", .serialized)
struct MustCompileTests {
  static let folder = TestFolder("MustCompile")

  @Test(arguments: folder.cases, [5, 6])
  func programIsAccepted(_ name: String, mode: Int) throws {
    #expect(try Compiler(mode: mode).errors(in: Self.folder.file("\(name).swift")) == [])
  }
}
