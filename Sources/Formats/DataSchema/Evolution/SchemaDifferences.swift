import Foundation

/// The differences between the entities of a store and those of a program, in words.
///
/// The texts are limited in length, because the names come from a file that anybody may have
/// written.
package struct SchemaDifferences {
  /// The names of the entities that differ: in order, those of the program, followed by those that
  /// only the store has.
  package private(set) var entities: [String] = []
  private var sentences: [String] = []

  /// Creates an empty list of differences.
  init() {}

  /// The default for the maximum number of lines.
  package static let lineLimit = 24

  /// - Parameters:
  ///   - hashes: The version hashes of the store.
  ///   - stored: The entities of the store; nil if it contains only the hashes.
  ///   - wanted: The entities of the program.
  package init(hashes: [String: Data], stored: ModelDescription?, wanted: ModelDescription) {
    let own = wanted.versionHashes
    let mapping = stored.map { SchemaMapping(from: $0, to: wanted) }
    var found: Set<String> = []
    for entity in wanted.entities.sorted(by: { $0.name.precedesByCodeUnits($1.name) }) {
      let origin = mapping?.entity(becoming: entity.name)?.source ?? entity.name
      if hashes[origin] != nil { found.insert(origin) }
      guard hashes[entity.name] != own[entity.name] else { continue }
      entities.append(entity.name)
      guard hashes[origin] != nil else {
        sentences.append("\(entity.name.clipped) is missing in the store.")
        continue
      }
      let renamed = origin == entity.name ? "" : " (\(origin.clipped) in the store)"
      var details = ""
      if let mapping, let former = stored?.entity(named: origin) {
        details = EntityDifferences(former, entity, mapping).text
      }
      sentences.append("\(entity.name.clipped)\(renamed) differs\(details).")
    }
    let others = hashes.keys.filter { !found.contains($0) }.sorted()
    entities += others.filter { !entities.contains($0) }
    sentences += others.map { "\($0.clipped) is in the store only." }
  }

  mutating func add(_ entity: String, _ sentence: String) {
    entities.append(entity)
    sentences.append(sentence)
  }

  /// Returns one line for each entity that differs, and a last one with the number of omitted
  /// entities.
  package func lines(limit: Int = Self.lineLimit) -> [String] {
    guard sentences.count > limit else { return sentences }
    return sentences.prefix(limit - 1) + ["\(sentences.count - limit + 1) more differ."]
  }

  /// The lines as a list, each after a dash.
  package var list: String { lines().map { "\n- \($0)" }.joined() }
}

extension String {
  /// The text, cut off if it is longer than any sensible name.
  var clipped: String {
    // Counting all characters would take long for a very long text.
    guard let end = index(startIndex, offsetBy: 80, limitedBy: endIndex), end != endIndex else {
      return self
    }
    return self[..<end] + "…"
  }
}

/// The differences between an entity of a store and the corresponding one of a program.
private struct EntityDifferences {
  private var parts: [String] = []

  /// The maximum number of differences that are reported for one entity.
  private static let limit = 12

  init(_ former: EntityDescription, _ entity: EntityDescription, _ mapping: SchemaMapping) {
    let own = mapping.target.properties(of: entity.name).filter(\.isStored)
    for property in own.sorted(by: { $0.name.precedesByCodeUnits($1.name) }) {
      if let before = mapping.origin(of: property.name, in: entity.name) {
        compare(before, property)
      } else {
        parts.append("\(property.name.clipped) is missing in the store (\(property.summary))")
      }
    }
    let kept = Set((mapping.entity(becoming: entity.name)?.properties ?? [:]).values)
    let removed = mapping.source.properties(of: former.name).filter {
      $0.isStored && !kept.contains($0.name)
    }
    for property in removed.sorted(by: { $0.name.precedesByCodeUnits($1.name) }) {
      parts.append("\(property.name.clipped) is in the store only (\(property.summary))")
    }
    compareRest(former, entity)
  }

  /// The differences, after a colon; empty if all differences are those of an ancestor.
  var text: String {
    guard !parts.isEmpty else { return "" }
    let more = parts.count > Self.limit ? ["\(parts.count - Self.limit) more"] : []
    return ": " + (parts.prefix(Self.limit) + more).joined(separator: "; ")
  }

  private mutating func compare(_ before: PropertyDescription, _ now: PropertyDescription) {
    let differences = now.differences(from: before)
    guard before.name != now.name || !differences.isEmpty else { return }
    let named = before.name == now.name ? [] : ["is \(before.name.clipped) in the store"]
    parts.append("\(now.name.clipped) \((named + differences).joined(separator: ", "))")
  }

