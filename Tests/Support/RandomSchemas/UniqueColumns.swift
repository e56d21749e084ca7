import DataSchema
import SQLCore

/// A uniqueness constraint, expressed in terms of column values.
package struct UniqueColumns {
  package var entity: String
  package var constraint: [String]
  package var root: String
  /// The entities that share the columns, to whose rows the constraint applies.
  package var covered: [String]
  private var terms: [Term]

  private enum Term {
    case leaf(String)
    case toOne(String)
  }

  package static func all(in schema: FlatSchema) -> [UniqueColumns] {
    schema.names.compactMap { schema[$0] }.flatMap { entity in
      var seen: Set<[String]> = []
      return entity.description.uniquenessConstraints.filter { seen.insert($0).inserted }
        .map { UniqueColumns($0, of: entity, schema) }
    }
  }

  private init(_ constraint: [String], of entity: FlatSchema.Entity, _ schema: FlatSchema) {
    self.entity = entity.name
    self.constraint = constraint
    root = entity.root
    let properties = constraint.map { String($0.prefix { $0 != "." }) }
    covered = schema.concrete(within: entity.root).filter { other in
      properties.allSatisfy { other.declarers[$0] == entity.declarers[$0] }
    }.map(\.name)
    terms = zip(constraint, properties).flatMap { path, property -> [Term] in
      guard let description = entity.properties[property] else { return [] }
      if description.relationship != nil { return [.toOne(property)] }
      return description.valueLeaves.map(\.path)
        .filter { $0 == path || $0.hasPrefix(path + ".") }.map(Term.leaf)
    }
  }

  /// The first component of each of the constraint's paths.
  package var properties: [String] { constraint.map { String($0.prefix { $0 != "." }) } }

  /// The keys of rows with equal values, none of which is NULL.
  package func duplicates(in picture: StorePicture, _ schema: FlatSchema) -> [[Int64]] {
    var groups: [[SQLValue]: [Int64]] = [:]
    for name in covered {
      let targets = toOnes(of: name, in: picture)
      for (key, row) in picture.rows[name] ?? [:] {
        let values = terms.map { term -> SQLValue in
          switch term {
          case .leaf(let path): row.values[path] ?? .null
          case .toOne(let name): targets[name]?[key].map(SQLValue.integer) ?? .null
          }
        }
        if !values.contains(.null) { groups[values, default: []].append(key) }
      }
    }
    return groups.values.filter { $0.count > 1 }.map { $0.sorted() }
  }

  private func toOnes(of entity: String, in picture: StorePicture) -> [String: [Int64: Int64]] {
    var result: [String: [Int64: Int64]] = [:]
    for case .toOne(let name) in terms {
      for link in picture.links[.init(entity: entity, relationship: name)] ?? [] {
        result[name, default: [:]][link.owner] = link.member
      }
    }
    return result
  }
}
