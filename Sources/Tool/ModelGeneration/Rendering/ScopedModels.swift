import DataSchema

/// Generates the code of a model whose classes are nested in the schemas of its versions.
struct ScopedModels {
  private let source: ModelSource
  private let names: SchemaNames

  init(_ source: ModelSource, _ names: SchemaNames) {
    (self.source, self.names) = (source, names)
  }

  func generated() throws(ModelGenerationError) -> GeneratedModels {
    let numbers = VersionNumber.numbers(of: source.versions.map(\.model))
    var files = FileList()
    var notes: [GenerationNote] = []
    var plans: [ModelPlan] = []
    for (place, version) in source.versions.enumerated() {
      let schema = names.schemas[place]
      let plan = try ModelPlanner.plan(version, scope: schema, taken: names.all)
      let typeNames = TypeNames(version.model, scope: schema)
      files.add(schema, code(of: plan, schema, numbers[place], typeNames))
      notes += plan.notes.map { note in
        var note = note
        if source.versions.count > 1 { note.version = version.name }
        return note
      }
      plans.append(plan)
    }
    if plans.contains(where: { !$0.transformers.isEmpty }) {
      files.add(TransformerCode.name, TransformerCode.text)
    }
    if plans.contains(where: \.usesJSON) {
      files.add(JSONValueCode.name, JSONValueCode.text, imports: [])
    }
    let current = source.current
    var code = CodeText()
    if plans.count > 1 {
      code.add(migrationPlan(plans))
      code.add()
      notes += planNotes(plans)
    }
    addAliases(of: plans[current], names.schemas[current], to: &code)
    if !code.text.isEmpty {
      files.add(plans.count > 1 ? names.plan : names.base, code.text, imports: ["SwiftData"])
    }
    return GeneratedModels(
      files: files.sorted, notes: notes, schemaName: names.schemas[current],
      model: plans[current].said, of: source.versions[current].model)
  }

  private func code(
    of plan: ModelPlan, _ schema: String, _ number: VersionNumber, _ typeNames: TypeNames
  ) -> String {
    var code = SchemaCode(
      name: schema, version: number, classes: plan.classes, names: typeNames,
      transformers: plan.transformers
    ).text
    // The Swift 6.3 compiler may crash if macros name properties of subclasses that are declared
    // later.
    let parents = Set(plan.classes.compactMap(\.parent))
    let lineage = Lineage(plan.said)
    let inheriting = plan.classes.filter { $0.parent != nil || parents.contains($0.name) }
      .sorted { lineage.ancestry(of: $0.name).count < lineage.ancestry(of: $1.name).count }
    let others = plan.classes.filter { $0.parent == nil && !parents.contains($0.name) }
    let parts =
      (inheriting + others).map { ClassCode(plan: $0, names: typeNames).text }
      + plan.types.map { ValueTypeCode(type: $0, names: typeNames).text }
    for part in parts {
      code.add()
      code.add("extension \(schema) {")
      code.indent { $0.add(part) }
      code.add("}")
    }
    return code.text
  }

  /// Adds type aliases for the classes of the current version, except for names that other types
  /// have.
  private func addAliases(of plan: ModelPlan, _ schema: String, to code: inout CodeText) {
    let ambiguous = TypeNames.ambiguous(in: source.versions[source.current].model)
    let aliases = plan.classes.map(\.name).filter { !ambiguous.contains($0) }
    for name in aliases.map(SwiftName.spelled) {
      code.add("typealias \(name) = \(schema).\(name)")
    }
  }
}

// Migrations.

extension ScopedModels {
  private func migrationPlan(_ plans: [ModelPlan]) -> CodeText {
    let obstacles = zip(plans, plans.dropFirst()).map { older, newer in
      MigrationObstacles(from: older.said, to: newer.said).all
    }
    return MigrationPlanCode(name: names.plan, schemas: names.schemas, obstacles: obstacles).text
  }

  private func planNotes(_ plans: [ModelPlan]) -> [GenerationNote] {
    var notes: [GenerationNote] = []
    if source.current != plans.count - 1 {
      notes.append(
        GenerationNote(
          "The plan leads to \(names.schemas.last ?? ""), but the current version is "
            + "\(names.schemas[source.current]); remove the later versions from the plan."))
    }
    for (place, (older, newer)) in zip(plans, plans.dropFirst()).enumerated()
    where older.said.versionHashes == newer.said.versionHashes {
      notes.append(
        GenerationNote(
          "\(names.schemas[place]) and \(names.schemas[place + 1]) have the same version hashes; "
            + "remove one of them from the plan."))
    }
    return notes
  }
}

/// Changes between two versions that automatic migration does not cover, as far as models show
/// without rows.
struct MigrationObstacles {
  let all: [MigrationObstacle]

  init(from source: ModelDescription, to target: ModelDescription) {
    let mapping = SchemaMapping(from: source, to: target)
    all =
      mapping.obstacles
      + target.entities.flatMap { entity in
        entity.properties.compactMap { property in
          mapping.origin(of: property.name, in: entity.name).flatMap { origin in
            Self.problem(origin, property).map {
              MigrationObstacle(entity: entity.name, property: property.name, problem: $0)
            }
          }
        }
      }
  }

  private static func problem(
    _ origin: PropertyDescription, _ property: PropertyDescription
  ) -> MigrationObstacle.Problem? {
    switch (origin, property) {
    case (.attribute(let older), .attribute(let newer)):
      AttributeConversion(from: older.type, to: newer.type) == nil
        ? .typeChange(from: older.type, to: newer.type) : nil
    case (.composite, .composite), (.relationship, .relationship), (.derived, .derived): nil
    default: .kindChange
    }
  }
}
