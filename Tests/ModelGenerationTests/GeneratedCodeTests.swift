import ArchivedModel
import DataSchema
import Foundation
import ModelGeneration
import Testing

/// The text of generated code.
@Suite("Generated code")
struct GeneratedCodeTests {
  private func generate(
    _ text: String, schemaName: String? = nil
  ) throws -> GeneratedModels {
    let folder = try ModelFolder()
    return try ModelGenerator.models(
      from: folder.edited(["Library": text]), schemaName: schemaName)
  }

  private func text(_ name: String, _ models: GeneratedModels) throws -> String {
    try #require(models.files.first { $0.name == name }).text
  }

  @Test func generatedCodeIsIdiomatic() throws {
    let models = try generate(EditedModels.library)
    #expect(
      models.files.map(\.name) == [
        "Author.swift", "LibrarySchema.swift", "Novel.swift", "StoredDataTransformer.swift",
        "Work.swift",
      ])
    #expect(models.hasSameVersionHashes)
    #expect(
      try text("Author.swift", models) == """
        import Foundation
        import SwiftData

        @Model
        final class Author {
          var name: String = ""
          @Relationship(deleteRule: .deny) var mentor: Author?
          @Relationship(
            deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 9, inverse: \\Work.authors
          )
          var works: [Work]? = []
          @Relationship(deleteRule: .noAction, inverse: \\Author.mentor) var pupils: [Author]? = []

          init(name: String = "", mentor: Author? = nil) {
            self.name = name
            self.mentor = mentor
          }
        }

        """)
    #expect(
      try text("LibrarySchema.swift", models) == """
        import SwiftData

        enum LibrarySchema: VersionedSchema {
          static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

          static var models: [any PersistentModel.Type] {
            StoredDataTransformer.register(for: ["ShadeTransformer"])
            return [Work.self, Novel.self, Author.self]
          }
        }

        """)
  }

  @Test func attributesHaveTheirOptions() throws {
    let work = try text("Work.swift", generate(EditedModels.library))
    for line in [
      "class Work {", "  #Index<Work>([\\.title, \\.published])",
      "  @Attribute(.unique, .preserveValueOnDeletion) var isbn: UUID",
      "  var title: String = \"\\\"New\\\" & old ☺\"", "  var pages: Int32? = 0",
      "  var published: Date? = Date(timeIntervalSinceReferenceDate: 86400)",
      "  var price: Decimal = 9.5", "  @Attribute(.externalStorage) var cover: Data?",
      "  @Attribute(originalName: \"url\") var link: URL?",
      "  @Attribute(.allowsCloudEncryption, .spotlight) var secret: String?",
      "  @Attribute(.transformable(by: \"ShadeTransformer\")) var shade: Data?",
      "  @Attribute(hashModifier: \"2\") var isRead: Bool = true",
      "  @Attribute(.ephemeral) var draft: String?", "  var authors: [Author]? = []",
    ] {
      #expect(work.split(separator: "\n").contains(Substring(line)), "\(line)")
    }
  }

  @Test func defaultValuesAreWrittenAsLiterals() throws {
    let type = "attributeType=\"Integer 64\" defaultValueString"
    let models = try generate(
      EditedModels.model(
        """
        <entity name="A">
          <attribute name="a" \(type)="123456"/>
          <attribute name="b" \(type)="-1234567"/>
          <attribute name="c" \(type)="-9223372036854775808"/>
          <attribute name="d" attributeType="Integer 16" defaultValueString="40000"/>
          <attribute name="e" attributeType="Double" defaultValueString="1e10"/>
          <attribute name="f" attributeType="Float" defaultValueString="1e300"/>
        </entity>
        """))
    let code = try text("A.swift", models)
    for line in [
      "  var a: Int = 123456", "  var b: Int = -1_234_567",
      "  var c: Int = -9_223_372_036_854_775_808", "  var d: Int16",
      "  var e: Double = 10_000_000_000", "  var f: Float",
    ] {
      #expect(code.split(separator: "\n").contains(Substring(line)), "\(line)")
    }
  }

  @Test func initializersCallTheSuperclass() throws {
    let novel = try text("Novel.swift", generate(EditedModels.library))
    #expect(novel.contains("@Model(originalName: \"Book\")\nfinal class Novel: Work {"))
    #expect(novel.contains("    super.init(\n      isbn: isbn, title: title, pages: pages,"))
  }

  @Test func notesReportWhatTheCodeLacks() throws {
    let models = try generate(EditedModels.unusual)
    #expect(!models.hasSameVersionHashes)
    #expect(models.opensStores)
    let changes = models.notes.filter(\.changesVersionHash).map(\.place)
    #expect(Set(changes) == ["Base", "Base.count", "Base.parts"])
    #expect(changes.filter { $0 == "Base" }.count == 2)
    #expect(models.notes.contains { $0.place == "Part.kin" && !$0.changesVersionHash })
  }

  @Test func derivedAttributesAreReadOnly() throws {
    #expect(
      try text("Base.swift", generate(EditedModels.unusual)) == """
        import Foundation
        import SwiftData

        @Model
        final class Base {
          /// Core Data derives it: parts.@count
          private(set) var count: Int?
          @Relationship(deleteRule: .cascade, inverse: \\Part.base) var parts: [Part] = []

          init() {}
        }

        """)
  }

  /// Otherwise two relationships between the same entities would be treated as inverses.
  @Test func missingInversesAreExplicit() throws {
    let relation = "optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\""
    let models = try generate(
      EditedModels.model(
        """
        <entity name="Bird"><relationship name="nest" \(relation) destinationEntity="Nest"/></entity>
        <entity name="Nest">
          <relationship name="bird" \(relation) destinationEntity="Bird"/>
          <relationship name="tree" \(relation) destinationEntity="Tree"/>
        </entity>
        <entity name="Tree"/>
        """))
    #expect(
      try text("Bird.swift", models).contains("@Relationship(inverse: nil) var nest: Nest?"))
    let nest = try text("Nest.swift", models)
    #expect(nest.contains("@Relationship(inverse: nil) var bird: Bird?"))
    #expect(nest.contains("  var tree: Tree?\n"))
  }

  @Test func ambiguousClassNamesAreQualified() throws {
    let code = try text("LibrarySchema.swift", generate(EditedModels.roots))
    #expect(code.contains("(inverse: \\LibrarySchema.Root.branches) var root: LibrarySchema.Root?"))
    #expect(code.contains("var stock: LibrarySchema.Root?"))
  }

  @Test func negativeMaximumCountsAreKept() throws {
    let many = RelationshipDescription(
      name: "parts", destination: "Whole", isToMany: true, maximumCount: -1)
    let model = ModelDescription(entities: [
      EntityDescription(name: "Whole", properties: [.relationship(many)])
    ])
    let models = try ModelGenerator.models(of: ModelSource(name: "A", .init(model: model)))
    #expect(try text("Whole.swift", models).contains("maximumModelCount: -1"))
    #expect(models.model.versionHashes == model.versionHashes)
  }

  @Test func schemaHasTheRequestedName() throws {
    let models = try generate(EditedModels.library, schemaName: "Shop")
    #expect(models.schemaName == "ShopSchema")
    for name in ["", "1a", "a b", "class", "a-b"] {
      let error = #expect(throws: ModelGenerationError.self) {
        try generate(EditedModels.library, schemaName: name)
      }
      #expect(error?.kind == .invalidSchemaName)
    }
  }

  @Test(arguments: [
    ("my name", "a"), ("A", "my name"), ("A", "self"), ("A", "Type"), ("A", "modelContext"),
    ("", "a"), ("1A", "a"), ("Int", "a"), ("ID", "a"), ("A/../B", "a"), ("A", "_$state"),
    ("A", "A"),
  ])
  func impossibleNamesAreRefused(_ entity: String, _ property: String) throws {
    let model = ModelDescription(entities: [
      EntityDescription(
        name: entity,
        properties: [.attribute(AttributeDescription(name: property, type: .string))])
    ])
    let error = #expect(throws: ModelGenerationError.self) {
      try ModelGenerator.models(of: ModelSource(name: "A", ModelSource.Version(model: model)))
    }
    #expect(error?.kind == .impossibleName)
  }

  @Test func contradictoryModelsAreRefused() throws {
    let leads = RelationshipDescription(name: "a", destination: "Nowhere")
    let entity = EntityDescription(name: "A")
    for entities in [
      [entity, entity], [EntityDescription(name: "A", parentName: "A")],
      [EntityDescription(name: "A", parentName: "B")],
      [EntityDescription(name: "A", properties: [.relationship(leads)])],
    ] {
      let version = ModelSource.Version(model: ModelDescription(entities: entities))
      let error = #expect(throws: ModelGenerationError.self) {
        try ModelGenerator.models(of: ModelSource(name: "A", version))
      }
      #expect(error?.kind == .damaged)
    }
  }
}

