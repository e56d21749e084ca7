import CommandLineTool
import DataSchema

/// Renders entities as a diagram in the Mermaid language.
struct MermaidDiagram {
  private let model: ModelDescription

  init(_ model: ModelDescription) { self.model = model }

  var text: String {
    var lines = ["erDiagram"]
    for entity in model.sortedEntities {
      lines.append("  \(Self.name(entity.name)) {")
      for property in entity.properties {
        if case .relationship = property { continue }
        lines.append("    \(Self.word(property.typeName)) \(Self.word(property.name))")
      }
      lines.append("  }")
    }
    for entity in model.sortedEntities {
      guard let parent = entity.parentName, model.entity(named: parent) != nil else { continue }
      lines.append("  \(Self.name(parent)) ||--|| \(Self.name(entity.name)) : \"is a\"")
    }
    for link in SchemaLink.links(of: model) {
      let line = (link.isInverseToMany ? "}o" : "|o") + "--" + (link.isToMany ? "o{" : "o|")
      lines.append(
        "  \(Self.name(link.from)) \(line) \(Self.name(link.to)) : \(Self.name(link.label))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A name in quotation marks, which may contain almost any character.
  private static func name(_ text: String) -> String {
    "\"\(text.filter { $0 != "\"" && !$0.isNewline }.printable)\""
  }

  /// A name for places where Mermaid accepts only letters, digits and a few signs.
  private static func word(_ text: String) -> String {
    let plain = String(
      text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "_" })
    var word = text.hasSuffix("?") ? String(plain.dropLast()) + "_optional" : plain
    while word.contains("__") { word = word.replacing("__", with: "_") }
    return word.first.map { $0.isLetter } == true ? word : "x" + word
  }
}
