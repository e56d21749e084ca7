import PostgresFormat

/// Renders the `PostgresMapping` of planned classes.
struct MappingCode {
  /// The name of the `VersionedSchema`.
  let name: String
  /// The schema in the database.
  let schema: String
  let classes: [MappedClass]
  /// The tables that have no class, with the reasons.
  let omissions: [(table: String, reason: String)]

  var text: CodeText {
    var code = CodeText()
    code.add("extension \(name) {")
    code.indent { code in
      code.add("/// The tables of the models, for `PostgresConfiguration.mapping`.")
      if !omissions.isEmpty {
        code.add("///")
        code.add("/// These tables have no model:")
        for omission in omissions {
          code.addDocumentation("- `\(omission.table)`: \(omission.reason)", indent: "  ")
        }
      }
      code.add("static var mapping: PostgresMapping {")
      code.indent { code in
        let isConstant = classes.isEmpty ? "let" : "var"
        code.add("\(isConstant) mapping = PostgresMapping(schema: \(SwiftName.literal(schema)))")
        for item in classes {
          add(item, to: &code)
          for subclass in item.subclasses {
            guard let name = subclass.mappedName else { continue }
            code.add(
              "mapping[\(SwiftName.spelled(subclass.plan.name)).self] = .table(",
              ["className: \(SwiftName.literal(name))"], ")")
          }
        }
        code.add("return mapping")
      }
      code.add("}")
    }
    code.add("}")
    return code
  }

  private func add(_ item: MappedClass, to code: inout CodeText) {
    let start = "mapping[\(SwiftName.spelled(item.plan.name)).self] = .table("
    var arguments = [SwiftName.literal(item.table.name)]
    if item.key.name != "id" { arguments.append("key: \(SwiftName.literal(item.key.name))") }
    let columns = Self.columns(of: item).map {
      CodeText.ListEntry("\(SwiftName.literal($0.property)): \(SwiftName.literal($0.column))")
    }
    let joins = item.joins.map { join in
      CodeText.ListEntry(
        "\(SwiftName.literal(join.property)): .init(",
        "\(SwiftName.literal(join.table)), owner: \(SwiftName.literal(join.owner)), "
          + "member: \(SwiftName.literal(join.member)))")
    }
    let others = [
      ("classColumn", item.classColumn.map { _ in ClassColumn.name }),
      ("className", item.mappedName), ("createdAt", item.createdAt), ("updatedAt", item.updatedAt),
      ("lockVersion", item.lockVersion),
    ].compactMap { name, column in column.map { "\(name): \(SwiftName.literal($0))" } }
    let lists = [("columns", columns), ("joins", joins)].filter { !$0.1.isEmpty }
    let whole =
      arguments + lists.map { "\($0): [\($1.map(\.text).joined(separator: ", "))]" } + others
    guard start.count + whole.joined(separator: ", ").count + 5 > CodeText.width else {
      return code.add(start + whole.joined(separator: ", ") + ")")
    }
    code.add(start)
    code.indent { code in
      code.add(arguments.joined(separator: ", ") + (lists.isEmpty && others.isEmpty ? ")" : ","))
      for (index, (label, entries)) in lists.enumerated() {
        let isLast = index == lists.count - 1 && others.isEmpty
        code.addList("\(label): [", entries, isLast ? "])" : "],")
      }
      if !others.isEmpty { code.add(others.joined(separator: ", ") + ")") }
    }
  }

  /// The columns whose names are not those that the library would choose.
  private static func columns(
    of item: MappedClass
  ) -> [(property: String, column: String, isToOne: Bool)] {
    func wish(_ entry: (property: String, column: String, isToOne: Bool)) -> String {
      entry.property.snakeCased + (entry.isToOne ? "_id" : "")
    }
    let counts = Dictionary(grouping: item.columns, by: wish).mapValues(\.count)
    return item.columns.filter { entry in
      let wish = wish(entry)
      return wish != entry.column || counts[wish] != 1 || wish.hasPrefix("row_")
    }
  }
}

extension CodeText {
  /// An entry of a list, which may be broken into two lines after its head.
  struct ListEntry {
    let head: String
    let tail: String

    init(_ head: String, _ tail: String = "") { (self.head, self.tail) = (head, tail) }

    var text: String { head + tail }
  }

  /// Adds a list on one line, or with each entry on a line.
  mutating func addList(_ start: String, _ entries: [ListEntry], _ end: String) {
    let whole = start + entries.map(\.text).joined(separator: ", ") + end
    // The longest indentation of lists is three levels.
    guard whole.count + 6 > Self.width else { return add(whole) }
    add(start)
    indent { code in
      for entry in entries {
        let separator = entries.count > 1 ? "," : ""
        guard entry.text.count + separator.count + 8 > Self.width, !entry.tail.isEmpty else {
          code.add(entry.text + separator)
          continue
        }
        code.add(entry.head)
        code.indent { $0.add(entry.tail + separator) }
      }
    }
    add(end)
  }

  /// Adds a documentation comment, on as many lines as it needs.
  mutating func addDocumentation(_ text: String, indent: String = "") {
    // Names in a database may contain anything.
    let visible = String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter {
          ![.format, .privateUse, .unassigned].contains($0.properties.generalCategory)
        }))
    var line = ""
    for word in visible.split(whereSeparator: { $0.isWhitespace || $0.isNewline || $0 < " " }) {
      if !line.isEmpty, line.count + word.count + 9 > Self.width {
        add("/// \(line)")
        line = indent + word
      } else {
        line += line.isEmpty ? String(word) : " \(word)"
      }
    }
    if !line.isEmpty { add("/// \(line)") }
  }
}
