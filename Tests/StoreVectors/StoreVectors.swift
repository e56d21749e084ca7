import DataSchema
import Foundation

/// The vectors of this folder, and the schemas that they describe.
package struct StoreVectors: Sendable {
  package let entities: [EntityVector]
  package let stores: [StoreVector]
  private let byHash: [String: EntityVector]

  package init() throws {
    entities = try Self.load("entities")
    stores = try Self.load("stores")
    byHash = Dictionary(entities.map { ($0.hash, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func load<Row: Decodable>(_ name: String) throws -> [Row] {
    guard
      let url = Bundle.module.url(
        forResource: name, withExtension: "json", subdirectory: "Vectors")
    else { throw VectorError(what: "\(name).json is missing") }
    return try JSONDecoder().decode([Row].self, from: Data(contentsOf: url))
  }

  /// The schema whose entities have these version hashes (in hexadecimal); nil if one of them is
  /// not among the vectors.
  package func model(hashes: [String: String]) throws -> ModelDescription? {
    var descriptions: [EntityDescription] = []
    for hash in hashes.values {
      guard let vector = byHash[hash] else { return nil }
      descriptions.append(try description(of: vector))
    }
    return ModelDescription(entities: descriptions)
  }

  /// The entity together with its ancestors.
  package func model(of vector: EntityVector) throws -> ModelDescription {
    var descriptions = [try description(of: vector)]
    var current = vector
    while let parent = current.superhash.flatMap({ byHash[$0] }) {
      descriptions.append(try description(of: parent))
      current = parent
    }
    return ModelDescription(entities: descriptions)
  }

  private func description(of vector: EntityVector) throws -> EntityDescription {
    let parent = vector.superhash.flatMap { byHash[$0] }
    let inherited = Set(parent?.properties.map(\.name) ?? [])
    return EntityDescription(
      name: vector.entity, isAbstract: vector.abstract, parentName: vector.superentity,
      properties: try vector.properties
        // Transient attributes of undefined type have neither a hash nor a column.
        .filter { !inherited.contains($0.name) && !($0.type == 0 && $0.transient == true) }
        .map { try $0.description() },
      uniquenessConstraints: vector.unique, versionHashModifier: vector.modifier)
  }
}