/// Models of several versions.
@Suite(
  "Code of several versions", .enabled(if: SwiftProgram.isPossible, SwiftProgram.reason),
  .serialized
)
struct VersionTests {
  private static let changed = EditedModels.library
    .replacing(
      "name=\"pages\" optional=\"YES\" attributeType=\"Integer 32\"",
      with: "name=\"pages\" optional=\"YES\" attributeType=\"String\"")

  /// The versions, oldest first.
  private static let texts = [
    EditedModels.library.replacing("name=\"genre\"", with: "name=\"kind\""),
    EditedModels.library, changed,
  ]

  private func models() throws -> GeneratedModels {
    let folder = try ModelFolder()
    let names = ["Library", "Library 2", "Library 3"]
    let texts = Dictionary(uniqueKeysWithValues: zip(names, Self.texts))
    return try ModelGenerator.models(from: folder.edited(texts, current: "Library 2"))
  }

  @Test func planHasAStageForEachVersion() throws {
    let models = try models()
    #expect(models.schemaName == "LibrarySchemaV2")
    let plan = try #require(models.files.first { $0.name == "LibraryMigrationPlan.swift" }).text
    #expect(plan.contains("[LibrarySchemaV1.self, LibrarySchemaV2.self, LibrarySchemaV3.self]"))
    #expect(plan.contains(".lightweight("))
    #expect(plan.contains("// Work.pages changes its type from integer32 to string.\n"))
    #expect(plan.contains(".custom("))
    #expect(plan.contains("typealias Work = LibrarySchemaV2.Work\n"))
    #expect(models.notes.contains { $0.text.hasPrefix("The plan leads to LibrarySchemaV3") })
    #expect(models.notes.contains { $0.version == "Library 3" })
  }

