import CoreDataFormat
import DataSchema
import Foundation

/// Creates a model from the objects of an archive.
struct ArchivedModelDecoder {
  typealias Object = KeyedArchiveReader.Object
  typealias Member = KeyedArchiveReader.Member

  var objects: KeyedArchiveReader
  var result = ArchivedModel(model: ModelDescription(entities: [], versionIdentifiers: []))

  init(_ objects: KeyedArchiveReader) { self.objects = objects }

  mutating func decode() throws(ArchivedModelError) -> ArchivedModel {
    guard case .object(let root)? = objects.root(), root.className == "NSManagedObjectModel" else {
      throw ArchivedModelError(.noModel, "it is not an archive of a managed object model")
    }
    guard let pairs = objects.pairs("NSEntities", of: root) else {
      throw ArchivedModelError(.damaged, "it has no entities")
    }
    for (_, value) in pairs {
      guard case .object(let object) = value else {
        throw ArchivedModelError(.damaged, "one of its entities is invalid")
      }
      result.model.entities.append(try entity(object))
    }
    try checkSize()
    leaveOutInherited()
    leaveOutIndexesOfOthers()
    result.model.entities.sort { $0.name.precedesByCodeUnits($1.name) }
    let versions = objects.elements("NSVersionIdentifiers", of: root) ?? []
    result.model.versionIdentifiers = texts(versions).sorted()
    readConfigurations(of: root)
    return result
  }

  private mutating func readConfigurations(of root: Object) {
    for (key, value) in objects.pairs("NSConfigurations", of: root) ?? [] {
      guard let name = objects.text(key), let members = objects.elements(value) else { continue }
      var entities: [String] = []
      for case .object(let entity) in members {
        if let name = objects.text("NSEntityName", of: entity) { entities.append(name) }
      }
      if entities.count < result.model.entities.count {
        result.configurations[name] = entities.sorted()
      }
    }
  }

  private mutating func entity(_ object: Object) throws(ArchivedModelError) -> EntityDescription {
    guard let name = objects.text("NSEntityName", of: object), !name.isEmpty else {
      throw ArchivedModelError(.damaged, "an entity has no name")
    }
    var entity = EntityDescription(name: name)
    entity.isAbstract = objects.flag("NSIsAbstract", of: object)
    if case .object(let parent)? = objects.member("NSSuperentity", of: object) {
      entity.parentName = objects.text("NSEntityName", of: parent)
    }
    entity.versionHashModifier = objects.text("NSVersionHashModifier", of: object)
    entity.originalName = formerName(of: object, name)
    entity.uniquenessConstraints = uniqueness(of: object)
    result.classNames[name] = objects.text("NSClassNameForEntity", of: object)
    guard let pairs = objects.pairs("NSProperties", of: object) else {
      throw ArchivedModelError(.damaged, "the entity \(name) has no properties")
    }
    for (_, value) in pairs {
      guard case .object(let property) = value else {
        throw ArchivedModelError(.damaged, "a property of \(name) is invalid")
      }
      // Proxies represent properties of a superentity.
      guard property.className != "_NSPropertyDescriptionProxy", isOwn(property, of: object),
        let description = try self.property(property, in: name)
      else { continue }
      entity.properties.append(description)
    }
    entity.properties.sort { $0.name.precedesByCodeUnits($1.name) }
    entity.indexes = indexes(of: object)
    return entity
  }

  /// Rejects cycles of inheritance and unreasonably large models.
  ///
  /// With a cycle, loops over the ancestors of entities would not end.
  private func checkSize() throws(ArchivedModelError) {
    guard !result.model.isOfUsualSize else { return }
    throw ArchivedModelError(
      .damaged, "it has too many entities, properties, or ancestors of an entity")
  }

  /// Removes inherited properties, which earlier versions of Core Data repeat in subentities.
  private mutating func leaveOutInherited() {
    let names = Dictionary(
      result.model.entities.map { ($0.name, Set($0.properties.map(\.name))) },
      uniquingKeysWith: { $1 })
    let parents = Dictionary(
      result.model.entities.map { ($0.name, $0.parentName) }, uniquingKeysWith: { $1 })
    for (index, entity) in result.model.entities.enumerated() {
      var inherited: Set<String> = []
      var (ancestor, seen) = (entity.parentName, Set([entity.name]))
      while let name = ancestor, seen.insert(name).inserted {
        inherited.formUnion(names[name] ?? [])
        ancestor = parents[name] ?? nil
      }
      result.model.entities[index].properties.removeAll { inherited.contains($0.name) }
    }
  }

