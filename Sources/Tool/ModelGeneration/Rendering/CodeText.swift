/// Lines of code, indented as they are added.
struct CodeText {
  static let width = 100

  private(set) var text = ""
  private var depth = 0

  init() {}

  mutating func add(_ line: String = "") {
    text += line.isEmpty ? "\n" : String(repeating: "  ", count: depth) + line + "\n"
  }

  mutating func add(_ other: CodeText) {
    for line in other.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      add(String(line))
    }
  }

  mutating func indent(_ body: (inout CodeText) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  /// Adds an assignment, on two lines if one would be too long.
  mutating func assign(_ target: String, _ value: String) {
    guard 2 * depth + target.count + 3 + value.count > Self.width else {
      return add("\(target) = \(value)")
    }
    add("\(target) =")
    indent { $0.add(value) }
  }

  /// Adds a line, or several lines with as many parts as fit if one would be too long.
  mutating func add(_ start: String, _ parts: [String], _ end: String) {
    let whole = start + parts.joined(separator: ", ") + end
    guard 2 * depth + whole.count > Self.width, !parts.isEmpty else { return add(whole) }
    add(start)
    indent { code in
      var line = ""
      for (place, part) in parts.enumerated() {
        let isLast = place == parts.count - 1
        // Lists that span several lines end with a comma; calls do not.
        let piece = isLast && end != "]" ? part : part + ","
        let longer = line.isEmpty ? piece : line + " " + piece
        if !line.isEmpty, 2 * code.depth + longer.count > Self.width {
          code.add(line)
          line = piece
        } else {
          line = longer
        }
      }
      code.add(line)
    }
    add(end)
  }
}