  /// The models of the article.
  private func recipes() throws -> GeneratedModels {
    let folder = try ModelFolder()
    let amount =
      "<attribute name=\"amount\" optional=\"YES\" attributeType=\"Double\" defaultValueString=\"0.0\"/>"
    return try ModelGenerator.models(
      from: folder.edited([
        "Recipes": EditedModels.recipes(""), "Recipes 2": EditedModels.recipes(amount),
      ]), schemaName: "Recipes")
  }

  /// The article shows the generated code.
  @Test func articleShowsTheGeneratedCode() throws {
    let models = try recipes()
    let snippet = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Snippets/FromCoreData.swift")
    let shown = try String(contentsOf: snippet, encoding: .utf8)
    #expect(models.notes.isEmpty)
    for file in models.files {
      let code = file.text.split(separator: "\n\n", maxSplits: 1)[1]
      #expect(shown.contains(code), "\(code)")
    }
  }

  @Test func generatedPlansMigrateStores() throws {
    let main = """
      import Foundation
      import SwiftData

      @main struct Main {
        static func main() throws {
          let url = URL(fileURLWithPath: CommandLine.arguments[1])
          do {
            let container = try ModelContainer(
              for: Schema(versionedSchema: RecipesSchemaV1.self),
              configurations: [ModelConfiguration(url: url)])
            let context = ModelContext(container)
            let soup = RecipesSchemaV1.Recipe(id: UUID(), title: "Soup")
            context.insert(soup)
            soup.ingredients = [RecipesSchemaV1.Ingredient(name: "Leek")]
            try context.save()
          }
          let container = try ModelContainer(
            for: Schema(versionedSchema: RecipesSchemaV2.self),
            migrationPlan: RecipesMigrationPlan.self,
            configurations: [ModelConfiguration(url: url)])
          let leek = try ModelContext(container).fetch(FetchDescriptor<Ingredient>())[0]
          print(leek.name, leek.amount ?? -1, leek.recipe?.title ?? "")
        }
      }
      """
    let program = try SwiftProgram(recipes().files, ["Main.swift": main])
    defer { program.remove() }
    let store = program.folder.appendingPathComponent("Recipes.sqlite")
    #expect(try program.run(store.path) == "Leek 0.0 Soup\n")
  }

  @Test func versionsCompileWithTheirHashes() throws {
    let maker = try StoreMaker(
      models(), schemas: (1...3).map { "LibrarySchemaV\($0)" })
    defer { maker.remove() }
    let stores = try maker.stores()
    for (number, text) in Self.texts.enumerated() {
      let folder = try ModelFolder()
      let source = try ModelSource(contentsOf: folder.edited(["Library": text]))
      let store = try #require(stores["LibrarySchemaV\(number + 1)"])
      #expect(store.problem == nil)
      #expect(store.versionHashes == source.versions.first?.model.versionHashes)
    }
    #expect(Set(stores.values.map(\.versionHashes)).count == 3)
  }

  @Test func codeOfUnusualModelsCompiles() throws {
    let folder = try ModelFolder()
    let models = try ModelGenerator.models(
      from: folder.edited(["Library": EditedModels.unusual]))
    let maker = try StoreMaker(models, schemas: [models.schemaName])
    defer { maker.remove() }
    let store = try #require(try maker.stores()[models.schemaName])
    #expect(store.problem == nil)
    #expect(store.versionHashes == models.model.versionHashes)
  }
}
