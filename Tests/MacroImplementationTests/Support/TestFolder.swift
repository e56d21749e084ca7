import Foundation

/// A folder of Swift files next to the tests.
struct TestFolder {
  var url: URL

  init(_ name: String) {
    url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(name, isDirectory: true)
  }

  /// The names of the cases, without `.swift`.
  var cases: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(".swift") && !$0.hasSuffix(".expanded.swift") }
      .map { String($0.dropLast(".swift".count)) }.sorted()
  }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  func text(of name: String) throws -> String {
    try String(contentsOf: file(name), encoding: .utf8)
  }
}
