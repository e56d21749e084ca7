import DataSchema

/// Generates the code of a model with one version: a file for each class.
struct PlainModels {
  private let source: ModelSource
  private let names: SchemaNames

  init(_ source: ModelSource, _ names: SchemaNames) {
    (self.source, self.names) = (source, names)
  }

  func generated() throws(ModelGenerationError) -> GeneratedModels {
    let version = source.versions[source.current]
    let plan = try ModelPlanner.plan(version, scope: nil, taken: names.all)
    let typeNames = TypeNames(version.model, scope: nil)
    let schema = names.schemas[source.current]
    var files = FileList()
    for item in plan.classes {
      var code = ClassCode(plan: item, names: typeNames).text
      for type in plan.types where type.owner == item.name {
        code.add()
        code.add(ValueTypeCode(type: type, names: typeNames).text)
      }
      files.add(item.name, code.text)
    }
    files.add(
      schema,
      SchemaCode(
        name: schema, version: VersionNumber.numbers(of: [version.model])[0],
        classes: plan.classes, names: typeNames, transformers: plan.transformers
      ).text.text, imports: ["SwiftData"])
    if !plan.transformers.isEmpty {
      files.add(TransformerCode.name, TransformerCode.text)
    }
    if plan.usesJSON { files.add(JSONValueCode.name, JSONValueCode.text, imports: []) }
    return GeneratedModels(
      files: files.sorted, notes: plan.notes, schemaName: schema, model: plan.said,
      of: version.model)
  }
}
