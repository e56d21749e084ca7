/// Text for people: paragraphs, which are wrapped, and lines indented by two spaces, which are kept
/// as they are.
struct Prose {
  enum Block: Equatable {
    case paragraph(String)
    case lines([String])
    /// An empty line.
    case gap
  }

  let blocks: [Block]

  init(_ text: String) {
    var blocks: [Block] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    where !text.isEmpty {
      switch (blocks.last, line) {
      case (_, ""): blocks.append(.gap)
      case (.lines(let before), _) where line.hasPrefix("  "):
        blocks[blocks.count - 1] = .lines(before + [line])
      case _ where line.hasPrefix("  "): blocks.append(.lines([line]))
      case (.paragraph(let before), _): blocks[blocks.count - 1] = .paragraph("\(before) \(line)")
      default: blocks.append(.paragraph(line))
      }
    }
    self.blocks = blocks
  }

  /// The lines of the text at a width.
  func lines(width: Int) -> [String] {
    blocks.flatMap { block in
      switch block {
      case .paragraph(let text): Self.filled(text, width: width)
      case .lines(let lines): lines
      case .gap: [""]
      }
    }
  }

  /// Wraps a text at a width; only longer words exceed it.
  static func filled(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var room = 0
    for word in text.split(separator: " ") {
      let size = String(word).displayWidth
      if lines.isEmpty || size + 1 > room {
        lines.append(String(word))
        room = width - size
      } else {
        lines[lines.count - 1] += " \(word)"
        room -= size + 1
      }
    }
    return lines
  }
}
