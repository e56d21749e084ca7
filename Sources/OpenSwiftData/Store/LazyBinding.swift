import CoreDataFormat
import DataSchema

/// A model class of a container, with what the others need to know of it; how it meets its table is
/// worked out when somebody first needs the class.
final class LazyBinding: @unchecked Sendable {
  // `@unchecked`: `relationships` and `sources` are set before anyone shares the binding.

  let modelType: any PersistentModel.Type
  let entity: EntityDescription
  let store: SQLiteStore
  let place: EntityPlace
  /// The place among all bindings of the container.
  let index: Int
  /// Which identity map of a context the entity's instances stand in: one for each entity tree.
  let mapIndex: Int
  /// Whether other entities keep their rows in the same table.
  let sharesTable: Bool
  /// The relationships that the entity itself declares.
  fileprivate(set) var relationships: [LazyRelationship] = []
  /// Those whose relationships lead to the entity or to others of its tree.
  fileprivate(set) var sources: [Unowned] = []

  private let made = LazyReference<EntityBinding>()

  /// A binding that is there as long as whoever refers to it.
  struct Unowned {
    unowned let binding: LazyBinding
  }

  init(
    _ modelType: any PersistentModel.Type, _ entity: EntityDescription, _ place: EntityPlace,
    store: SQLiteStore, index: Int, mapIndex: Int, sharesTable: Bool
  ) {
    self.modelType = modelType
    self.entity = entity
    self.place = place
    self.store = store
    self.index = index
    self.mapIndex = mapIndex
    self.sharesTable = sharesTable
  }

  var name: String { entity.name }

  /// Whether no relationship starts or ends here.
  var isAlone: Bool { relationships.isEmpty && sources.isEmpty }

  var binding: EntityBinding {
    @inline(__always) get { made.value { BindingFactory.binding(self) } }
  }

  /// The relationships that lead to the entity or to others of its tree.
  var incoming: [RelationshipBinding] {
    sources.flatMap { source in
      source.binding.binding.relationships.filter { $0.destinationMap == mapIndex }
    }
  }

  /// Whether a model can be reached from itself through arrays of members, the relationship that
  /// leads to `destination` first.
  func isReached(from destination: LazyBinding) -> Bool {
    var waiting = [destination]
    var seen: [Bool] = []
    while let binding = waiting.popLast() {
      if binding.mapIndex == mapIndex { return true }
      while seen.count <= binding.index { seen.append(false) }
      guard !seen[binding.index] else { continue }
      seen[binding.index] = true
      for relationship in binding.relationships where relationship.isToMany {
        waiting.append(relationship.destination)
      }
    }
    return false
  }

  /// Whether a model can be reached from itself through models of other entities, without going back by
  /// the inverse of the relationship that led on.
  var leadsBack: Bool {
    var waiting: [(binding: LazyBinding, inverse: String?)] = [(self, nil)]
    var seen: [Int: Set<String?>] = [:]
    while let (binding, inverse) = waiting.popLast() {
      for relationship in binding.relationships
      where relationship.destination.mapIndex != binding.mapIndex {
        guard case .relationship(let way) = binding.entity.properties[relationship.property],
          way.name != inverse
        else { continue }
        let destination = relationship.destination
        if destination.mapIndex == mapIndex { return true }
        if seen[destination.index, default: []].insert(way.inverseName).inserted {
          waiting.append((destination, way.inverseName))
        }
      }
    }
    return false
  }
}

/// A relationship of an entity, with the binding that it leads to.
struct LazyRelationship {
  /// The place among the properties of its entity.
  let property: Int
  let isToMany: Bool
  /// The number of the relationship in its container.
  let number: Int
  /// Bindings live as long as the container's core, which whoever uses a relationship holds.
  unowned let destination: LazyBinding
}

extension LazyBinding {
  /// Connects the bindings of a container with each other.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel` for a relationship to what another store keeps.
  static func connect(_ bindings: [LazyBinding], _ byName: [String: LazyBinding]) throws {
    var number = 0
    for binding in bindings {
      let properties = binding.entity.properties
      for index in properties.indices {
        guard case .relationship(let description) = properties[index] else { continue }
        let destination = try binding.destination(of: description, byName)
        binding.relationships.append(
          LazyRelationship(
            property: index, isToMany: description.isToMany, number: number,
            destination: destination))
        number += 1
      }
    }
    let mapCount = (bindings.map(\.mapIndex).max() ?? -1) + 1
    var sources = [[Unowned]](repeating: [], count: mapCount)
    for binding in bindings {
      for relationship in binding.relationships {
        let map = relationship.destination.mapIndex
        if sources[map].last?.binding === binding { continue }
        sources[map].append(Unowned(binding: binding))
      }
    }
    for binding in bindings { binding.sources = sources[binding.mapIndex] }
  }

  private func destination(
    of relationship: RelationshipDescription, _ byName: [String: LazyBinding]
  ) throws -> LazyBinding {
    guard let destination = byName[relationship.destination], destination.store === store else {
      throw SwiftDataError.unsupportedModel.explained(
        "\(relationship.destination) is kept in another store.", entity: name,
        property: relationship.name,
        advice: "Keep related models in one configuration, or keep an identifier instead.")
    }
    return destination
  }
}
