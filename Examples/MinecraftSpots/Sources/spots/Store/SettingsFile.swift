import ExampleSupport
import Foundation
import MinecraftSpotsCore

/// Settings in `spots/settings.json` in the user's folder of configuration, as the XDG base
/// directory specification has it.
struct SettingsFile: SettingsStorage {
  private let url: URL

  /// - Throws: `CommandFailure` where there is a file that cannot be read.
  init(environment: [String: String]) throws {
    let folder =
      if let home = environment["XDG_CONFIG_HOME"], home.hasPrefix("/") {
        URL(fileURLWithPath: home)
      } else {
        URL(fileURLWithPath: environment["HOME"] ?? NSHomeDirectory())
          .appendingPathComponent(".config")
      }
    url = folder.appendingPathComponent("spots/settings.json")
    _ = try load()
  }

  func bool(forKey key: String) -> Bool? {
    // What could not be read was told when the file was opened.
    try? load()[key]
  }

  /// - Throws: `CommandFailure` where the file cannot be written.
  func set(_ value: Bool, forKey key: String) throws {
    var values = try load()
    values[key] = value
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try encoder.encode(values).write(to: url, options: .atomic)
    } catch {
      throw CommandFailure(
        "The settings could not be written to \(url.path). \(error.sentence)",
        advice: "Check the folder and that you may write there.", .fileUnwritable)
    }
  }

  private func load() throws -> [String: Bool] {
    guard FileKind(ofPath: url.path) != nil else { return [:] }
    let data = try InputFile(url.path, wanted: "a file of settings, or remove it").read()
    do {
      return try JSONDecoder().decode([String: Bool].self, from: data)
    } catch {
      throw CommandFailure(
        "The settings in \(url.path) could not be read. \(error.sentence)",
        advice: "Mend the file, or remove it to begin with new settings.", .wrongContents)
    }
  }
}
