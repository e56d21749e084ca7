import DataSchema
import SQLCore

/// The contents of a store as values in memory, independent of tables, against which migrations are
/// checked.
package struct StorePicture: Equatable {
  package struct Row: Equatable {
    /// The value of `Z_OPT`.
    package var version: Int64
    /// The values by the path of their leaf.
    package var values: [String: SQLValue]

    package init(version: Int64, values: [String: SQLValue]) {
      (self.version, self.values) = (version, values)
    }
  }

  /// A relationship of one concrete entity, declared or inherited.
  package struct Field: Hashable {
    package var entity: String
    package var relationship: String

    package init(entity: String, relationship: String) {
      (self.entity, self.relationship) = (entity, relationship)
    }
  }

  package struct Link: Hashable {
    package var owner: Int64
    package var member: Int64

    package init(owner: Int64, member: Int64) { (self.owner, self.member) = (owner, member) }

    package var reversed: Link { Link(owner: member, member: owner) }
  }

  package struct Position: Hashable {
    package var field: Field
    package var link: Link
    package var position: Int64

    package init(field: Field, link: Link, position: Int64) {
      (self.field, self.link, self.position) = (field, link, position)
    }
  }

  /// A row in the history, whether it still exists or not.
  package struct Change: Hashable {
    package var entity: String
    package var key: Int64

    package init(entity: String, key: Int64) { (self.entity, self.key) = (entity, key) }
  }

  /// The rows of each concrete entity, by key.
  package var rows: [String: [Int64: Row]] = [:]
  /// The related rows; a relationship with an inverse is stored at both ends.
  package var links: [Field: Set<Link>] = [:]
  package var positions: Set<Position> = []
  package var changes: Set<Change> = []
  /// Parts of a file that a picture cannot represent; empty for a file without defects.
  package var flaws: [String] = []

  private init() {}

  package init(entitiesOf schema: FlatSchema) {
    for entity in schema.concrete {
      rows[entity.name] = [:]
      for relationship in entity.relationships {
        links[Field(entity: entity.name, relationship: relationship.name)] = []
      }
    }
  }

  /// The keys of an entity tree, with the entity of each.
  package func entityByKey(inTreeOf root: String, _ schema: FlatSchema) -> [Int64: String] {
    var result: [Int64: String] = [:]
    for (name, rows) in rows where schema.root(of: name) == root {
      for key in rows.keys { result[key] = name }
    }
    return result
  }
}

extension StorePicture {
  /// The differences from `other`, for messages.
  package func differences(from other: StorePicture) -> [String] {
    var lines: [String] = []
    for name in Set(rows.keys).union(other.rows.keys).sorted() {
      let (mine, theirs) = (rows[name] ?? [:], other.rows[name] ?? [:])
      for key in Set(mine.keys).union(theirs.keys).sorted() where mine[key] != theirs[key] {
        lines.append("\(name) \(key): \(text(mine[key])) ≠ \(text(theirs[key]))")
      }
    }
    for field in Set(links.keys).union(other.links.keys) where links[field] != other.links[field] {
      lines.append(
        "\(field.entity).\(field.relationship): \(text(links[field])) ≠ \(text(other.links[field]))"
      )
    }
    if positions != other.positions { lines.append("\(positions) ≠ \(other.positions)") }
    if changes != other.changes { lines.append("\(changes) ≠ \(other.changes)") }
    if flaws != other.flaws { lines.append("\(flaws) ≠ \(other.flaws)") }
    return lines
  }

  /// The whole picture, line by line.
  package var lines: [String] { differences(from: StorePicture()) }

  private func text(_ row: Row?) -> String {
    guard let row else { return "none" }
    let values = row.values.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "(\(row.version); \(values.joined(separator: ", ")))"
  }

  private func text(_ links: Set<Link>?) -> String {
    guard let links else { return "none" }
    return links.map { "\($0.owner)→\($0.member)" }.sorted().joined(separator: " ")
  }
}
