import DataSchema
import RandomSchemas
import SQLCore

extension EvolutionOracle {
  /// A placeholder for a UUID that differs in every row.
  static let newUUID = SQLValue.text("a new UUID")

  mutating func moveRows(of entity: FlatSchema.Entity) {
    guard let before = entities.source[entity.name] else { return }
    let rows = old.rows[before] ?? [:]
    for (key, row) in rows {
      guard let moved = keys.moved(key, of: before) else { continue }
      new.rows[entity.name]?[moved.key] = .init(version: row.version, values: [:])
    }
    for property in entity.properties.values where property.relationship == nil {
      let predecessor = predecessor(of: property.name, in: entity.name)
      if let predecessor, !predecessor.isSameKind(as: property) {
        report(entity.name, property.name, .kindChange)
        continue
      }
      // A leaf is found by its path below the property, because the property may have been renamed.
      let oldLeaves = Dictionary(
        uniqueKeysWithValues: (predecessor?.valueLeaves ?? []).map { ($0.pathBelow, $0) })
      for leaf in property.valueLeaves {
        move(leaf, oldLeaves[leaf.pathBelow], before, entity.name)
      }
    }
  }

  private mutating func move(
    _ leaf: ValueLeaf, _ oldLeaf: ValueLeaf?, _ before: String, _ entity: String
  ) {
    if let oldLeaf, !oldLeaf.type.canBecome(leaf.type) {
      report(entity, leaf.path, .typeChange(from: oldLeaf.type, to: leaf.type))
      return
    }
    var (missing, inexact): (Int64, Int64) = (0, 0)
    for (key, row) in old.rows[before] ?? [:] {
      guard let moved = keys.moved(key, of: before) else { continue }
      var value = SQLValue.null
      if let oldLeaf, let oldValue = row.values[oldLeaf.path] {
        value = leaf.converted(oldValue, from: oldLeaf)
        if oldLeaf.isInexact(oldValue, as: leaf.type) { inexact += 1 }
      }
      if value.isNull, oldLeaf == nil || !leaf.isOptional {
        value = leaf.storedDefault ?? .null
        if value.isNull, !leaf.isOptional { missing += 1 }
      }
      new.rows[entity]?[moved.key]?.values[leaf.path] = value
    }
    if missing > 0 { report(entity, leaf.path, .missingValues(rows: missing)) }
    if inexact > 0 { report(entity, leaf.path, .inexact(rows: inexact)) }
  }
}

extension ValueLeaf {
  /// The path without the property's name; empty for an attribute.
  var pathBelow: String { path.firstIndex(of: ".").map { String(path[$0...]) } ?? "" }

  /// The value of a row that has none.
  var storedDefault: SQLValue? {
    guard let defaultValue else { return nil }
    switch defaultValue {
    case .integer(let integer): return .integer(integer)
    case .real(let real): return .real(real)
    case .text(let text): return .text(text)
    case .bytes(let bytes):
      return isExternal ? ExternalStandIn.add(.blob(bytes)) : .blob(bytes)
    case .newUUID: return EvolutionOracle.newUUID
    }
  }

  func converted(_ value: SQLValue, from old: ValueLeaf) -> SQLValue {
    if case .integer(let integer) = value, type == .double || type == .float {
      return .real(Double(integer))
    }
    if isExternal != old.isExternal {
      return isExternal ? ExternalStandIn.add(value) : ExternalStandIn.remove(value)
    }
    return value
  }

  func isInexact(_ value: SQLValue, as type: AttributeType) -> Bool {
    guard self.type == .integer64, type == .double, case .integer(let integer) = value else {
      return false
    }
    return integer.magnitude > 1 << 53
  }
}

extension AttributeType {
  /// Whether values can be converted to the other type.
  func canBecome(_ other: AttributeType) -> Bool {
    let wider: [AttributeType] =
      switch self {
      case .boolean: [.integer16, .integer32, .integer64]
      case .integer16: [.integer32, .integer64, .float, .double, .decimal]
      case .integer32: [.integer64, .double, .decimal]
      case .integer64: [.decimal, .double]
      case .float: [.double]
      case .uri: [.string]
      default: []
      }
    return self == other || wider.contains(other)
  }
}

extension PropertyDescription {
  func isSameKind(as other: PropertyDescription) -> Bool {
    switch (self, other) {
    case (.attribute, .attribute), (.composite, .composite), (.relationship, .relationship): true
    default: false
    }
  }
}
