import CoreDataFormat
import DataSchema
import SQLCore

/// The mapping of one entity to its table.
///
/// Its relatives are known when the store is opened. Its columns are resolved on first use, because
/// most programs use few of a store's entities at once.
///
/// Properties are numbered in the order of the model class, if there is one, or else of the schema.
/// Statements list their columns in the same order.
package final class RecordEntity: Sendable {
  /// The entity as the schema declares it.
  package let declaration: EntityDescription
  private let place: EntityPlace
  /// The index among the entities of the store.
  package let index: Int
  /// The index of the entity tree that shares the table, in its store.
  package let treeIndex: Int
  /// Whether other entities store their rows in the same table.
  package let sharesTable: Bool
  /// Whether the entities of the tree have no relationships and are not the destination of any.
  package let isAlone: Bool
  /// The number, in the store, of the first relationship that the entity itself declares.
  private let firstRelationship: Int
  /// Unowned, because users of an entity retain the schema of its store.
  private unowned let schema: RecordSchema
  private let givenProperties: (@Sendable () -> [NumberedProperty])?

  private let knownTable = Lazy<EntityTable>()
  private let knownProperties = Lazy<[RecordProperty]>()
  private let knownUniqueness = Lazy<[[Int]]>()
  private let knownNarrowed = Lazy<[Int]>()
  private let knownComputed = Lazy<[Int]>()
  private let knownExternal = Lazy<ExternalProperties?>()
  private let knownLater = Lazy<[Int]>()
  private let knownRelationships = Lazy<Relationships>()
  private let knownStatements = Lazy<EntityStatements>()
  private let knownIncoming = Lazy<[RecordRelationship]>()

  private struct Relationships {
    /// In the order of the properties.
    var all: [RecordRelationship] = []
    /// By property index; empty if there are none.
    var byProperty: [RecordRelationship?] = []
  }

  init(
    _ declaration: EntityDescription, _ place: EntityPlace, index: Int, treeIndex: Int,
    isAlone: Bool, firstRelationship: Int, in schema: RecordSchema,
    properties: (@Sendable () -> [NumberedProperty])?
  ) {
    self.declaration = declaration
    self.place = place
    self.index = index
    self.treeIndex = treeIndex
    sharesTable = schema.root(of: place).descendantNumbers.count > 1
    self.isAlone = isAlone
    self.firstRelationship = firstRelationship
    self.schema = schema
    givenProperties = properties
  }

  package var name: String { declaration.name }

  /// The number of the entity in its store.
  package var number: Int { place.number }
}

// The columns, which are resolved on first use.

extension RecordEntity {
  package var table: EntityTable {
    @inline(__always) get { knownTable.value { schema.tables.entityTable(number) } }
  }

  package var properties: [RecordProperty] {
    @inline(__always) get {
      knownProperties.value { numberedProperties().map { RecordProperty($0, table: table) } }
    }
  }

  /// Returns the properties in the order of their indices.
  private func numberedProperties() -> [NumberedProperty] {
    if let givenProperties { return givenProperties() }
    // Inherited properties come first, as in a model class.
    return (superentity?.numberedProperties() ?? [])
      + declaration.properties.map { NumberedProperty(name: $0.name, isTransformed: false) }
  }

  /// The uniqueness constraints of all entities in the table, as groups of property indices.
  ///
  /// The index of a constraint covers the whole table, so it also applies to rows of other entities
  /// that have all of its properties.
  package var uniqueness: [[Int]] {
    knownUniqueness.value {
      guard sharesTable else {
        return declaration.uniquenessConstraints.map { $0.compactMap(propertyNumber) }
      }
      var groups: [[Int]] = []
      for other in tree {
        let columns = other.table.properties
        for names in other.declaration.uniquenessConstraints
        where names.allSatisfy({ table.properties[$0] == columns[$0] }) {
          let group = names.compactMap(propertyNumber)
          if group.count == names.count, !groups.contains(group) { groups.append(group) }
        }
      }
      return groups
    }
  }

  /// The properties whose columns may store less than they are given.
  package var narrowed: [Int] { knownNarrowed.value { indices(of: table.narrowedProperties) } }

  /// The properties whose values the database computes.
  package var computed: [Int] { knownComputed.value { indices(of: table.computedProperties) } }

  private func indices(of names: Set<String>) -> [Int] {
    names.isEmpty ? [] : properties.indices.filter { names.contains(properties[$0].name) }
  }

  /// The properties with external storage; nil if all values are stored in the table.
  package var external: ExternalProperties? {
    knownExternal.value {
      sharesTable || properties.contains { $0.columns.contains(where: \.holdsExternalData) }
        ? ExternalProperties(schema.tables.tree(of: place), properties) : nil
    }
  }

  /// The properties whose values may not be read with a row, because they are in files or large.
  package var laterProperties: [Int] {
    knownLater.value {
      properties.indices.filter { properties[$0].storesExternally || properties[$0].isReadLater }
    }
  }

  package var statements: EntityStatements {
    @inline(__always) get { knownStatements.value { EntityStatements(self) } }
  }

  /// The columns that identify a row.
  package var identity: RowIdentity { table.identity }

  /// The numbers of the entity and its subentities.
  package var entityNumbers: [Int] { sharesTable ? Array(place.descendantNumbers) : [number] }

  /// The condition that a row of the table belongs to the entity or a subentity; nil if all rows
  /// do.
  package var condition: SQLFragment? {
    guard sharesTable else { return nil }
    let numbers = entityNumbers.map(String.init).joined(separator: ", ")
    return "\(name: identity.entity) IN (\(raw: numbers))"
  }

