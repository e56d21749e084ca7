import DataSchema
import SQLCore

/// What a store holds, in memory and free of tables: what migrations are judged by.
struct StorePicture: Equatable {
  struct Row: Equatable {
    /// `Z_OPT`.
    var version: Int64
    /// By the path of the leaf.
    var values: [String: SQLValue]
  }

  /// A relationship of one concrete entity, declared or inherited.
  struct Field: Hashable {
    var entity: String
    var relationship: String
  }

  struct Link: Hashable {
    var owner: Int64
    var member: Int64

    var reversed: Link { Link(owner: member, member: owner) }
  }

  struct Position: Hashable {
    var field: Field
    var link: Link
    var position: Int64
  }

  /// A row that the history tells of, whether it is still there or not.
  struct Change: Hashable {
    var entity: String
    var key: Int64
  }

  /// The rows of each concrete entity by their keys.
  var rows: [String: [Int64: Row]] = [:]
  /// Who is related; both ends of a relationship with inverse say so.
  var links: [Field: Set<Link>] = [:]
  var positions: Set<Position> = []
  var changes: Set<Change> = []
  /// What of a file fits in no picture; none in one that is sound.
  var flaws: [String] = []

  private init() {}

  init(entitiesOf schema: FlatSchema) {
    for entity in schema.concrete {
      rows[entity.name] = [:]
      for relationship in entity.relationships {
        links[Field(entity: entity.name, relationship: relationship.name)] = []
      }
    }
  }

  /// The keys of a tree, and the entity of each.
  func entityByKey(inTreeOf root: String, _ schema: FlatSchema) -> [Int64: String] {
    var result: [Int64: String] = [:]
    for (name, rows) in rows where schema.root(of: name) == root {
      for key in rows.keys { result[key] = name }
    }
    return result
  }
}

extension StorePicture {
  /// Where `other` differs; for messages.
  func differences(from other: StorePicture) -> [String] {
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

  /// Everything, line by line.
  var lines: [String] { differences(from: StorePicture()) }

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
