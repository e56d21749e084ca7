import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver

/// A pair of schemas with data for the first, and the expected result of a migration.
package struct EvolutionCase: CustomStringConvertible {
  package var seed: UInt64
  package var changes: [SchemaChange]
  /// The changes to a third schema, if there is one.
  package var laterChanges: [SchemaChange]
  /// Whether the second schema is unrelated to the first.
  package var isUnrelated: Bool
  package var rowLimit: Int

  /// The result of a case without defects.
  package enum Outcome {
    case migrated
    case refused(Set<MigrationObstacle>)
  }

  package static func random(seed: UInt64) -> EvolutionCase {
    var dice = Dice(seed: seed ^ 0x5EED)
    let count = dice.pick([1, 1, 2, 2, 3, 4, 5, 6]) ?? 1
    let changes = (0..<count).map { _ in SchemaChange.random(&dice) }
    let laterCount = dice.chance(10) ? count : 0
    return EvolutionCase(
      seed: seed, changes: changes,
      laterChanges: (0..<laterCount).map { _ in SchemaChange.random(&dice) },
      isUnrelated: dice.chance(3), rowLimit: dice.pick([3, 6, 12]) ?? 6)
  }

  /// The two schemas, and sometimes a third; generated again each time.
  package var models: [ModelDescription] {
    var generator = SchemaGenerator(dice: Dice(seed: seed))
    let source = generator.model()
    var base = source
    if isUnrelated {
      var other = SchemaGenerator(dice: Dice(seed: seed &+ 0xFACE))
      base = other.model()
    }
    let target = SchemaChange.apply(changes, to: base).withConcreteSuccessors(of: source)
    guard !laterChanges.isEmpty else { return [source, target] }
    let last = SchemaChange.apply(laterChanges, to: target).withConcreteSuccessors(of: target)
    return [source, target, last]
  }

  package var description: String {
    """
    seed \(seed), changes \(changes), then \(laterChanges), unrelated: \(isUnrelated), rows up to \
    \(rowLimit)
    from:
    \(models.map(\.sketch).joined(separator: "\nto:\n"))
    """
  }

  /// Smaller cases, smallest first.
  package var reductions: [EvolutionCase] {
    var cases: [EvolutionCase] = []
    for limit in [1, 2, 3] where limit < rowLimit {
      var smaller = self
      smaller.rowLimit = limit
      cases.append(smaller)
    }
    for index in laterChanges.indices {
      var smaller = self
      smaller.laterChanges.remove(at: index)
      cases.append(smaller)
    }
    for index in changes.indices where changes.count > 1 {
      var smaller = self
      smaller.changes.remove(at: index)
      cases.append(smaller)
    }
    return cases
  }
}

extension ModelDescription {
  /// Entities with rows may not become abstract, because no rule defines what would happen to the
  /// rows.
  fileprivate func withConcreteSuccessors(of source: ModelDescription) -> ModelDescription {
    var model = self
    guard entities.contains(where: \.isAbstract) else { return self }
    let (old, new) = (FlatSchema(source), FlatSchema(self))
    let matching = OracleMatching.entities(from: old, to: new)
    for index in model.entities.indices where model.entities[index].isAbstract {
      let before = matching.source[model.entities[index].name].flatMap { old[$0] }
      if let before, !before.isAbstract { model.entities[index].isAbstract = false }
    }
    return model
  }

  /// A short description of the schema, for messages.
  package var sketch: String {
    entities.map { entity in
      var line = "  \(entity.isAbstract ? "abstract " : "")\(entity.name)"
      if let parent = entity.parentName { line += ": \(parent)" }
      if let original = entity.originalName { line += " (was \(original))" }
      if !entity.uniquenessConstraints.isEmpty { line += " unique \(entity.uniquenessConstraints)" }
      let indexes = entity.indexes.map { "\($0.kind) \($0.propertyNames)" }
      if !indexes.isEmpty { line += " index \(indexes)" }
      return ([line] + entity.properties.map { "    \($0.sketch)" }).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

extension PropertyDescription {
  fileprivate var sketch: String {
    let original = originalName.map { " (was \($0))" } ?? ""
    switch self {
    case .attribute(let attribute):
      let marks =
        (attribute.isOptional ? "?" : "") + (attribute.storesExternally ? " external" : "")
        + (attribute.isTransient ? " transient" : "")
      let value = attribute.defaultValue.map { " = \($0)" } ?? ""
      return "\(name): \(attribute.type)\(marks)\(value)\(original)"
    case .composite(let composite):
      let parts = composite.elements.map(\.sketch).joined(separator: ", ")
      return "\(name): {\(parts)}\(composite.isOptional ? "?" : "")\(original)"
    case .relationship(let relationship):
      let count = relationship.isToMany ? "many" : relationship.isOptional ? "one?" : "one"
      let inverse = relationship.inverseName.map { " inverse \($0)" } ?? ""
      let mark = relationship.isTransient ? " transient" : ""
      return "\(name) → \(count) \(relationship.destination)\(inverse)\(mark)\(original)"
    case .derived: return "\(name) derived"
    }
  }
}
