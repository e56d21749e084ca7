import DataSchema
import Foundation

/// Writes models as Apple's frameworks archive them in stores, for tests of reading them.
package struct ModelArchive {
  private var objects: [ArchiveValue] = [.text("$null")]
  private var classes: [String: Int] = [:]
  private var places: [String: Int] = [:]

  /// What the table `Z_MODELCACHE` of a store that holds the model has.
  package static func modelCache(of model: ModelDescription) -> Data {
    stored(archive(of: model))
  }

  /// The same before it is compressed.
  package static func archive(of model: ModelDescription) -> Data {
    var archive = ModelArchive()
    let root = archive.add(model)
    return PropertyListWriter.list(
      of: .dictionary([
        ("$archiver", .text("NSKeyedArchiver")), ("$version", .integer(100_000)),
        ("$top", .dictionary([("root", root)])), ("$objects", .array(archive.objects)),
      ]))
  }

  /// Raw DEFLATE that leaves the bytes as they are.
  private static func stored(_ bytes: Data) -> Data {
    var result = Data()
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      result.append(rest.isEmpty ? 1 : 0)
      for number in [count, ~count] {
        withUnsafeBytes(of: number.littleEndian) { result.append(contentsOf: $0) }
      }
      result.append(block)
    } while !rest.isEmpty
    return result
  }
}

// Objects of the archive.

extension ModelArchive {
  private mutating func add(_ value: ArchiveValue) -> ArchiveValue {
    objects.append(value)
    return .reference(objects.count - 1)
  }

  private mutating func text(_ text: String?) -> ArchiveValue {
    text.map { add(.text($0)) } ?? .reference(0)
  }

  private mutating func object(
    _ kind: String, _ members: [(String, ArchiveValue)]
  ) -> ArchiveValue {
    if classes[kind] == nil {
      objects.append(
        .dictionary([
          ("$classname", .text(kind)), ("$classes", .array([.text(kind), .text("NSObject")])),
        ]))
      classes[kind] = objects.count - 1
    }
    return .dictionary([("$class", .reference(classes[kind] ?? 0))] + members)
  }

  private mutating func array(_ values: [ArchiveValue], _ kind: String = "NSArray") -> ArchiveValue
  {
    let array = object(kind, [("NS.objects", .array(values))])
    return add(array)
  }

  private mutating func dictionary(_ pairs: [(String, ArchiveValue)]) -> ArchiveValue {
    let keys = pairs.map { text($0.0) }
    let dictionary = object(
      "NSDictionary", [("NS.keys", .array(keys)), ("NS.objects", .array(pairs.map(\.1)))])
    return add(dictionary)
  }
}

// What models are made of.

extension ModelArchive {
  private mutating func add(_ model: ModelDescription) -> ArchiveValue {
    for entity in model.entities {
      objects.append(.text("to come"))
      places[entity.name] = objects.count - 1
    }
    for entity in model.entities { objects[places[entity.name] ?? 0] = value(of: entity) }
    let entities = dictionary(
      model.entities.map { ($0.name, .reference(places[$0.name] ?? 0)) })
    let versions = array(model.versionIdentifiers.map { text($0) }, "NSSet")
    let root = object(
      "NSManagedObjectModel", [("NSEntities", entities), ("NSVersionIdentifiers", versions)])
    return add(root)
  }

  private mutating func value(of entity: EntityDescription) -> ArchiveValue {
    let tuples = entity.uniquenessConstraints.map { names in array(names.map { text($0) }) }
    let properties = entity.properties.map { ($0.name, property($0)) }
    return object(
      "NSEntityDescription",
      [
        ("NSEntityName", text(entity.name)), ("NSClassNameForEntity", text(entity.name)),
        ("NSRenamingIdentifier", text(entity.originalName ?? entity.name)),
        ("NSVersionHashModifier", text(entity.versionHashModifier)),
        ("NSIsAbstract", .boolean(entity.isAbstract)),
        ("NSSuperentity", .reference(entity.parentName.flatMap { places[$0] } ?? 0)),
        ("NSProperties", dictionary(properties)), ("NSUniqueTuples", array(tuples)),
      ])
  }

  private mutating func property(_ property: PropertyDescription) -> ArchiveValue {
    let value =
      switch property {
      case .attribute(let attribute): self.value(of: attribute)
      case .composite(let composite): self.value(of: composite)
      case .relationship(let relationship): self.value(of: relationship)
      case .derived(let derived):
        object("NSFetchedPropertyDescription", [("NSPropertyName", text(derived.name))])
      }
    return add(value)
  }

  private mutating func common(
    _ name: String, _ originalName: String?, _ modifier: String?, isOptional: Bool,
    isTransient: Bool
  ) -> [(String, ArchiveValue)] {
    [
      ("NSPropertyName", text(name)), ("NSRenamingIdentifier", text(originalName ?? name)),
      ("NSVersionHashModifier", text(modifier)), ("NSIsOptional", .boolean(isOptional)),
      ("NSIsTransient", .boolean(isTransient)),
    ]
  }

  private mutating func value(of attribute: AttributeDescription) -> ArchiveValue {
    let flags =
      (attribute.storesExternally ? 4 : 0) | (attribute.preservesValueOnDeletion ? 16 : 0)
    let members = common(
      attribute.name, attribute.originalName, attribute.versionHashModifier,
      isOptional: attribute.isOptional, isTransient: attribute.isTransient)
    return object(
      "NSAttributeDescription",
      members + [
        ("NSAttributeType", .integer(Int64(attribute.type.rawValue))),
        ("NSAttributeValueClassName", text(attribute.valueTypeName)),
        ("NSFlagsKey", .integer(Int64(flags))),
      ])
  }

  private mutating func value(of composite: CompositeDescription) -> ArchiveValue {
    let members = common(
      composite.name, composite.originalName, composite.versionHashModifier,
      isOptional: composite.isOptional, isTransient: composite.isTransient)
    let elements = array(composite.elements.map { property($0) })
    return object(
      "NSCompositeAttributeDescription",
      members + [("NSAttributeType", .integer(2100)), ("NSCompositeElements", elements)])
  }

  private mutating func value(of relationship: RelationshipDescription) -> ArchiveValue {
    let members = common(
      relationship.name, relationship.originalName, relationship.versionHashModifier,
      isOptional: relationship.isOptional, isTransient: relationship.isTransient)
    return object(
      "NSRelationshipDescription",
      members + [
        ("_NSDestinationEntityName", text(relationship.destination)),
        ("_NSInverseRelationshipName", text(relationship.inverseName)),
        ("NSMaxCount", .integer(Int64(relationship.maximumCount))),
        ("NSMinCount", .integer(Int64(relationship.minimumCount))),
        ("NSDeleteRule", .integer(Int64(relationship.deleteRule.rawValue))),
        ("NSIsOrdered", .boolean(relationship.isOrdered)),
      ])
  }
}
