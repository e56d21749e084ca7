import ArchivedModel
import DataSchema
import Foundation
import ModelGeneration
import RandomTesting

/// Random SwiftData models, as they are read from files.
struct RandomModels {
  private var generator: SeededGenerator
  /// Unused property names in the entity's tree.
  private var names: [String] = []
  private var version = ModelSource.Version(model: ModelDescription(entities: []))

  private static let entityNames = [
    "Account", "Book", "Item", "Person", "Task", "Tag", "Type", "Protocol", "Model", "Attribute",
    "Schema", "URL", "Data", "String", "Set", "lowercase", "Größe", "_Hidden", "Event", "Int64",
    "Bool",
    "Relationship", "Index", "Unique", "Result", "Error", "Any1", "Void", "Character",
  ]

  private static let propertyNames = [
    "id", "name", "title", "default", "class", "self_", "in", "is", "as", "init",
    "description", "hash", "value", "_private", "größe", "a", "b", "x1", "operator",
    "super", "where", "repeat", "protocol", "UPPER", "Item", "Date", "String", "Attribute", "text",
    "date", "created", "count", "first",
    "url", "data", "none", "index", "order", "open", "left", "right", "get", "set", "let",
    "throws", "await", "async", "actor", "any", "wert", "note", "kind", "state", "level",
    "some", "each", "copy", "consume", "borrow", "unsafe", "discard", "yield", "then", "package",
    "macro", "nonisolated", "required", "final", "lazy", "weak", "extension", "deinit",
    "willSet", "didSet", "indirect", "convenience", "dynamic", "optional", "prefix", "mutating",
    "context", "model", "access", "observation", "rank", "score", "email", "phone", "street",
  ]

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// One model.
  mutating func model(named name: String) -> ModelSource.Version {
    version = ModelSource.Version(name: name, model: ModelDescription(entities: []))
    let count = Int.random(in: 1...5, using: &generator)
    let chosen = Self.entityNames.shuffled(using: &generator).prefix(count)
    var entities: [EntityDescription] = []
    // Properties of one tree have distinct names, which also differ from the class names of the
    // tree.
    var tree: Set<String> = []
    var classes: [String] = []
    for name in chosen {
      var entity = EntityDescription(name: name)
      if let parent = classes.randomElement(using: &generator), isLikely(0.3),
        !tree.contains(name)
      {
        entity.parentName = parent
      } else {
        classes = []
        names = Self.propertyNames.shuffled(using: &generator)
        tree = []
      }
      names.removeAll { $0 == name }
      for _ in 0..<Int.random(in: 0...6, using: &generator) { addAttribute(to: &entity) }
      tree.formUnion(entity.properties.map(\.name))
      classes.append(name)
      entities.append(entity)
    }
    version.model.entities = entities
    addRelationships()
    addRules()
    return version
  }

  private mutating func isLikely(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < share
  }

  private mutating func nextName() -> String {
    names.popLast() ?? "p\(generator.next() % 1_000_000)"
  }

  private mutating func addAttribute(to entity: inout EntityDescription) {
    if isLikely(0.25) { return addComposite(to: &entity) }
    let type = AttributeType.allCases.randomElement(using: &generator) ?? .string
    var attribute = AttributeDescription(name: nextName(), type: type, isOptional: isLikely(0.4))
    attribute.storesExternally = isLikely(0.1)
    attribute.preservesValueOnDeletion = isLikely(0.1)
    attribute.isTransient = isLikely(0.05)
    if isLikely(0.1) { attribute.versionHashModifier = "v\"\\(2)\n" }
    if isLikely(0.1) { attribute.originalName = "old name" }
    if isLikely(0.4) { attribute.defaultValue = defaultValue(type) }
    if type == .transformable {
      attribute.valueTypeName =
        [
          "Array<String>", "Array<Int>", "Dictionary<String, Array<Double>>", "Set<UUID>",
          "Array<Optional<Date>>", "Array<Somebody.Own>", "Dictionary<Own, Int>", "NSObject", nil,
        ].randomElement(using: &generator) ?? nil
    } else if isLikely(0.3) {
      attribute.valueTypeName = ["UInt8", "Int32", "CGFloat", "Character", "URL", "Own"]
        .randomElement(using: &generator)
    }
    entity.properties.append(.attribute(attribute))
  }

  private mutating func defaultValue(_ type: AttributeType) -> DefaultValue? {
    switch type {
    case .boolean: .integer(1)
    case .integer16, .integer32, .integer64:
      .integer([0, -1, 32_767, 40_000, .max, .min].randomElement(using: &generator) ?? 0)
    case .double, .float, .decimal:
      .real([0, -1.5, 1e300, 0.1, .infinity, .nan].randomElement(using: &generator) ?? 0)
    case .string: .text(["", "a\"b\\(c)\n\u{202E}é🙂", "x"].randomElement(using: &generator) ?? "")
    case .date: .real(0.25)
    case .binaryData: .bytes(Data())
    case .uuid: isLikely(0.5) ? .newUUID : .bytes(Data(0..<16))
    case .uri, .transformable: .text("http://example.com")
    }
  }

