import CommandLineTool
import DataSchema

/// Renders entities as a picture: boxes in rows, connected by lines.
struct SVGDiagram {
  private struct Box {
    var entity: EntityDescription
    var lines: [String]
    var x = 0
    var y = 0
    var width: Int
    var height: Int

    var middle: Int { x + width / 2 }
  }

  private var boxes: [Box] = []
  private let links: [SchemaLink]
  private let parents: [(String, String)]
  private var size = (width: 0, height: 0)

  private static let lineHeight = 18
  private static let letterWidth = 8
  private static let gap = 60
  private static let padding = 10
  /// The number of characters at which texts are cut.
  private static let letterLimit = 48

  init(_ model: ModelDescription) {
    links = SchemaLink.links(of: model)
    parents = model.sortedEntities.compactMap { entity in
      entity.parentName.map { (entity.name, $0) }
    }
    boxes = model.sortedEntities.map(Self.box)
    arrange()
  }

  private static func box(_ entity: EntityDescription) -> Box {
    var lines: [String] = []
    for property in entity.properties {
      lines.append("\(property.name): \(property.typeName)".shortened(to: letterLimit))
    }
    let letters = ([entity.name.shortened(to: letterLimit)] + lines).map(\.displayWidth).max() ?? 0
    return Box(
      entity: entity, lines: lines, width: letters * letterWidth + 2 * padding,
      height: (lines.count + 1) * lineHeight + 2 * padding)
  }

  /// Arranges the boxes in rows of about the same width.
  private mutating func arrange() {
    let area = boxes.reduce(0) { $0 + ($1.width + Self.gap) * ($1.height + Self.gap) }
    let wanted = max(600, Int(Double(area).squareRoot() * 1.3))
    var (x, y, height) = (Self.gap, Self.gap, 0)
    for index in boxes.indices {
      if x > Self.gap, x + boxes[index].width > wanted {
        (x, y, height) = (Self.gap, y + height + Self.gap, 0)
      }
      (boxes[index].x, boxes[index].y) = (x, y)
      x += boxes[index].width + Self.gap
      height = max(height, boxes[index].height)
      size.width = max(size.width, x)
    }
    size.height = y + height + Self.gap
  }

  var text: String {
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size.width)" height="\(size.height)" \
      viewBox="0 0 \(size.width) \(size.height)" font-family="monospace" font-size="13">
      <rect width="100%" height="100%" fill="white"/>
      """
    ]
    let byName = Dictionary(boxes.map { ($0.entity.name, $0) }, uniquingKeysWith: { $1 })
    for (child, parent) in parents {
      guard let from = byName[child], let to = byName[parent] else { continue }
      parts.append(line(from, to, "is a", color: "#999", dashes: " stroke-dasharray=\"4 3\""))
    }
    for link in links {
      guard let from = byName[link.from], let to = byName[link.to] else { continue }
      let ends = "\(link.isInverseToMany ? "∗" : "1") – \(link.isToMany ? "∗" : "1")"
      parts.append(line(from, to, "\(link.label) (\(ends))", color: "#3367d6", dashes: ""))
    }
    parts += boxes.map(picture)
    return (parts + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func line(
    _ from: Box, _ to: Box, _ label: String, color: String, dashes: String
  ) -> String {
    // Lines start at the bottom and end at the top; the boxes cover lines that cross them.
    let (x1, y1) = (from.middle, from.y + from.height)
    let (x2, y2) = (to.middle, to.y)
    let bend = from.entity.name == to.entity.name ? from.width : 0
    let path =
      "M\(x1) \(y1) C\(x1 + bend) \(y1 + Self.gap / 2) \(x2 + bend) \(y2 - Self.gap / 2) \(x2) \(y2)"
    return """
      <path d="\(path)" fill="none" stroke="\(color)"\(dashes)><title>\
      \(Self.escaped("\(from.entity.name) → \(to.entity.name): \(label)"))</title></path>
      """
  }

  private func picture(_ box: Box) -> String {
    let top = box.y + Self.padding + Self.lineHeight - 5
    var parts = [
      """
      <rect x="\(box.x)" y="\(box.y)" width="\(box.width)" height="\(box.height)" rx="6" \
      fill="#f6f8fa" stroke="#57606a"/>
      <text x="\(box.x + Self.padding)" y="\(top)" font-weight="bold">\
      \(Self.escaped(box.entity.name.shortened(to: Self.letterLimit)))</text>
      """
    ]
    for (index, line) in box.lines.enumerated() {
      let y = top + (index + 1) * Self.lineHeight
      parts.append(
        "<text x=\"\(box.x + Self.padding)\" y=\"\(y)\">\(Self.escaped(line))</text>")
    }
    return parts.joined(separator: "\n")
  }

  /// Escapes a text for XML.
  ///
  /// It works on scalars, because a combining accent after a delimiter forms one `Character` with
  /// it.
  static func escaped(_ text: String) -> String {
    text.printable.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
