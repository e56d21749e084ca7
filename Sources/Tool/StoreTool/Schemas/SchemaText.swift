import CommandLineTool
import DataSchema
import RecordStore

/// Renders entities as text.
struct SchemaText {
  private let terminal: Terminal

  init(_ terminal: Terminal) { self.terminal = terminal }

  func text(of model: ModelDescription, _ origin: ModelOrigin) -> String {
    var lines: [String] = []
    for entity in model.sortedEntities {
      if !lines.isEmpty { lines.append("") }
      lines += self.lines(entity)
    }
    if !origin.guesses.isEmpty {
      lines +=
        ["", terminal.styled("Guessed:", .bold)] + origin.guesses.map { "  \($0.printable)" }
    }
    let forms = model.unconfirmedForms(origin)
    if !forms.isEmpty {
      let title = "Stored in forms not yet seen in files of Apple's frameworks:"
      lines += ["", terminal.styled(title, .bold)]
      lines += forms.map { form in
        let place = [form.entity, form.property].compactMap(\.self).joined(separator: ".")
        return "  \(place): \(form.type) as \(form.form)".printable
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(_ entity: EntityDescription) -> [String] {
    var title = terminal.styled(entity.name.printable, .bold)
    if let parent = entity.parentName { title += ": \(parent.printable)" }
    if entity.isAbstract { title += " (abstract)" }
    var rows: [(String, String)] = []
    for property in entity.properties { rows += self.rows(property, indent: "  ") }
    let width = rows.map(\.0.displayWidth).max() ?? 0
    var lines = [title]
    lines += rows.map { "\($0.0.padded(to: width))  \($0.1)".withoutTrailingSpaces }
    lines += entity.uniquenessConstraints.map {
      terminal.styled("  unique: ", .dim) + $0.joined(separator: ", ").printable
    }
    lines += entity.indexes.map { index in
      let kind = index.kind == .rtree ? "spatial index: " : "index: "
      return terminal.styled("  \(kind)", .dim)
        + index.propertyNames.joined(separator: ", ").printable
    }
    return lines
  }

  private func rows(_ property: PropertyDescription, indent: String) -> [(String, String)] {
    let name = indent + property.name.printable
    var marks: [String] = []
    var parts: [(String, String)] = []
    switch property {
    case .attribute(let attribute): marks = attribute.marks
    case .composite(let composite):
      if composite.isTransient { marks.append("transient") }
      parts = composite.elements.flatMap { rows($0, indent: indent + "  ") }
    case .relationship(let relationship): marks = relationship.marks
    case .derived(let derived): marks = ["from \(derived.expression)"]
    }
    let type = terminal.styled(property.typeName.printable, .cyan)
    let text = ([type] + (marks.isEmpty ? [] : [marks.joined(separator: ", ").printable]))
    return [(name, text.joined(separator: "  "))] + parts
  }
}

extension ModelDescription {
  /// Properties stored in forms that have not been confirmed in files of Apple's frameworks; none
  /// for files that those frameworks wrote.
  func unconfirmedForms(_ origin: ModelOrigin) -> [UnconfirmedForm] {
    origin == .own ? unconfirmedForms(knowingTransformers: false) : []
  }
}

extension AttributeDescription {
  var marks: [String] {
    var marks: [String] = []
    if isTransient { marks.append("transient") }
    if storesExternally { marks.append("external storage") }
    if preservesValueOnDeletion { marks.append("preserved on deletion") }
    if let originalName { marks.append("was \(originalName)") }
    return marks
  }
}

extension RelationshipDescription {
  var marks: [String] {
    var marks: [String] = []
    if let inverseName { marks.append("inverse \(destination).\(inverseName)") }
    if deleteRule != .nullify { marks.append(deleteRule.name) }
    if isOrdered { marks.append("ordered") }
    if minimumCount > 0 { marks.append("at least \(minimumCount)") }
    if isToMany, maximumCount > 0 { marks.append("at most \(maximumCount)") }
    if isTransient { marks.append("transient") }
    return marks
  }
}
