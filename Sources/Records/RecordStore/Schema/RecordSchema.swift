import CoreDataFormat
import DataSchema
import SwiftDataErrors

/// The entities of a store and their relationships.
package final class RecordSchema: Sendable {
  let tables: StoreTables
  private let places: [EntityPlace]
  private let numbersByName: [String: Int]
  /// The index of each entity, by its number; nil for entities that the model omits.
  private let indexesByNumber: [Int?]
  /// The indexes of the entities with relationships to the entities of each tree.
  private let sources: [[Int]]
  private let knownEntities = Lazy<[RecordEntity]>()
  /// The number of entity trees, each of which has its own table.
  package let treeCount: Int
  /// The number of relationships that the entities declare.
  package let relationshipCount: Int

  /// Resolves the entities of a model.
  ///
  /// - Parameters:
  ///   - model: The entities.
  ///   - tables: The tables of the store.
  ///   - properties: Returns the properties of an entity in the order of their indices; nil for the
  ///     order of the model.
  /// - Throws: `SwiftDataError.unsupportedModel` for a relationship to an entity of another store.
  package init(
    _ model: ModelDescription, _ tables: StoreTables,
    properties: (EntityDescription) -> (@Sendable () -> [NumberedProperty])? = { _ in nil }
  ) throws {
    let places = tables.entities
    let numbers = Dictionary(
      places.map { ($0.name, $0.number) }, uniquingKeysWith: { _, last in last })
    var indexes = [Int?](repeating: nil, count: places.count + 1)
    // By the number of the root.
    var trees = indexes
    var treeCount = 0
    var stored: [(declaration: EntityDescription, place: EntityPlace, tree: Int)] = []
    stored.reserveCapacity(model.entities.count)
    for entity in model.entities {
      guard let number = numbers[entity.name] else { continue }
      let place = places[number - 1]
      let tree = trees[place.rootNumber] ?? treeCount
      if tree == treeCount { treeCount += 1 }
      trees[place.rootNumber] = tree
      indexes[number] = stored.count
      stored.append((entity, place, tree))
    }
    var relationshipCount = 0
    var firstRelationships: [Int] = []
    var sources = [[Int]](repeating: [], count: treeCount)
    var areAlone = [Bool](repeating: true, count: treeCount)
    for (index, entity) in stored.enumerated() {
      firstRelationships.append(relationshipCount)
      for case .relationship(let relationship) in entity.declaration.properties {
        guard let number = numbers[relationship.destination], let destination = indexes[number]
        else { throw Self.cannotStore(relationship, of: entity.declaration) }
        relationshipCount += 1
        let tree = stored[destination].tree
        (areAlone[entity.tree], areAlone[tree]) = (false, false)
        if sources[tree].last != index { sources[tree].append(index) }
      }
    }
    self.tables = tables
    self.places = places
    numbersByName = numbers
    indexesByNumber = indexes
    self.sources = sources
    self.treeCount = treeCount
    self.relationshipCount = relationshipCount
    let entities = stored.enumerated().map { index, entity in
      RecordEntity(
        entity.declaration, entity.place, index: index, treeIndex: entity.tree,
        isAlone: areAlone[entity.tree], firstRelationship: firstRelationships[index], in: self,
        properties: properties(entity.declaration))
    }
    _ = knownEntities.value { entities }
  }

  private static func cannotStore(
    _ relationship: RelationshipDescription, of entity: EntityDescription
  ) -> SwiftDataError {
    .unsupportedModel.explained(
      "The relationship cannot be stored, because \(relationship.destination) is in another store.",
      entity: entity.name, property: relationship.name,
      advice: "Put related models into one configuration, or store an identifier instead.")
  }

  /// The entities in the order of the model.
  package var entities: [RecordEntity] {
    // `init` has set them.
    knownEntities.value { [] }
  }

  /// Returns the entity with this name, or nil.
  package func entity(named name: String) -> RecordEntity? {
    numbersByName[name].flatMap(entity(numbered:))
  }

  /// Returns the entity with this number in the store; nil if the model omits it.
  func entity(numbered number: Int) -> RecordEntity? {
    indexesByNumber[number].map { entities[$0] }
  }

  /// Returns the location of the entity whose table holds the rows of another one.
  func root(of place: EntityPlace) -> EntityPlace { places[place.rootNumber - 1] }

  /// Returns the entities that declare relationships to entities of a tree.
  func entities(relatedToTree tree: Int) -> [RecordEntity] { sources[tree].map { entities[$0] } }
}
