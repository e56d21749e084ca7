import DataSchema

/// Generates the code of another program's tables: a file for each class, one with the
/// `VersionedSchema`, and one with the mapping.
struct TableModels {
  private let schema: DatabaseSchema
  private let base: String

  /// - Parameter schema: The tables.
  init(_ schema: DatabaseSchema) {
    self.schema = schema
    let isDefault = schema.name == "public"
    base = NameWords(isDefault ? schema.database : schema.name).type ?? "Database"
  }

  func generated() throws(ModelGenerationError) -> GeneratedModels {
    let name = "\(base)Schema"
    let planner = TablePlanner(schema, taken: [name])
    let classes = planner.sorted
    guard !classes.isEmpty else {
      let reasons = planner.omissions.map { "\($0.table): \($0.reason)" }
      throw ModelGenerationError(
        .noTables,
        "The schema \(schema.name) of the database \(schema.database) contains "
          + (reasons.isEmpty ? "no tables." : "only tables without a model. ")
          + reasons.joined(separator: " "),
        advice: "Specify another schema with --schema, or with ?schema= in the address.")
    }
    let names = TypeNames(taken: [])
    var files = FileList()
    for item in classes {
      var code = ClassCode(plan: item.documented, names: names).text
      for enumeration in item.enumerations {
        code.add()
        code.add(enumeration.text)
      }
      for pair in item.pairs {
        code.add()
        code.add(pair.text(of: item.plan, names))
      }
      files.add(
        item.plan.name, code.text,
        imports: ["Foundation"] + (item.pairs.isEmpty ? [] : ["PostgresData"]) + ["SwiftData"])
      for subclass in item.documentedSubclasses {
        files.add(subclass.name, ClassCode(plan: subclass, names: names).text.text)
      }
    }
    files.add(
      name,
      SchemaCode(
        name: name, version: VersionNumber(1),
        classes: classes.flatMap { [$0.plan] + $0.subclasses.map(\.plan) }, names: names,
        transformers: []
      ).text.text, imports: ["SwiftData"])
    files.add(
      "\(base)Mapping",
      MappingCode(
        name: name, schema: schema.name, classes: classes, omissions: planner.omissions
      ).text.text, imports: ["PostgresData", "SwiftData"])
    return GeneratedModels(
      files: files.sorted, notes: notes(planner), schemaName: name)
  }

  private func notes(_ planner: TablePlanner) -> [GenerationNote] {
    planner.omissions.map {
      GenerationNote("The table \($0.table) has no model. \($0.reason)")
    }
      + planner.sorted.flatMap { item in
        item.omissions.map { GenerationNote($0.sentence, entity: item.plan.name) }
      }
  }
}

extension MappedClass {
  /// The plan with comments about its table and about what it omits.
  fileprivate var documented: ClassPlan {
    var plan = plan
    plan.documentation = ["A row of the table `\(table.name)`."]
    if classColumn != nil {
      plan.documentation = [
        "A row of the table `\(table.name)`, whose column `\(ClassColumn.name)` contains its class.",
        "",
        "It has the columns of all classes, because the table does not show which class has which.",
      ]
    }
    guard !omissions.isEmpty else { return plan }
    plan.documentation += ["", "The class does not express all of the table:"]
    plan.documentation += omissions.map { "- \($0.sentence)" }
    return plan
  }

  /// The plans of the classes that inherit from this one, with comments.
  fileprivate var documentedSubclasses: [ClassPlan] {
    subclasses.map { subclass in
      var plan = subclass.plan
      plan.documentation = [
        "A row of the table `\(table.name)` whose column `\(ClassColumn.name)` contains "
          + "`\(subclass.className)`."
      ]
      return plan
    }
  }
}