  private mutating func isOwn(_ property: Object, of entity: Object) -> Bool {
    guard case .object(let owner)? = objects.member("NSEntity", of: property) else { return true }
    return owner.number == entity.number
  }

  mutating func texts(_ members: [Member]) -> [String] {
    var texts: [String] = []
    for member in members { if let text = objects.text(member) { texts.append(text) } }
    return texts
  }

  /// The name in an earlier version; nil if it is the same.
  mutating func formerName(of object: Object, _ name: String) -> String? {
    guard let former = objects.text("NSRenamingIdentifier", of: object), former != name else {
      return nil
    }
    return former
  }

  private mutating func uniqueness(of object: Object) -> [[String]] {
    var constraints: [[String]] = []
    for tuple in objects.elements("NSUniqueTuples", of: object) ?? [] {
      var names: [String] = []
      for member in objects.elements(tuple) ?? [] {
        if let name = objects.text(member) {
          names.append(name)
        } else if case .object(let property) = member,
          let name = objects.text("NSPropertyName", of: property)
        {
          names.append(name)
        }
      }
      if !names.isEmpty { constraints.append(names) }
    }
    return constraints
  }

  /// The indexes of an entity, except partial indexes, which our schemas cannot express.
  private mutating func indexes(of object: Object) -> [IndexDescription] {
    var indexes: [IndexDescription] = []
    for case .object(let index) in objects.elements("NSFetchIndexDescriptions", of: object) ?? [] {
      guard isOfAllRows(index) else { continue }
      var description = IndexDescription(propertyNames: [])
      var (isWhole, descending) = (true, [String]())
      for case .object(let element) in objects.elements("NSIndexElements", of: index) ?? [] {
        if objects.integer("NSFetchIndexElementType", of: element) == 1 {
          description.kind = .rtree
        }
        guard let name = objects.text("NSPropertyName", of: element) else {
          isWhole = false
          continue
        }
        description.propertyNames.append(name)
        if !objects.flag("NSAscending", of: element) { descending.append(name) }
      }
      guard isWhole, !description.propertyNames.isEmpty,
        let name = objects.text("NSIndexName", of: index), !name.isEmpty
      else { continue }
      // Core Data's indexes have custom names; the names of SwiftData's indexes follow from their
      // properties.
      if !name.hasPrefix("SwiftDataIndexOn") {
        description.name = name
        if description.kind == .binary, !descending.isEmpty {
          description.descendingNames = descending
        }
      }
      indexes.append(description)
    }
    return indexes
  }

  private mutating func isOfAllRows(_ index: Object) -> Bool {
    switch objects.member("NSPartialIndexPredicate", of: index) {
    case nil, .null?: true
    default: false
    }
  }

  /// Removes indexes of expressions and of properties without a column, which Core Data models may
  /// have.
  private mutating func leaveOutIndexesOfOthers() {
    let entities = Dictionary(
      result.model.entities.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    for (index, entity) in result.model.entities.enumerated() {
      var stored: Set<String> = []
      var (next, seen): (EntityDescription?, Set<String>) = (entity, [])
      while let ancestor = next, seen.insert(ancestor.name).inserted {
        stored.formUnion(ancestor.properties.filter(\.isIndexable).map(\.name))
        next = ancestor.parentName.flatMap { entities[$0] }
      }
      result.model.entities[index].indexes.removeAll { index in
        index.name != nil && !stored.isSuperset(of: index.propertyNames)
      }
    }
  }
}

extension PropertyDescription {
  /// Whether the property has a column that can be indexed.
  fileprivate var isIndexable: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isTransient
    case .composite(let composite): !composite.isTransient
    case .relationship(let relationship): !relationship.isToMany && !relationship.isTransient
    case .derived: true
    }
  }
}
