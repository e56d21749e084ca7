import Foundation
@testable import RecordStore

/// The rows of a store in memory, on which Swift evaluates conditions.
struct MemoryRows {
  private var rows: [String: [Int64: Record]] = [:]
  private var members: [String: [String: [Int64: [Int64]]]] = [:]
  private var relationships: [String: [String: String]] = [:]

  /// Reads all rows of some entities without inheritance.
  init(_ engine: RecordEngine, _ entities: [String]) throws {
    for name in entities {
      let entity = try engine.entity(name)
      let found = try engine.rows(RecordQuery(name))
      rows[name] = Dictionary(uniqueKeysWithValues: found.map { ($0.key, $0) })
      for property in entity.properties where property.isRelationship {
        let relationship = try engine.relationship(property.name, of: entity)
        relationships[name, default: [:]][property.name] = relationship.destination.name
        for row in found where relationship.isToMany {
          members[name, default: [:]][property.name, default: [:]][row.key] =
            try engine.members(of: row.key, name, property.name)
        }
      }
    }
  }

  /// The keys of the rows that match a condition.
  func keys(_ entity: String, _ condition: RecordCondition) -> [Int64] {
    (rows[entity] ?? [:]).values.filter { holds(condition, $0) }.map(\.key).sorted()
  }

  private func holds(_ condition: RecordCondition, _ row: Record) -> Bool {
    switch condition {
    case .constant(let value): value
    case .compare(let path, let comparison, let value):
      Self.holds(self.value(path.names[...], row), comparison, value)
    case .isOne(let path, let values):
      values.contains { Self.holds(value(path.names[...], row), .equal, $0) }
    case .text(let path, let test, let part):
      if case .text(let text) = value(path.names[...], row) {
        Self.holds(test, text, part)
      } else {
        false
      }
    case .pattern(let path, let pattern):
      if case .text(let text) = value(path.names[...], row) {
        PatternMatcher(pattern).matches(text)
      } else {
        false
      }
    case .any(let path, let inner):
      others(path.names, row).contains { other in inner.map { holds($0, other) } ?? true }
    case .count(let path, let comparison, let count):
      Self.holds(.integer(Int64(others(path.names, row).count)), comparison, .integer(count))
    case .not(let inner): !holds(inner, row)
    case .and(let parts): parts.allSatisfy { holds($0, row) }
    case .or(let parts): parts.contains { holds($0, row) }
    }
  }

  private func value(_ names: ArraySlice<String>, _ row: Record) -> RecordValue {
    guard let name = names.first else { return .row(row.key) }
    let rest = names.dropFirst()
    if rest.isEmpty { return row[name] }
    switch row[name] {
    case .row(let key):
      let entity = relationships[row.entity]?[name] ?? ""
      return rows[entity]?[key].map { value(rest, $0) } ?? .null
    case .composite(let parts): return parts[rest.joined(separator: ".")] ?? .null
    default: return .null
    }
  }

  private func others(_ names: [String], _ row: Record) -> [Record] {
    guard names.count > 1, let name = names.first else {
      let entity = relationships[row.entity]?[names[0]] ?? ""
      let keys = members[row.entity]?[names[0]]?[row.key] ?? []
      return keys.compactMap { rows[entity]?[$0] }
    }
    guard case .row(let key) = row[name], let entity = relationships[row.entity]?[name],
      let other = rows[entity]?[key]
    else { return [] }
    return others(Array(names.dropFirst()), other)
  }

  private static func holds(
    _ value: RecordValue, _ comparison: RecordCondition.Comparison, _ other: RecordValue
  ) -> Bool {
    guard !value.isNull, !other.isNull else {
      switch comparison {
      case .equal: return value.isNull && other.isNull
      case .notEqual: return value.isNull != other.isNull
      default: return false
      }
    }
    switch (value, other) {
    case (.integer(let left), .integer(let right)): return holds(left, comparison, right)
    case (.row(let left), .row(let right)): return holds(left, comparison, right)
    case (.real(let left), .real(let right)): return holds(left, comparison, right)
    case (.decimal(let left), .decimal(let right)): return holds(left, comparison, right)
    case (.date(let left), .date(let right)): return holds(left, comparison, right)
    case (.text(let left), .text(let right)):
      // By normal forms, because Swift's string comparison contradicts itself here.
      return holds(
        Bytes(left.precomposedStringWithCanonicalMapping.utf8), comparison,
        Bytes(right.precomposedStringWithCanonicalMapping.utf8))
    case (.bool(let left), .bool(let right)):
      return holds(left ? 1 : 0, comparison, right ? 1 : 0)
    default: return false
    }
  }

  private static func holds<Value: Comparable>(
    _ left: Value, _ comparison: RecordCondition.Comparison, _ right: Value
  ) -> Bool {
    switch comparison {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }

  private static func holds(
    _ test: RecordCondition.TextTest, _ text: String, _ part: String
  ) -> Bool {
    switch test {
    case .contains: Array(text).contains(Array(part))
    case .containsIgnoringCase: text.localizedCaseInsensitiveContains(part)
    case .beginsWith: text.hasPrefix(part)
    case .endsWith: text.hasSuffix(part)
    }
  }
}

/// Bytes in lexicographic order.
private struct Bytes: Comparable {
  let bytes: [UInt8]
  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
  static func < (left: Bytes, right: Bytes) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