  /// A structure, an enum with or without raw values, or a value that is encoded as another one.
  private mutating func addComposite(to entity: inout EntityDescription) {
    let name = nextName()
    let isOptional = isLikely(0.4)
    let path = "\(entity.name).\(name)"
    var details = ArchivedModel.AttributeDetails()
    details.valueClassName =
      ["Kind", "Place", "Int", "Own.Kind", nil]
      .randomElement(using: &generator) ?? nil
    var composite = CompositeDescription(name: name, isOptional: isOptional, elements: [])
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      details.isEnumeration = isLikely(0.5)
      let type =
        [AttributeType.string, .integer64, .date, .binaryData, .uuid]
        .randomElement(using: &generator) ?? .string
      composite.elements = [
        .attribute(
          AttributeDescription(
            name: name, type: type, isOptional: isOptional || details.isEnumeration))
      ]
    case 1:
      details.isEnumeration = true
      details.caseNames = ["none", "some"] + (["none", "some"].contains(name) ? [] : [name])
      composite.elements = [
        .composite(
          CompositeDescription(
            name: "case", isOptional: true,
            elements: [leaf("_0", true), leaf("_1", true)])),
        .composite(
          CompositeDescription(name: "other", isOptional: true, elements: [leaf("label", true)])),
      ]
      composite.elements += details.caseNames.map {
        .attribute(AttributeDescription(name: $0, type: .string, isOptional: true))
      }
    default: composite.elements = members(isOptional, depth: 0)
    }
    version.details[path] = details
    entity.properties.append(.composite(composite))
  }

  private mutating func members(_ isOptional: Bool, depth: Int) -> [PropertyDescription] {
    let names = ["city", "self", "a-b", "class", "latitude", "größe", "init"]
      .shuffled(using: &generator)
    return names.prefix(Int.random(in: 2...4, using: &generator)).map { name in
      let isNil = isOptional || isLikely(0.3)
      guard depth < 2, isLikely(0.2) else { return leaf(name, isNil) }
      return .composite(
        CompositeDescription(
          name: name, isOptional: isNil, elements: members(isNil, depth: depth + 1)))
    }
  }

  private mutating func leaf(_ name: String, _ isOptional: Bool) -> PropertyDescription {
    let types = AttributeType.allCases.filter { $0 != .transformable }
    let type = types.randomElement(using: &generator) ?? .string
    let typeName = type == .binaryData && isLikely(0.5) ? "Array<String>" : nil
    return .attribute(
      AttributeDescription(
        name: name, type: type, isOptional: isOptional, valueTypeName: typeName))
  }
}

// Relationships, constraints and indexes.

extension RandomModels {
  private mutating func addRelationships() {
    let count = version.model.entities.count
    for number in 0..<Int.random(in: 0...(2 * count), using: &generator) {
      let (from, to) = (
        Int.random(in: 0..<count, using: &generator), Int.random(in: 0..<count, using: &generator)
      )
      if isLikely(0.3) {
        add(relationship("one\(number)", to: to), to: from)
      } else {
        var there = relationship("there\(number)", to: to)
        var back = relationship("back\(number)", to: from)
        (there.inverseName, back.inverseName) = (back.name, there.name)
        add(there, to: from)
        add(back, to: to)
      }
    }
  }

  private mutating func add(_ relationship: RelationshipDescription, to entity: Int) {
    version.model.entities[entity].properties.append(.relationship(relationship))
  }

  private mutating func relationship(_ name: String, to entity: Int) -> RelationshipDescription {
    let isToMany = isLikely(0.5)
    var relationship = RelationshipDescription(
      name: name, destination: version.model.entities[entity].name, isOptional: isLikely(0.6),
      isToMany: isToMany)
    relationship.deleteRule =
      [.nullify, .cascade, .noAction, .deny].randomElement(using: &generator) ?? .nullify
    if isLikely(0.1) { relationship.minimumCount = 1 }
    if isToMany, isLikely(0.1) { relationship.maximumCount = 7 }
    if isLikely(0.1) { relationship.versionHashModifier = "2" }
    if isLikely(0.1) { relationship.originalName = "former" }
    return relationship
  }

  private mutating func addRules() {
    for index in version.model.entities.indices {
      let names = version.model.entities[index].properties.compactMap { property -> String? in
        switch property {
        case .attribute(let attribute) where !attribute.isTransient:
          attribute.type == .transformable || attribute.type == .binaryData ? nil : attribute.name
        case .relationship(let relationship): relationship.isToMany ? nil : relationship.name
        default: nil
        }
      }
      guard !names.isEmpty else { continue }
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        let some = Array(
          names.shuffled(using: &generator).prefix(Int.random(in: 1...2, using: &generator)))
        if isLikely(0.5) {
          let constraints = version.model.entities[index].uniquenessConstraints
          if !constraints.contains(some) {
            version.model.entities[index].uniquenessConstraints.append(some)
          }
        } else {
          let indexes = version.model.entities[index].indexes
          let new = IndexDescription(propertyNames: some)
          if !indexes.contains(new) { version.model.entities[index].indexes.append(new) }
        }
      }
    }
  }
}
