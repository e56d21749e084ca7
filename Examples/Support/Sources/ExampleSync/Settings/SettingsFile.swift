import ExampleSupport
import Foundation

/// Settings in the file `PROGRAM/settings.json` in the user's configuration folder, according to
/// the XDG Base Directory Specification.
package struct SettingsFile: Sendable {
  /// A value of a setting: a switch or a text.
  private enum Value: Codable {
    case isOn(Bool)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let isOn = try? container.decode(Bool.self) {
        self = .isOn(isOn)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .isOn(let isOn): try container.encode(isOn)
      case .text(let text): try container.encode(text)
      }
    }
  }

  /// The name of the program.
  package let program: String
  /// The environment of the process.
  package let environment: [String: String]
  private let url: URL

  /// - Throws: `CommandFailure` if the file exists but cannot be read.
  package init(_ program: String, environment: [String: String]) throws {
    (self.program, self.environment) = (program, environment)
    let folder =
      if let home = environment["XDG_CONFIG_HOME"], home.hasPrefix("/") {
        URL(fileURLWithPath: home)
      } else {
        URL(fileURLWithPath: environment["HOME"] ?? NSHomeDirectory())
          .appendingPathComponent(".config")
      }
    url = folder.appendingPathComponent("\(program)/settings.json")
    _ = try load()
  }

  /// The folder of the file.
  package var folder: URL { url.deletingLastPathComponent() }

  package func bool(forKey key: String) -> Bool? {
    // Read errors were reported when the file was opened.
    if case .isOn(let isOn) = try? load()[key] { isOn } else { nil }
  }

  package func string(forKey key: String) -> String? {
    if case .text(let text) = try? load()[key] { text } else { nil }
  }

  /// - Throws: `CommandFailure` if the file cannot be written.
  package func set(_ value: Bool, forKey key: String) throws { try store(.isOn(value), key) }

  /// - Throws: `CommandFailure` if the file cannot be written.
  package func set(_ value: String, forKey key: String) throws { try store(.text(value), key) }

  private func store(_ value: Value, _ key: String) throws {
    var values = try load()
    values[key] = value
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try encoder.encode(values).write(to: url, options: .atomic)
    } catch {
      throw CommandFailure(
        "The settings could not be written to \(url.path). \(error.sentence)",
        advice: "Check that you have permission to write to the folder.", .fileUnwritable)
    }
  }

  private func load() throws -> [String: Value] {
    guard FileKind(ofPath: url.path) != nil else { return [:] }
    let data = try InputFile(
      url.path, wanted: "a settings file, or delete this one", limit: 1 << 20
    ).read()
    do {
      return try JSONDecoder().decode([String: Value].self, from: data)
    } catch {
      throw CommandFailure(
        "The settings in \(url.path) could not be read. \(error.sentence)",
        advice: "Correct the file, or delete it to start with new settings.", .wrongContents)
    }
  }
}
