import Foundation
import SwiftDiagnostics
import Testing

/// Each `Expansions/X.swift` expands to `Expansions/X.expanded.swift`.
///
/// With `RECORD_EXPANSIONS=1` in the environment the expansions are written instead of compared.
@Suite("Expansion")
struct ExpansionTests {
  static let folder = TestFolder("Expansions")
  private let isRecording = ProcessInfo.processInfo.environment["RECORD_EXPANSIONS"] == "1"

  @Test(arguments: folder.cases)
  func expansionMatchesTheRecord(_ name: String) throws {
    let source = try Self.folder.text(of: "\(name).swift")
    let expanded = Expander(readingDirectivesOf: source).expand(source)
    let mark = "// swift-format-ignore-file\n"
    let text = expanded.text.hasPrefix(mark) ? expanded.text : mark + expanded.text
    if isRecording {
      try text.write(
        to: Self.folder.file("\(name).expanded.swift"), atomically: true, encoding: .utf8)
    } else {
      #expect(text == (try Self.folder.text(of: "\(name).expanded.swift")))
    }
    #expect(expanded.diagnostics.map(\.message) == [])
  }
}