  /// Returns the index of the property with this name, or nil.
  package func propertyNumber(named name: String) -> Int? {
    properties.firstIndex { $0.name == name }
  }

  /// Returns the names of the properties in a mask.
  package func propertyNames(_ mask: PropertyMask) -> [String] {
    properties.indices.filter(mask.contains).map { properties[$0].name }
  }

  /// The properties that are stored in columns.
  var columnProperties: PropertyMask {
    PropertyMask(properties.indices.filter { !properties[$0].columns.isEmpty })
  }
}

// Inheritance.

extension RecordEntity {
  /// The entity that this one inherits from.
  package var superentity: RecordEntity? {
    sharesTable ? declaration.parentName.flatMap(schema.entity(named:)) : nil
  }

  /// The entities that inherit from this one, in the order of their numbers.
  package var descendants: [RecordEntity] {
    place.descendantNumbers.dropFirst().compactMap(schema.entity(numbered:))
  }

  /// Whether other entities inherit from this one, so that its rows may belong to them.
  package var hasSubentities: Bool {
    place.descendantNumbers.dropFirst().contains { schema.entity(numbered: $0) != nil }
  }

  /// All entities that share the table.
  private var tree: [RecordEntity] {
    schema.root(of: place).descendantNumbers.compactMap(schema.entity(numbered:))
  }

  /// The entity that all others of the table inherit from.
  package var root: RecordEntity {
    var root = self
    while let above = root.superentity { root = above }
    return root
  }

  /// The entity numbers whose rows count as rows of exactly this entity.
  ///
  /// These are its own number and those of subentities that the schema leaves out, unless they
  /// belong to one of `descendants`.
  package var ownNumbers: [Int] {
    let known = descendants.map(\.place.descendantNumbers)
    return place.descendantNumbers.filter { number in !known.contains { $0.contains(number) } }
  }
}

// Relationships.

extension RecordEntity {
  /// The relationships in the order of the properties.
  package var relationships: [RecordRelationship] {
    knownRelationships.value { resolvedRelationships() }.all
  }

  /// Returns the relationship of property `index`, or nil.
  package func relationship(_ index: Int) -> RecordRelationship? {
    let known = knownRelationships.value { resolvedRelationships() }.byProperty
    return index < known.count ? known[index] : nil
  }

  /// The relationships whose destination is the entity or another one of its tree.
  package var incoming: [RecordRelationship] {
    knownIncoming.value {
      schema.entities(relatedToTree: treeIndex).flatMap { source in
        // Subentities inherit the same relationships.
        source.relationships.filter { $0.destinationTree == treeIndex && $0.owner === source }
      }
    }
  }

  private func resolvedRelationships() -> Relationships {
    let above = superentity
    let declared = declaration.relationships
    guard !declared.isEmpty || above?.relationships.isEmpty == false else {
      return Relationships()
    }
    // An inherited property has the same relationship and the same index.
    let inherited = above?.properties.count ?? 0
    let byProperty = properties.indices.map { index in
      index < inherited ? above?.relationship(index) : relationship(index, among: declared)
    }
    return Relationships(all: byProperty.compactMap(\.self), byProperty: byProperty)
  }

  private func relationship(
    _ index: Int, among declared: [RelationshipDescription]
  ) -> RecordRelationship? {
    let name = properties[index].name
    guard let offset = declared.lastIndex(where: { $0.name == name }),
      let destination = schema.entity(named: declared[offset].destination),
      let columns = table.properties[name],
      let storage = RecordRelationship.Storage(columns)
    else { return nil }
    var toOne: ToOneColumn?
    if case .toOne(let column) = columns { toOne = column }
    return RecordRelationship(
      declared[offset], index: index, number: firstRelationship + offset, storage: storage,
      entityColumn: toOne?.entityNumberColumn, positionColumn: toOne?.orderColumn, from: self,
      to: destination)
  }
}

// Paths from row to row.

extension RecordEntity {
  /// The relationships that rows of the tree may have, with their destinations.
  private var treeRelationships: [(description: RelationshipDescription, to: RecordEntity)] {
    (sharesTable ? tree : [self]).flatMap(\.declaration.relationships).compactMap { description in
      schema.entity(named: description.destination).map { (description, $0) }
    }
  }

  /// Whether a row can be reached from itself through members, starting with a relationship to
  /// `destination`.
  package func isReached(from destination: RecordEntity) -> Bool {
    var waiting = [destination]
    var seen: Set<Int> = []
    while let entity = waiting.popLast() {
      if entity.treeIndex == treeIndex { return true }
      guard seen.insert(entity.index).inserted else { continue }
      waiting += entity.treeRelationships.filter(\.description.isToMany).map(\.to)
    }
    return false
  }

  /// Whether a row can be reached from itself through rows of other entities, without following a
  /// relationship and then its inverse.
  package var leadsBack: Bool {
    var waiting: [(entity: RecordEntity, inverse: String?)] = [(self, nil)]
    var seen: [Int: Set<String?>] = [:]
    while let (entity, inverse) = waiting.popLast() {
      for (description, destination) in entity.treeRelationships
      where destination.treeIndex != entity.treeIndex && description.name != inverse {
        if destination.treeIndex == treeIndex { return true }
        if seen[destination.index, default: []].insert(description.inverseName).inserted {
          waiting.append((destination, description.inverseName))
        }
      }
    }
    return false
  }
}
