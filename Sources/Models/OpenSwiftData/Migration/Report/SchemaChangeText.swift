import DataSchema

/// The changes between two versions of a schema, in words.
struct SchemaChangeText {
  private let source: ModelDescription
  private let target: ModelDescription
  private let mapping: SchemaMapping

  init(_ mapping: SchemaMapping, _ source: ModelDescription, _ target: ModelDescription) {
    self.mapping = mapping
    self.source = source
    self.target = target
  }

  /// One line for each entity that changes.
  var lines: [String] {
    let entities = mapping.entities.sorted { $0.target < $1.target }.compactMap(line)
    let removed = mapping.removedEntities.sorted().map { "\($0) is removed, with its rows." }
    let lines = entities + removed
    return lines.isEmpty ? ["No entity changes."] : lines
  }

  private func line(_ entity: EntityMapping) -> String? {
    guard let origin = entity.source else { return "\(entity.target) is new." }
    var parts: [String] = []
    if origin != entity.target { parts.append("was \(origin)") }
    parts += propertyChanges(entity)
    let removed = mapping.removedProperties(of: entity).sorted()
    if !removed.isEmpty { parts.append("loses \(removed.joined(separator: ", "))") }
    if let before = source.entity(named: origin), let after = target.entity(named: entity.target) {
      parts += entityChanges(before, after, entity)
    }
    return parts.isEmpty ? nil : "\(entity.target) \(parts.joined(separator: "; "))."
  }

  private func propertyChanges(_ entity: EntityMapping) -> [String] {
    var (added, renamed, changed): ([String], [String], [String]) = ([], [], [])
    for property in mapping.target.properties(of: entity.target).sorted(by: { $0.name < $1.name })
    where !property.isTransient {
      guard let before = mapping.origin(of: property.name, in: entity.target) else {
        added.append(property.name)
        continue
      }
      if before.name != property.name { renamed.append("\(before.name) to \(property.name)") }
      changed += property.changes(since: before).map { "\(property.name) \($0)" }
    }
    return [
      renamed.isEmpty ? nil : "renames \(renamed.joined(separator: ", "))",
      added.isEmpty ? nil : "gets \(added.joined(separator: ", "))",
    ].compactMap(\.self) + changed
  }

  private func entityChanges(
    _ before: EntityDescription, _ after: EntityDescription, _ mapping: EntityMapping
  ) -> [String] {
    let origin = { (name: String) in mapping.properties[name] ?? name }
    let groups = { (groups: [[String]]) in
      groups.map { $0.joined(separator: ", ") }.sorted().joined(separator: "; ")
    }
    var parts: [String] = []
    let unique = after.uniquenessConstraints.filter { names in
      !before.uniquenessConstraints.contains(names.map(origin))
    }
    if !unique.isEmpty { parts.append("requires unique values of \(groups(unique))") }
    if after.uniquenessConstraints.count - unique.count < before.uniquenessConstraints.count {
      parts.append("has fewer uniqueness constraints")
    }
    let indexes = after.indexes.filter { index in
      !before.indexes.contains { $0.propertyNames == index.propertyNames.map(origin) }
    }
    if !indexes.isEmpty { parts.append("is indexed by \(groups(indexes.map(\.propertyNames)))") }
    if after.indexes.count - indexes.count < before.indexes.count {
      parts.append("has fewer indexes")
    }
    let parent = after.parentName.flatMap { self.mapping.entity(becoming: $0)?.source }
    if let name = after.parentName, parent != before.parentName {
      parts.append("inherits from \(name)")
    } else if after.parentName == nil, let name = before.parentName {
      parts.append("no longer inherits from \(name)")
    }
    return parts
  }
}

extension PropertyDescription {
  fileprivate var isTransient: Bool {
    switch self {
    case .attribute(let attribute): attribute.isTransient
    case .composite(let composite): composite.isTransient
    case .relationship(let relationship): relationship.isTransient
    case .derived: true
    }
  }

  /// The changes since `before`, in words.
  fileprivate func changes(since before: PropertyDescription) -> [String] {
    switch (before, self) {
    case (.attribute(let old), .attribute(let new)):
      var changes: [String] = []
      if old.type != new.type { changes.append("becomes \(new.type)") }
      if old.isOptional != new.isOptional { changes.append(Self.optionality(new.isOptional)) }
      if old.storesExternally != new.storesExternally {
        changes.append(new.storesExternally ? "may be stored in files" : "is stored in rows")
      }
      return changes
    case (.composite(let old), .composite(let new)):
      var changes: [String] = []
      if old.leaves.map(\.name) != new.leaves.map(\.name) {
        changes.append("has different members")
      }
      if old.isOptional != new.isOptional { changes.append(Self.optionality(new.isOptional)) }
      return changes
    case (.relationship(let old), .relationship(let new)):
      var changes: [String] = []
      if old.isToMany != new.isToMany {
        changes.append(new.isToMany ? "becomes to-many" : "becomes to-one")
      }
      if old.deleteRule != new.deleteRule {
        changes.append("has the delete rule \(new.deleteRule)")
      }
      if (old.inverseName == nil) != (new.inverseName == nil) {
        changes.append(new.inverseName == nil ? "has no inverse" : "has an inverse")
      }
      return changes
    case (.derived, .derived): return []
    case (.derived, .attribute): return ["is no longer derived"]
    default: return ["becomes another kind of property"]
    }
  }

  private static func optionality(_ isOptional: Bool) -> String {
    isOptional ? "becomes optional" : "becomes mandatory"
  }
}
