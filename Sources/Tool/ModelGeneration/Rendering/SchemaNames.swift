import DataSchema

/// The names of the declarations around the classes of a model.
struct SchemaNames {
  /// The prefix of the names.
  let base: String
  /// The names of the versions' schemas.
  let schemas: [String]
  let plan: String
  /// Whether the classes are nested in the schemas.
  ///
  /// Nesting separates the classes of several versions, and classes from other types of the same
  /// name.
  let isInScopes: Bool

  init(_ source: ModelSource, _ base: String) {
    let entities = Set(source.versions.flatMap { $0.model.entities.map(\.name) })
    let isAmbiguous = source.versions.contains { !TypeNames.ambiguous(in: $0.model).isEmpty }
    isInScopes = source.versions.count > 1 || isAmbiguous
    var free = base
    while entities.contains(where: { $0.hasPrefix(free + "Schema") })
      || entities.contains(free + "MigrationPlan")
    {
      free += "Store"
    }
    self.base = free
    let isSingle = source.versions.count == 1
    schemas = source.versions.indices.map { isSingle ? "\(free)Schema" : "\(free)SchemaV\($0 + 1)" }
    plan = "\(free)MigrationPlan"
  }

  var all: Set<String> { Set(schemas + [plan, JSONValueCode.name, TransformerCode.name]) }
}

/// Generated files, whose names are unique even if case is ignored.
struct FileList {
  private(set) var files: [GeneratedFile] = []
  private var taken: Set<String> = []

  mutating func add(
    _ name: String, _ text: String, imports: [String] = ["Foundation", "SwiftData"]
  ) {
    var free = name
    var number = 2
    while !taken.insert(free.lowercased()).inserted {
      free = "\(name)\(number)"
      number += 1
    }
    let head = imports.map { "import \($0)\n" }.joined()
    files.append(
      GeneratedFile(name: "\(free).swift", text: head.isEmpty ? text : "\(head)\n\(text)"))
  }

  var sorted: [GeneratedFile] { files.sorted { $0.name < $1.name } }
}