  private mutating func compareRest(_ former: EntityDescription, _ entity: EntityDescription) {
    func groups(_ entity: EntityDescription) -> String {
      let groups = entity.uniquenessConstraints.map { $0.joined(separator: ", ") }.sorted()
      return groups.isEmpty ? "none" : groups.joined(separator: "; ").clipped
    }
    if groups(former) != groups(entity) {
      parts.append("the uniqueness constraints are \(pair(groups(former), groups(entity)))")
    }
    if former.parentName != entity.parentName {
      let (before, now) = (former.parentName ?? "nothing", entity.parentName ?? "nothing")
      parts.append("it inherits from \(pair(before, now))")
    }
    if let side = side(former.isAbstract, entity.isAbstract) {
      parts.append("it is abstract \(side)")
    }
    if former.versionHashModifier != entity.versionHashModifier {
      parts.append("it has another hash modifier")
    }
  }
}

extension PropertyDescription {
  /// Whether the property is stored.
  package var isStored: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isTransient
    case .composite(let composite): !composite.isTransient
    case .relationship(let relationship): !relationship.isTransient
    case .derived: true
    }
  }

  /// A short description of the property.
  var summary: String {
    switch self {
    case .attribute(let attribute):
      attribute.isOptional ? "\(attribute.type), optional" : "\(attribute.type)"
    case .composite(let composite): "the elements \(composite.outline.clipped)"
    case .relationship(let relationship):
      "to \(relationship.isToMany ? "several" : "one") of \(relationship.destination.clipped)"
    case .derived: "derived"
    }
  }

  private var kind: String {
    switch self {
    case .attribute: "an attribute"
    case .composite: "a composite attribute"
    case .relationship: "a relationship"
    case .derived: "a derived attribute"
    }
  }

  /// Returns the differences from the property in the store.
  func differences(from before: PropertyDescription) -> [String] {
    switch (before, self) {
    case (.attribute(let old), .attribute(let new)): new.differences(from: old)
    case (.composite(let old), .composite(let new)):
      old.outline == new.outline ? [] : ["has the elements \(pair(old.outline, new.outline))"]
    case (.relationship(let old), .relationship(let new)): new.differences(from: old)
    case (.derived(let old), .derived(let new)):
      old.expression == new.expression
        ? [] : ["is derived from \(pair(old.expression, new.expression))"]
    default: ["is \(pair(before.kind, kind))"]
    }
  }
}

private func pair(_ stored: String, _ own: String) -> String {
  "\(stored.clipped) in the store and \(own.clipped) here"
}

/// Returns which side has a trait, if only one has it; nil if both or neither do.
private func side(_ stored: Bool, _ own: Bool) -> String? {
  stored == own ? nil : stored ? "in the store only" : "here only"
}

extension AttributeDescription {
  fileprivate func differences(from before: AttributeDescription) -> [String] {
    var found: [String] = []
    if before.type != type { found.append("is \(pair("\(before.type)", "\(type)"))") }
    if let side = side(before.isOptional, isOptional) { found.append("is optional \(side)") }
    if let side = side(before.storesExternally, storesExternally) {
      found.append("may be stored in files \(side)")
    }
    if let side = side(before.preservesValueOnDeletion, preservesValueOnDeletion) {
      found.append("is preserved on deletion \(side)")
    }
    if before.versionHashModifier != versionHashModifier {
      found.append("has another hash modifier")
    }
    return found
  }
}

extension CompositeDescription {
  /// The leaves that version hashes cover.
  fileprivate var outline: String {
    leaves.map { "\($0.name.clipped): \($0.type)\($0.isOptional ? "?" : "")" }
      .joined(separator: ", ")
  }
}

extension RelationshipDescription {
  fileprivate func differences(from before: RelationshipDescription) -> [String] {
    var found: [String] = []
    if before.destination != destination {
      found.append("refers to \(pair(before.destination, destination))")
    }
    if before.inverseName != inverseName {
      found.append("has the inverse \(pair(before.inverseName ?? "none", inverseName ?? "none"))")
    }
    if before.isToMany != isToMany {
      found.append(
        "is \(pair(before.isToMany ? "to-many" : "to-one", isToMany ? "to-many" : "to-one"))")
    } else if (before.minimumCount, before.maximumCount) != (minimumCount, maximumCount) {
      found.append("has the bounds \(pair(before.bounds, bounds))")
    }
    if let side = side(before.isOptional, isOptional) { found.append("is optional \(side)") }
    if let side = side(before.isOrdered, isOrdered) { found.append("is ordered \(side)") }
    if before.deleteRule != deleteRule {
      found.append("has the delete rule \(pair("\(before.deleteRule)", "\(deleteRule)"))")
    }
    if before.versionHashModifier != versionHashModifier {
      found.append("has another hash modifier")
    }
    return found
  }

  private var bounds: String {
    "\(minimumCount) to \(maximumCount <= 0 ? "any number" : "\(maximumCount)")"
  }
}
