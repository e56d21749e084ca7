import Foundation
import Testing

/// Each `MustNotCompile/X.swift` is rejected with the errors that its last lines expect.
///
/// An expectation reads `// expected-error LINE: text`; the text is a part of the message. Further
/// errors, which the compiler may report as a consequence, are ignored, unless the program contains
/// `// expected-nothing-else`.
@Suite("Programs that must not compile", .serialized)
struct MustNotCompileTests {
  static let folder = TestFolder("MustNotCompile")

  @Test(arguments: folder.cases)
  func programIsRefused(_ name: String) throws {
    let errors = try Compiler().errors(in: Self.folder.file("\(name).swift"))
    let program = try Self.folder.text(of: "\(name).swift")
    let expectations = Self.expectations(in: program)
    #expect(!expectations.isEmpty)
    if program.contains("// expected-nothing-else") {
      #expect(errors.count == expectations.count, "got \(errors)")
    }
    for expected in expectations {
      #expect(
        errors.contains { $0.line == expected.line && $0.text.contains(expected.text) },
        "expected line \(expected.line): \(expected.text), got \(errors)")
    }
  }

  /// Code for Swift 5 may declare persisted constants; the compiler only warns.
  @Test(arguments: ["Constant", "OptionalConstant"])
  func constantsAreAcceptedInSwift5(_ name: String) throws {
    #expect(try Compiler(mode: 5).errors(in: Self.folder.file("\(name).swift")) == [])
  }

  private static func expectations(in source: String) -> [Compiler.Message] {
    source.split(separator: "\n").compactMap { line in
      guard let match = line.wholeMatch(of: /\/\/ expected-error (\d+): (.+)/),
        let number = Int(match.1)
      else { return nil }
      return Compiler.Message(line: number, text: String(match.2))
    }
  }
}
