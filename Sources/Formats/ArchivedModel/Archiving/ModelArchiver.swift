import CoreDataFormat
import DataSchema
import Foundation

/// Archives a model as Apple's frameworks do in a store.
///
/// The objects and their members are those found in SwiftData's files. Whatever our models do not
/// include, such as an index for Spotlight, is omitted.
struct ModelArchiver {
  var objects = KeyedArchiveWriter()
  /// The object numbers of entities, by name.
  var entityPlaces: [String: Int] = [:]
  /// The object numbers of properties, by entity and name.
  var propertyPlaces: [String: [String: Int]] = [:]
  /// The object number of the model.
  private let modelPlace: Int
  /// The empty user info dictionary, which all entities share.
  private let noUserInfo: ArchiveValue
  private let model: ModelDescription
  /// The properties of entities, including inherited ones, which Core Data repeats in subentities.
  private let properties: [String: [PropertyDescription]]
  /// The names of subentities, by entity.
  private let subentities: [String: [String]]

  /// The archive; nil for a model with derived attributes, which only Core Data can create.
  static func archive(of model: ModelDescription) -> Data? {
    guard !model.entities.flatMap(\.properties).contains(where: \.isDerived) else { return nil }
    var archiver = ModelArchiver(model)
    archiver.fill()
    return archiver.objects.list(root: .reference(archiver.modelPlace))
  }

  private init(_ model: ModelDescription) {
    self.model = model
    modelPlace = objects.reserve()
    noUserInfo = objects.dictionary([], .dictionary)
    let entities = Dictionary(
      model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    properties = entities.mapValues { Self.properties(of: $0, in: entities) }
    subentities = Dictionary(grouping: model.entities) { $0.parentName ?? "" }
      .mapValues { $0.map(\.name) }
    for entity in model.entities {
      entityPlaces[entity.name] = objects.reserve()
      for property in properties[entity.name] ?? [] {
        propertyPlaces[entity.name, default: [:]][property.name] = objects.reserve()
      }
    }
  }

  private static func properties(
    of entity: EntityDescription, in entities: [String: EntityDescription]
  ) -> [PropertyDescription] {
    var line = [entity]
    // No real model is deeper, and the ancestors of an inconsistent one never end.
    while let parent = line.last?.parentName.flatMap({ entities[$0] }), line.count < 64 {
      line.append(parent)
    }
    return line.reversed().flatMap(\.properties)
  }

  private mutating func fill() {
    let names = model.entities.map(\.name).sorted { $0.precedesByCodeUnits($1) }
    for entity in model.entities { fill(entity) }
    let places = names.map { ArchiveValue.reference(entityPlaces[$0] ?? 0) }
    let keys = objects.collection(.array, names.map { objects.text($0) })
    let mapping = objects.add(
      .knownKeysMapping,
      [("length", .integer(Int64(names.count))), ("keys", keys), ("version", .integer(1))])
    let values = objects.collection(.array, places)
    let entities = objects.add(
      .knownKeys,
      [
        ("values", values), ("searchMapping", mapping),
        ("emptyToken", objects.text("__empty_slot_token_4c24_98dc_ac1e_b773__")),
        ("version", .integer(1)),
      ])
    let versions = objects.collection(.set, model.versionIdentifiers.map { objects.text($0) })
    let all = objects.collection(.set, places)
    objects.fill(
      modelPlace, .model,
      [
        ("NSEntities", entities), ("NSFetchRequestTemplates", .null),
        ("NSVersionIdentifiers", versions),
        ("NSConfigurations", objects.dictionary([("default", all)])),
      ])
  }

  private mutating func fill(_ entity: EntityDescription) {
    guard let place = entityPlaces[entity.name] else { return }
    let own = properties[entity.name] ?? []
    let indexed = Set(entity.indexes.flatMap(\.propertyNames))
    for property in own {
      guard let place = propertyPlaces[entity.name]?[property.name] else { continue }
      fill(place, property, of: entity.name, isIndexed: indexed.contains(property.name))
    }
    let pairs = own.map { property in
      (property.name, ArchiveValue.reference(propertyPlaces[entity.name]?[property.name] ?? 0))
    }
    let children = (subentities[entity.name] ?? [])
      .map { ($0, ArchiveValue.reference(entityPlaces[$0] ?? 0)) }
    let tuples = entity.uniquenessConstraints.map { names in
      objects.collection(.mutableArray, names.map { objects.text($0) })
    }
    var members: [(String, ArchiveValue)] = [
      ("NSEntityName", objects.text(entity.name)), ("NSClassNameForEntity", .null),
      ("NSUniqueTuples", objects.collection(.mutableArray, tuples)),
      ("NSUserInfo", noUserInfo),
      ("NSSubentities", objects.dictionary(children)),
      ("NSVersionHashModifier", objects.text(entity.versionHashModifier)),
      ("NSProperties", objects.dictionary(pairs)),
      ("NSRenamingIdentifier", objects.text(entity.originalName ?? entity.name)),
      ("NSManagedObjectModel", .reference(modelPlace)),
      ("NSSuperentity", .reference(entity.parentName.flatMap { entityPlaces[$0] } ?? 0)),
    ]
    if entity.isAbstract { members.append(("NSIsAbstract", .boolean(true))) }
    if !entity.indexes.isEmpty {
      let indexes = entity.indexes.map { index($0, of: place) }
      members.append(
        ("NSFetchIndexDescriptions", objects.collection(.mutableArray, indexes)))
      members.append(("NSCompoundIndexes", objects.collection(.mutableArray, [])))
    }
    objects.fill(place, .entity, members)
  }

  private mutating func index(_ index: IndexDescription, of entity: Int) -> ArchiveValue {
    let place = objects.reserve()
    let elements = index.propertyNames.map { name in
      objects.add(
        .indexElement,
        [
          ("NSPropertyName", objects.text(name)),
          ("NSFetchIndexElementType", .integer(index.kind == .rtree ? 1 : 0)),
          ("NSFetchIndexDescription", .reference(place)),
          ("NSAscending", .boolean(!(index.descendingNames?.contains(name) ?? false))),
        ])
    }
    objects.fill(
      place, .index,
      [
        ("NSIndexName", objects.text(index.modelName)), ("NSPartialIndexPredicate", .null),
        ("NSIndexElements", objects.collection(.array, elements)),
        ("NSEntity", .reference(entity)),
      ])
    return .reference(place)
  }
}

extension PropertyDescription {
  fileprivate var isDerived: Bool {
    if case .derived = self { true } else { false }
  }
}

/// The classes that archived models are made of.
extension ArchiveClass {
  static let model = ArchiveClass("NSManagedObjectModel")
  static let entity = ArchiveClass("NSEntityDescription")
  static let attribute = ArchiveClass("NSAttributeDescription", "NSPropertyDescription")
  static let composite = ArchiveClass(
    "NSCompositeAttributeDescription", "NSAttributeDescription", "NSPropertyDescription")
  static let relationship = ArchiveClass("NSRelationshipDescription", "NSPropertyDescription")
  static let index = ArchiveClass("NSFetchIndexDescription")
  static let indexElement = ArchiveClass("NSFetchIndexElementDescription")
  static let knownKeys = ArchiveClass(
    "NSKnownKeysDictionary1", "NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary")
  static let knownKeysMapping = ArchiveClass(
    "NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy")
}
