import DataSchema

/// Renders the class of an entity.
struct ClassCode {
  let plan: ClassPlan
  let names: TypeNames

  var text: CodeText {
    var code = CodeText()
    for line in plan.documentation {
      line.isEmpty ? code.add("///") : code.addDocumentation(line, indent: "  ")
    }
    code.add(
      "@" + names.swiftData("Model")
        + (plan.originalName.map { "(originalName: \(SwiftName.literal($0)))" } ?? ""))
    let parent = plan.parent.map { ": \(names.model($0))" } ?? ""
    code.add("\(plan.isFinal ? "final " : "")class \(SwiftName.spelled(plan.name))\(parent) {")
    code.indent { code in
      addConstraints(to: &code)
      for property in plan.properties { add(property, to: &code) }
      if !plan.properties.isEmpty { code.add() }
      addInitializer(to: &code)
    }
    code.add("}")
    return code
  }

  private func addConstraints(to code: inout CodeText) {
    let model = names.model(plan.name)
    let uniqueness = plan.uniqueness.map(paths)
    if !uniqueness.isEmpty { code.add("#Unique<\(model)>(", uniqueness, ")") }
    let binary = plan.indexes.filter { $0.kind == .binary }.map { paths($0.propertyNames) }
    if plan.indexes.contains(where: { $0.kind == .rtree }) {
      let all = plan.indexes.map { ".\($0.kind.rawValue)(\(paths($0.propertyNames)))" }
      code.add("#Index<\(model)>(", all, ")")
    } else if !binary.isEmpty {
      code.add("#Index<\(model)>(", binary, ")")
    }
    if !uniqueness.isEmpty || !plan.indexes.isEmpty { code.add() }
  }

  private func paths(_ properties: [String]) -> String {
    "[" + properties.map { "\\.\(SwiftName.spelled($0))" }.joined(separator: ", ") + "]"
  }

  private func add(_ property: PropertyPlan, to code: inout CodeText) {
    let value = property.initialValue.map { " = \($0)" } ?? ""
    if let derivation = property.derivation {
      code.add("/// Core Data derives it: \(derivation)")
    }
    let access = property.derivation == nil ? "" : "private(set) "
    let variable = "\(access)var \(SwiftName.spelled(property.name)): \(property.fullType)\(value)"
    guard let macro = property.macro else { return code.add(variable) }
    let attribute = "@\(macro.name)(\(macro.arguments.joined(separator: ", ")))"
    if attribute.count + variable.count + 5 <= CodeText.width {
      code.add("\(attribute) \(variable)")
    } else {
      code.add("@\(macro.name)(", macro.arguments, ")")
      code.add(variable)
    }
  }

  private func addInitializer(to code: inout CodeText) {
    let own = plan.properties.filter(\.isParameter)
    // An initializer with no more parameters than the superclass's overrides it.
    let isOverride = plan.parent != nil && own.isEmpty
    let parameters = (plan.inherited + own).map(parameter)
    let start = (isOverride ? "override " : "") + "init("
    guard !own.isEmpty || plan.parent != nil else { return code.add("init() {}") }
    code.add(start, parameters, ") {")
    code.indent { code in
      for property in own {
        let name = SwiftName.spelled(property.name)
        code.assign("self.\(name)", name)
      }
      if plan.parent != nil {
        let arguments = plan.inherited.map { "\($0.name): \(SwiftName.spelled($0.name))" }
        code.add("super.init(", arguments, ")")
      }
    }
    code.add("}")
  }

  private func parameter(_ property: PropertyPlan) -> String {
    let value = property.initialValue ?? (property.isOptional ? "nil" : nil)
    return "\(SwiftName.spelled(property.name)): \(property.fullType)"
      + (value.map { " = \($0)" } ?? "")
  }
}
