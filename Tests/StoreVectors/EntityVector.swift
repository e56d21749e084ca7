import DataSchema
import Foundation

/// An entity of a store of Apple's frameworks, with its version hash.
package struct EntityVector: Decodable, Sendable {
  package var entity: String
  package var store: String
  package var abstract: Bool
  package var superentity: String?
  package var superhash: String?
  package var unique: [[String]]
  package var modifier: String?
  /// Inherited properties included.
  package var properties: [PropertyVector]
  package var hash: String
}

/// A property in the format of the vectors; missing keys mean false or nil.
package struct PropertyVector: Decodable, Sendable {
  enum Kind: String, Decodable { case attribute, composite, relationship, derived }

  package var name: String
  var kind: Kind
  var optional: Bool?
  var transient: Bool?
  var modifier: String?
  var type: Int32?
  var externalStorage: Bool?
  var preserveOnDeletion: Bool?
  var elements: [PropertyVector]?
  var derivation: String?
  var destination: String?
  var inverse: String?
  var min: Int?
  var max: Int?
  var ordered: Bool?
  var deleteRule: Int?

  package func description() throws -> PropertyDescription {
    switch kind {
    case .attribute: try .attribute(attribute())
    case .composite:
      .composite(
        CompositeDescription(
          name: name, isOptional: optional ?? false, isTransient: transient ?? false,
          elements: try (elements ?? []).map { try $0.description() }))
    case .relationship: try .relationship(relationship())
    case .derived:
      .derived(
        DerivedDescription(
          name: name, expression: try require(derivation),
          type: type.flatMap(AttributeType.init)))
    }
  }

  private func attribute() throws -> AttributeDescription {
    AttributeDescription(
      name: name, type: try require(type.flatMap(AttributeType.init)),
      isOptional: optional ?? false, isTransient: transient ?? false,
      storesExternally: externalStorage ?? false,
      preservesValueOnDeletion: preserveOnDeletion ?? false, versionHashModifier: modifier)
  }

  private func relationship() throws -> RelationshipDescription {
    let maximum = try require(max)
    return RelationshipDescription(
      name: name, destination: try require(destination),
      inverseName: inverse == "self" ? name : inverse, isOptional: optional ?? false,
      isToMany: maximum != 1, isOrdered: ordered ?? false, isTransient: transient ?? false,
      minimumCount: try require(min), maximumCount: maximum,
      deleteRule: try require(deleteRule.flatMap(RelationshipDescription.DeleteRule.init)),
      versionHashModifier: modifier)
  }

  private func require<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw VectorError(what: "property \(name) lacks a key") }
    return value
  }
}

/// A store with the version hashes of all its entities.
package struct StoreVector: Decodable, Sendable {
  package var store: String
  package var hashes: [String: String]
  package var checksum: String?
  package var digest: String?

}

package struct VectorError: Error {
  package var what: String
}
