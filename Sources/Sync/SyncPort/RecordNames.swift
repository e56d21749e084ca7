import DataSchema
import Foundation

/// The names of entities and properties in records, which keep their first names however later
/// versions of a program rename them.
///
/// This lets devices with different versions of a program read and write the same records. The
/// names follow from `originalName`, for several versions from those of all versions.
package struct RecordNames: Codable, Hashable, Sendable {
  /// The models that the names belong to.
  private let model: ModelDescription
  /// The record name of each entity, by the entity's name.
  private var kinds: [String: String] = [:]
  /// The record name of each property, by the names of its entity and the property; inherited
  /// properties are included.
  private var fields: [String: [String: String]] = [:]

  /// - Parameters:
  /// - Parameters:
  ///   - model: The models.
  ///   - former: The names of the previous models; nil if they are unknown.
  package init(_ model: ModelDescription, after former: RecordNames? = nil) {
    self.model = model
    let mapping = former.map { SchemaMapping(from: $0.model, to: model) }
    kinds = Self.names(
      model.entities.map { entity in
        let origin = mapping?.entity(becoming: entity.name)?.source
        return Claim(
          name: entity.name, known: origin.flatMap { former?.kinds[$0] },
          original: entity.originalName)
      }, taken: [:])
    for entity in model.entities { nameFields(of: entity, mapping, former) }
  }

  /// Assigns names for several versions of a model, oldest first; nil if there are no versions.
  package init?(_ versions: [ModelDescription]) {
    var names: RecordNames?
    for version in versions { names = RecordNames(version, after: names) }
    guard let names else { return nil }
    self = names
  }

  /// A request for the record name of an entity or property.
  private struct Claim {
    let name: String
    /// The name that records already use.
    var known: String?
    var original: String?
  }

  /// Assigns distinct names; names that records already use take precedence.
  private static func names(_ claims: [Claim], taken: [String: String]) -> [String: String] {
    var names = taken
    var used = Set(taken.values)
    func take(_ claim: Claim, _ wanted: String) {
      var (name, number) = (wanted, 1)
      while !used.insert(name).inserted {
        number += 1
        name = "\(wanted)_\(number)"
      }
      names[claim.name] = name
    }
    let sorted = claims.sorted { $0.name < $1.name }
    for claim in sorted { if let known = claim.known { take(claim, known) } }
    for claim in sorted where claim.known == nil {
      if let original = claim.original { take(claim, original) }
    }
    for claim in sorted where claim.known == nil && claim.original == nil {
      take(claim, claim.name)
    }
    return names
  }

  private mutating func nameFields(
    of entity: EntityDescription, _ mapping: SchemaMapping?, _ former: RecordNames?
  ) {
    guard fields[entity.name] == nil else { return }
    // Ends the recursion if entities inherit from each other in a circle.
    fields[entity.name] = [:]
    let parent = entity.parentName.flatMap(model.entity(named:))
    if let parent { nameFields(of: parent, mapping, former) }
    let origin = mapping?.entity(becoming: entity.name)
    let known = origin?.source.flatMap { former?.fields[$0] } ?? [:]
    fields[entity.name] = Self.names(
      entity.properties.map { property in
        Claim(
          name: property.name, known: origin?.properties[property.name].flatMap { known[$0] },
          original: property.originalName)
      }, taken: parent.flatMap { fields[$0.name] } ?? [:])
  }

  /// Whether all record names equal the names in the models.
  package var arePlain: Bool {
    kinds.allSatisfy { $0.key == $0.value }
      && fields.values.allSatisfy { $0.allSatisfy { $0.key == $0.value } }
  }

  /// Returns the record name of an entity.
  package func kind(of entity: String) -> String { kinds[entity] ?? entity }

  /// Returns the entity with a record name; the record name itself if the models have no such
  /// entity.
  package func entity(ofKind kind: String) -> String {
    kinds.first { $0.value == kind }?.key ?? kind
  }

  /// Returns the record name of a property.
  package func field(of property: String, _ entity: String) -> String {
    fields[entity]?[property] ?? property
  }

  /// Returns the property with a record name; the record name itself if the models have no such
  /// property.
  package func property(ofField field: String, _ entity: String) -> String {
    fields[entity]?.first { $0.value == field }?.key ?? field
  }
}

extension RecordNames {
  /// The names as text, for the ledger.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Reads the names from text; nil for invalid text.
  package init?(text: String) {
    guard let names = try? JSONDecoder().decode(RecordNames.self, from: Data(text.utf8)) else {
      return nil
    }
    self = names
  }
}

extension PropertyDescription {
  fileprivate var originalName: String? {
    switch self {
    case .attribute(let attribute): attribute.originalName
    case .composite(let composite): composite.originalName
    case .relationship(let relationship): relationship.originalName
    case .derived: nil
    }
  }
}
