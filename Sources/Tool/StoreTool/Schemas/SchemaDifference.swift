import DataSchema

/// A difference between two schemas.
struct SchemaDifference: Hashable {
  enum Kind: String, Hashable {
    case added, removed, changed
  }

  var kind: Kind
  var entity: String
  /// Nil if the difference concerns the whole entity.
  var property: String?
  /// What changed, in words; nil for additions and removals.
  var detail: String?

  /// Finds the differences between two schemas, sorted by name.
  ///
  /// Details that only some kinds of files store, such as default values, are ignored.
  static func differences(
    _ old: ModelDescription, _ new: ModelDescription
  ) -> [SchemaDifference] {
    let (old, new) = (old.canonical, new.canonical)
    let names = Set(old.entities.map(\.name)).union(new.entities.map(\.name)).sorted()
    return names.flatMap { name -> [SchemaDifference] in
      guard let before = old.entity(named: name) else {
        return [SchemaDifference(kind: .added, entity: name)]
      }
      guard let after = new.entity(named: name) else {
        return [SchemaDifference(kind: .removed, entity: name)]
      }
      return differences(before, after)
    }
  }

  private static func differences(
    _ old: EntityDescription, _ new: EntityDescription
  ) -> [SchemaDifference] {
    var differences: [SchemaDifference] = []
    func compare(_ title: String, _ before: String?, _ after: String?) {
      guard before != after else { return }
      differences.append(
        SchemaDifference(
          kind: .changed, entity: new.name,
          detail: "\(title): \(before ?? "none") → \(after ?? "none")"))
    }
    compare("superentity", old.parentName, new.parentName)
    compare("abstract", "\(old.isAbstract)", "\(new.isAbstract)")
    compare("unique", text(old.uniquenessConstraints), text(new.uniquenessConstraints))
    compare("indexes", text(old.indexes.map(\.title)), text(new.indexes.map(\.title)))
    let before = Dictionary(old.properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    let after = Dictionary(new.properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    for name in Set(before.keys).union(after.keys).sorted() {
      switch (before[name], after[name]) {
      case (let was?, let now?) where was.asToldByAll != now.asToldByAll:
        differences.append(
          SchemaDifference(
            kind: .changed, entity: new.name, property: name,
            detail: was.summary == now.summary ? nil : "\(was.summary) → \(now.summary)"))
      case (nil, _?):
        differences.append(SchemaDifference(kind: .added, entity: new.name, property: name))
      case (_?, nil):
        differences.append(SchemaDifference(kind: .removed, entity: new.name, property: name))
      default: break
      }
    }
    return differences
  }

  private static func text(_ groups: [[String]]) -> String? {
    let texts = groups.map { $0.joined(separator: "+") }.sorted()
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// A line that begins with `+`, `-` or `~`.
  var line: String {
    let mark =
      switch kind {
      case .added: "+"
      case .removed: "-"
      case .changed: "~"
      }
    let place = property.map { "\(entity).\($0)" } ?? entity
    return "\(mark) \(place)" + (detail.map { "  \($0)" } ?? "")
  }
}

extension IndexDescription {
  /// The indexed properties, after the kind of the index unless it is the usual one.
  fileprivate var title: [String] { (kind == .rtree ? ["rtree"] : []) + propertyNames }
}

extension PropertyDescription {
  /// The property without the names of Swift types, which only files of this library store.
  fileprivate var asToldByAll: PropertyDescription {
    switch self {
    case .attribute(var attribute):
      if attribute.type != .transformable { attribute.valueTypeName = nil }
      return .attribute(attribute)
    case .composite(var composite):
      composite.valueTypeName = nil
      composite.elements = composite.elements.map(\.asToldByAll)
      return .composite(composite)
    case .relationship, .derived: return self
    }
  }

  /// The type, with all its attributes.
  fileprivate var summary: String {
    let marks: [String] =
      switch self {
      case .attribute(let attribute): attribute.marks
      case .relationship(let relationship): relationship.marks
      case .composite(let composite): composite.leaves.map { "\($0.name): \($0.type.swiftName)" }
      case .derived(let derived): [derived.expression]
      }
    return typeName + (marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))")
  }
}
