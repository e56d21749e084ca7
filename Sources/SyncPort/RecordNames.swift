import DataSchema
import Foundation

/// What records call entities and properties: what these were called first, whatever later versions of a program call
/// them.
///
/// So devices with different versions of a program read and write the same records. Names follow from `originalName`,
/// over several versions from all of them.
package struct RecordNames: Codable, Hashable, Sendable {
  /// The models whose names these are.
  private let model: ModelDescription
  /// What records call an entity, by its name.
  private var kinds: [String: String] = [:]
  /// What records call a property, by the names of its entity and its own; inherited ones included.
  private var fields: [String: [String: String]] = [:]

  /// - Parameters:
  ///   - model: The models.
  ///   - former: The names of the models that these were before; nil where nobody knows.
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

  /// The names of the last of several versions of a model, which are given from the first on.
  package init?(_ versions: [ModelDescription]) {
    var names: RecordNames?
    for version in versions { names = RecordNames(version, after: names) }
    guard let names else { return nil }
    self = names
  }

  /// What somebody wants to call something.
  private struct Claim {
    let name: String
    /// What records call it already.
    var known: String?
    var original: String?
  }

  /// Names that are different from each other: those that records have already go first.
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
    // Of those that inherit from each other none is named for ever.
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

  /// Whether records call everything what the models call it.
  package var arePlain: Bool {
    kinds.allSatisfy { $0.key == $0.value }
      && fields.values.allSatisfy { $0.allSatisfy { $0.key == $0.value } }
  }

  /// What records call an entity.
  package func kind(of entity: String) -> String { kinds[entity] ?? entity }

  /// The entity that records call so; the same for one that the models do not have.
  package func entity(ofKind kind: String) -> String {
    kinds.first { $0.value == kind }?.key ?? kind
  }

  /// What records call a property of an entity.
  package func field(of property: String, _ entity: String) -> String {
    fields[entity]?[property] ?? property
  }

  /// The property that records call so; the same for one that the models do not have.
  package func property(ofField field: String, _ entity: String) -> String {
    fields[entity]?.first { $0.value == field }?.key ?? field
  }
}

extension RecordNames {
  /// As text, for the ledger.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// What text says; nil for other text.
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
