import DataSchema

/// Renders the `VersionedSchema` of a version.
struct SchemaCode {
  let name: String
  let version: VersionNumber
  let classes: [ClassPlan]
  let names: TypeNames
  /// The value transformers that are required to read some attributes.
  let transformers: Set<String>

  var text: CodeText {
    let schema = names.swiftData("Schema")
    var code = CodeText()
    code.add("enum \(name): \(names.swiftData("VersionedSchema")) {")
    code.indent { code in
      code.add(
        "static var versionIdentifier: \(schema).Version { \(schema).Version(\(version.code)) }")
      code.add()
      code.add("static var models: [any \(names.swiftData("PersistentModel")).Type] {")
      code.indent { code in
        if !transformers.isEmpty {
          let list = transformers.sorted().map(SwiftName.literal)
          code.add("\(TransformerCode.name).register(for: [", list, "])")
        }
        let start = transformers.isEmpty ? "[" : "return ["
        code.add(start, classes.map { "\(names.model($0.name)).self" }, "]")
      }
      code.add("}")
    }
    code.add("}")
    return code
  }
}

extension VersionNumber {
  /// The arguments of `Schema.Version`.
  var code: String { "\(major), \(minor), \(patch)" }

  /// Chooses the numbers of versions: their own identifiers if these are ascending, otherwise 1, 2,
  /// 3 and so on.
  static func numbers(of versions: [ModelDescription]) -> [VersionNumber] {
    let named = versions.compactMap { version in
      version.versionIdentifiers.compactMap { VersionNumber(text: $0) }.max()
    }
    let areInOrder = zip(named, named.dropFirst()).allSatisfy { $0 < $1 }
    if named.count == versions.count, areInOrder { return named }
    return versions.indices.map { VersionNumber($0 + 1) }
  }
}

/// Renders the `SchemaMigrationPlan` from each version to the next.
struct MigrationPlanCode {
  let name: String
  /// The names of the versions' schemas, oldest first.
  let schemas: [String]
  /// For each version and the next: the changes that automatic migration does not cover.
  let obstacles: [[MigrationObstacle]]

  var text: CodeText {
    var code = CodeText()
    code.add("enum \(name): SchemaMigrationPlan {")
    code.indent { code in
      code.add("static var schemas: [any VersionedSchema.Type] {")
      code.indent { $0.add("[", schemas.map { "\($0).self" }, "]") }
      code.add("}")
      code.add()
      code.add("static var stages: [MigrationStage] {")
      code.indent { $0.add("[", obstacles.indices.map(stage), "]") }
      code.add("}")
      for (place, problems) in obstacles.enumerated() { add(place, problems, to: &code) }
    }
    code.add("}")
    return code
  }

  private func stage(_ place: Int) -> String { "from\(place + 1)To\(place + 2)" }

  private func add(_ place: Int, _ problems: [MigrationObstacle], to code: inout CodeText) {
    code.add()
    for problem in problems {
      code.add("// \(problem.description.prefix(300).filter { !$0.isNewline })")
    }
    let kind = problems.isEmpty ? "lightweight" : "custom"
    let ends = [
      "fromVersion: \(schemas[place]).self", "toVersion: \(schemas[place + 1]).self",
    ]
    let work = problems.isEmpty ? [] : ["willMigrate: nil", "didMigrate: nil"]
    code.add("static var \(stage(place)): MigrationStage {")
    code.indent { $0.add(".\(kind)(", ends + work, ")") }
    code.add("}")
  }
}
