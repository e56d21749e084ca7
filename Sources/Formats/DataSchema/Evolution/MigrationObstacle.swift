/// A difference between two versions of a schema that automatic migration cannot resolve.
package struct MigrationObstacle: Hashable, Sendable, Codable {
  package enum Problem: Hashable, Sendable, Codable {
    /// The new type cannot represent all values of the previous type.
    case typeChange(from: AttributeType, to: AttributeType)
    /// An attribute became a composite or a relationship, or the reverse.
    case kindChange
    case destinationChange(from: String, to: String)
    /// Two names of the new version declare the same original name.
    case claimedTwice(original: String)
    /// The number of rows without a value that is now required.
    case missingValues(rows: Int64)
    /// The number of groups of rows with equal values that must be unique.
    case duplicates(groups: Int64)
    /// The number of values that the new type cannot represent exactly.
    case inexact(rows: Int64)
    /// The number of rows that are related to several rows, where only one is allowed.
    case tooManyTargets(rows: Int64)
    /// An entity becomes abstract; the number of rows that belong to it, and not to a subentity.
    case becomesAbstract(rows: Int64)
  }

  package var entity: String
  /// The property; nil for the whole entity, and several names joined by commas for a constraint.
  package var property: String?
  package var problem: Problem

  package init(entity: String, property: String? = nil, problem: Problem) {
    self.entity = entity
    self.property = property
    self.problem = problem
  }
}

extension MigrationObstacle: CustomStringConvertible {
  private var place: String { [entity, property].compactMap(\.self).joined(separator: ".") }
  private var instance: String { entity.prefix(1).lowercased() + entity.dropFirst() }
  private var name: String { property ?? "" }

  /// A description of the obstacle and its location.
  package var description: String {
    switch problem {
    case .typeChange(let from, let to): "\(place) changes its type from \(from) to \(to)."
    case .kindChange: "\(place) becomes another kind of property."
    case .destinationChange(let from, let to):
      "\(place) changes its destination from \(from) to \(to)."
    case .claimedTwice(let original):
      "\(place) is not the only one with the original name \(original)."
    case .missingValues(let rows):
      "\(place) needs a value, which is missing in \(Self.count(rows, "row"))."
    case .duplicates(let groups):
      "\(place) becomes unique, but has duplicates of \(Self.count(groups, "value"))."
    case .inexact(let rows):
      "\(place) has \(Self.count(rows, "value")) that the new type cannot represent exactly."
    case .tooManyTargets(let rows):
      "\(place) becomes to-one, but refers to several rows in \(Self.count(rows, "row"))."
    case .becomesAbstract(let rows):
      "\(place) becomes abstract, but has \(Self.count(rows, "row")) of its own."
    }
  }

  private static func count(_ number: Int64, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Advice with code that would resolve the obstacle.
  package var advice: String {
    switch problem {
    case .typeChange, .inexact: "Set the property \(stage(setting: topName))"
    case .kindChange:
      "Set an attribute \(stage(setting: topName)); give a relationship a new name first."
    case .destinationChange:
      "Give the relationship a new name and set it \(stage(setting: newName))"
    case .claimedTwice(let original):
      "Keep originalName: \"\(original)\" on only one of them."
    case .missingValues where name.contains("."):
      "Give \(topName) a default (var \(topName): … = …; defaults of its members do not count), make the "
        + "member optional, make the type's init(from:) work without it, or set \(topName) "
        + stage(setting: topName)
    case .missingValues:
      "Make it optional, give it a default if it is an attribute (var \(name): … = …), or set it "
        + stage(setting: name)
    case .duplicates:
      "Remove duplicates in willMigrate: var seen: Set<…> = []; "
        + "for \(instance) in try context.fetch(FetchDescriptor<\(entity)>()) "
        + "where !seen.insert(\(instance).\(firstName)).inserted { context.delete(\(instance)) }"
    case .tooManyTargets:
      "Keep only one in willMigrate: "
        + "for \(instance) in try context.fetch(FetchDescriptor<\(entity)>()) "
        + "{ \(instance).\(name) = \(instance).\(name).first.map { [$0] } ?? [] }"
    case .becomesAbstract:
      "Before the migration, delete these rows, or replace them with rows of an entity that inherits from it."
    }
  }

  /// Advice for a closure that has run and left the obstacle unresolved.
  package var adviceAfterClosure: String {
    switch problem {
    case .missingValues, .typeChange, .kindChange, .inexact:
      "Set \(topName) of each of these rows in the closure."
    case .duplicates:
      "In the closure, delete or change all but one of the rows with equal values."
    case .destinationChange, .claimedTwice, .tooManyTargets, .becomesAbstract: advice
    }
  }

  /// Returns the code of a stage whose closure sets a property of each model.
  private func stage(setting property: String) -> String {
    "in a stage whose closure sees both versions: .custom(fromVersion:toVersion:) { try "
      + "$0.forEach(Old.\(entity).self, New.\(entity).self) { old, new in new.\(property) = … } }"
  }

  /// The property that contains the member.
  private var topName: String { String(name.prefix { $0 != "." }) }

  private var newName: String { "new" + name.prefix(1).uppercased() + name.dropFirst() }
  private var firstName: String { name.split(separator: ",").first.map(String.init) ?? "" }
}
