import Foundation

extension Terminal {
  /// Writes an informational message.
  public func note(_ line: String) { say(line, json: Message(type: "note", message: line)) }

  /// Writes a warning.
  public func warn(_ line: String) {
    say("warning: " + line, json: Message(type: "warning", message: line))
  }

  /// Writes a message: its lines after the program's name, or a line of JSON for other programs.
  public func say(_ text: String, json: some Encodable) {
    guard writesJSON else { return say(text) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and numbers can always be encoded.
    let line = (try? encoder.encode(json)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    message(line + "\n")
  }

  /// Writes the lines of a message after the program's name.
  package func say(_ text: String) {
    // Messages contain paths and arguments, which may contain control characters.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.printable)
    message("\(program): \(lines.joined(separator: "\n"))\n")
  }

  private struct Message: Encodable {
    let type: String
    let message: String
  }

  /// A text style.
  public enum Style: String, Sendable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  /// Text in a style, or unchanged if colors are not used.
  public func styled(_ text: String, _ style: Style) -> String {
    usesColor ? "\(escape)[\(style.rawValue)m\(text)\(escape)[0m" : text
  }
}
