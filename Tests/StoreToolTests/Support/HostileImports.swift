import Foundation
import RandomTesting

/// Damages the files of an export.
enum HostileImports {
  private static let values = [
    "null", "true", "-0", "1.5", "1e400", "1e18", "9223372036854775808", "-1", "\"\"", "\"text\"",
    "\"2024-13-01\"", "\"nan\"", "[]", "[true]", "[1.5]", "[1,\"a\"]", "{}", "{\"$file\":5}",
    "{\"$file\":\"../../../etc/passwd\"}", "{\"$file\":\"files/../x\"}", "{\"$file\":\"files/x\"}",
    "{\"$file\":\"/etc/passwd\"}", "\"\\ud800\"", "[" + String(repeating: "[", count: 2_000),
    "\"" + String(repeating: "x", count: 5_000) + "\"",
  ]

  /// Changes one file in the folder of an export.
  static func damage(_ folder: String, _ generator: inout SeededGenerator) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0 != "files" }
    guard let name = names.randomElement(using: &generator) else { return }
    let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
    let bytes = try Data(contentsOf: url)
    guard url.pathExtension == "jsonl", Bool.random(using: &generator) else {
      return try DamagedBytes.of(bytes, using: &generator).write(to: url)
    }
    try Data(damaged(String(decoding: bytes, as: UTF8.self), &generator).utf8).write(to: url)
  }

  /// The text with one of its values replaced.
  private static func damaged(_ text: String, _ generator: inout SeededGenerator) -> String {
    var lines = text.split(separator: "\n").map(String.init)
    guard let number = lines.indices.randomElement(using: &generator) else { return text }
    var parts = lines[number].split(separator: ",\"").map(String.init)
    guard let place = parts.indices.randomElement(using: &generator),
      let colon = parts[place].firstIndex(of: ":")
    else { return text }
    let value = values.randomElement(using: &generator) ?? "null"
    let isLast = place == parts.count - 1
    parts[place] = parts[place][...colon] + value + (isLast ? "}" : "")
    lines[number] = parts.joined(separator: ",\"")
    return lines.joined(separator: "\n")
  }
}
