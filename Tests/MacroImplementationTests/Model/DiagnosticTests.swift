import Testing

@Suite("Diagnostics")
struct DiagnosticTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var source: String
    var messages: [String]
    /// The source after its fix-its; nil if there are none.
    var fixed: String?

    var testDescription: String { name }
  }

  @Test(arguments: declarations + properties + attributes)
  func diagnosticsAreReportedAndFixed(_ example: Case) throws {
    let reports = try Reports(of: example.source)
    #expect(reports.messages == example.messages)
    #expect(reports.fixedSource == example.fixed ?? example.source)
  }

  /// A model with these lines in its body, which start on line 3.
  private static func model(_ body: String) -> String {
    "@Model\nfinal class Note {\n\(body)\n  init() {}\n}\n"
  }

  static let declarations = [
    Case(
      name: "struct", source: "@Model\nstruct Note {\n  var title: String\n}\n",
      messages: ["2: @Model can only be applied to a class, not to a struct"],
      fixed: "@Model\nfinal class Note {\n  var title: String\n}\n"),
    Case(
      name: "enum", source: "@Model\nenum Note {}\n",
      messages: ["2: @Model can only be applied to a class, not to an enum"]),
    Case(
      name: "actor", source: "@Model\nactor Note {}\n",
      messages: ["2: @Model can only be applied to a class, not to an actor"]),
    Case(
      name: "generic class", source: "@Model\nfinal class Note<Body> {\n  init() {}\n}\n",
      messages: ["2: @Model cannot be applied to a generic class"]),
    Case(
      name: "no initializer",
      source: "@Model\npublic final class Note {\n  var title: String\n  var body = \"\"\n}\n",
      messages: ["2: @Model requires an initializer be provided for 'Note'"],
      fixed: """
        @Model
        public final class Note {
          var title: String
          var body = ""

          public init(title: String) {
            self.title = title
          }
        }

        """),
    Case(
      name: "no initializer in a possible subclass",
      source: "@Model\nfinal class Note: Entry {\n  var title = \"\"\n}\n",
      messages: ["2: @Model requires an initializer be provided for 'Note'"]),
    Case(
      name: "@ModelActor on a class", source: "@ModelActor\nclass Store {}\n",
      messages: ["2: @ModelActor can only be applied to an actor, not to a class"],
      fixed: "@ModelActor\nactor Store {}\n"),
    Case(
      name: "@ModelActor on an enum", source: "@ModelActor\nenum Store {}\n",
      messages: ["2: @ModelActor can only be applied to an actor, not to an enum"]),
  ]

  static let properties = [
    Case(
      name: "let", source: model("  let title: String = \"\""),
      messages: [
        "3: warning: persisted property 'title' must be a 'var', since fetching an instance sets it"
      ],
      fixed: model("  var title: String = \"\"")),
    Case(
      name: "several bindings", source: model("  /// Both.\n  private var a: Int, b = 2  // two"),
      messages: ["4: persisted property 'a' must be declared on its own"],
      fixed: model("  /// Both.\n  private var a: Int\n  private var b = 2  // two")),
    Case(
      name: "several bindings of one type", source: model("  var a, b: Int"),
      messages: ["3: persisted property 'a' must be declared on its own"]),
    Case(
      name: "tuple pattern", source: model("  var (a, b) = (1, 2)"),
      messages: ["3: persisted properties cannot be declared with a tuple pattern"]),
    Case(
      name: "neither type nor value", source: model("  var title"),
      messages: ["3: persisted property 'title' needs a type or an initial value"],
      fixed: model("  var title: <#Type#>")),
    Case(
      name: "observers", source: model("  var title: String {\n    didSet {}\n  }"),
      messages: [
        "4: warning: 'willSet' and 'didSet' of persisted property 'title' are not called; set it through "
          + "a computed property, or observe it with withObservationTracking"
      ]),
    Case(
      name: "property wrapper", source: model("  @Published var title: String"),
      messages: [
        "3: persisted property 'title' cannot have the property wrapper 'Published'; "
          + "mark it @Transient to keep it out of the store"
      ],
      fixed: model("  @Transient @Published var title: String")),
    Case(
      name: "lazy", source: model("  // Costly.\n  private lazy var title = make()"),
      messages: [
        "4: persisted property 'title' cannot be 'lazy'; "
          + "mark it @Transient to keep it out of the store"
      ],
      fixed: model("  // Costly.\n  @Transient private lazy var title = make()")),
    Case(
      name: "transient without a value",
      source: model("  @Transient var count: Int\n  @Transient var other: Int?"),
      messages: [
        "3: @Transient property 'count' needs a default value or an optional type, "
          + "since fetching an instance cannot set it"
      ],
      fixed: model("  @Transient var count: Int = <#value#>\n  @Transient var other: Int?")),
    Case(
      name: "collision with a slot", source: model("  var title = \"\"\n  var _title = \"\""),
      messages: ["4: property '_title' collides with the storage that @Model adds for 'title'"]),
    Case(
      name: "condition that only the compiler can evaluate",
      source: model("  #if canImport(UIKit)\n  var image: Data?\n  #endif"),
      messages: [
        "3: @Model cannot evaluate this condition; persisted properties, #Unique and #Index may "
          + "only depend on custom conditions, versions and the target"
      ]),
    Case(
      name: "computed property under such a condition",
      source: model("  #if canImport(UIKit)\n  var image: Int { 0 }\n  #endif"), messages: []),
    unsupported("(Int, Int)"), unsupported("() -> Void"), unsupported("Any"),
    unsupported("AnyObject?"), unsupported("[any Shape]"), unsupported("some Shape"),
    unsupported("[String: (Int) -> Int]"),
  ]

  private static func unsupported(_ type: String) -> Case {
    Case(
      name: "type \(type)", source: model("  var value: \(type)"),
      messages: [
        "3: persisted property 'value' cannot have the type '\(type)'; use a Codable type, a model "
          + "or a collection of models, or mark it @Transient to keep it out of the store"
      ],
      fixed: model("  @Transient var value: \(type)"))
  }

  static let attributes = [
    Case(
      name: "@Attribute on a computed property",
      source: model("  @Attribute(.unique) var title: String { \"\" }"),
      messages: ["3: warning: @Attribute has no effect on a computed property"],
      fixed: model("  var title: String { \"\" }")),
    Case(
      name: "@Relationship on a type property",
      source: model("  @Relationship static var other: Note?"),
      messages: ["3: warning: @Relationship has no effect on a type property"],
      fixed: model("  static var other: Note?")),
    Case(
      name: "@Attribute on a transient property",
      source: model("  @Transient @Attribute var other: Int?"),
      messages: ["3: warning: @Attribute has no effect on a @Transient property"],
      fixed: model("  @Transient var other: Int?")),
    Case(
      name: "@Attribute with @Relationship",
      source: model("  @Attribute @Relationship var other: Note?"),
      messages: ["3: a property cannot have both @Attribute and @Relationship"]),
    Case(
      name: "unique collection", source: model("  @Attribute(.unique) var tags: [String]?"),
      messages: [
        "3: warning: 'tags' is a collection; only single values and to-one relationships can be "
          + "unique"
      ]),
    Case(
      name: "constraints over what is not persisted",
      source: model("  #Unique<Note>([\\.titel])\n  #Index([\\.sum])\n  var sum: Int { 0 }"),
      messages: [
        "3: 'Note' has no persisted property 'titel'", "4: 'Note' has no persisted property 'sum'",
      ]),
    Case(
      name: "transformable value of any type",
      source: model("  @Attribute(.transformable(by: \"X\")) var value: AnyObject?"), messages: []),
    Case(
      name: "computed properties, type properties and functions",
      source: model(
        "  static let limit = 1\n  var title: String { \"\" }\n  @Transient lazy var x = 1"),
      messages: []),
  ]
}
