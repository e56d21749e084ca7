import CoreDataFormat
import DataSchema

/// How tables are parted by a key into partitions, which may be on other servers.
package struct PostgresShards: Hashable, Sendable, Codable {
  /// How many partitions each parted table has.
  package var partitionCount: Int
  /// The attributes by which rows are parted, by the names of the entities.
  package var keys: [String: String]
  /// Which servers have the partitions, in turn, without users and passwords; empty where the store's own has all.
  package var servers: [String]

  package init(partitionCount: Int, keys: [String: String], servers: [String] = []) {
    (self.partitionCount, self.keys, self.servers) = (partitionCount, keys, servers)
  }

  /// How many partitions a table may have: each is a part of the plan of each statement that names no key.
  package static let partitionLimit = 1_000

  /// The place of the server that has a partition; nil for the store's own.
  package func server(of partition: Int) -> Int? {
    servers.isEmpty ? nil : partition % servers.count
  }
}

extension PostgresShards {
  /// What of some models cannot be parted like that, as sentences.
  ///
  /// - Parameter layout: The tables that the models have.
  /// - Returns: All problems; none where the tables can be made.
  package func problems(in layout: PostgresLayout) -> [String] {
    var problems: [String] = []
    if !(1...Self.partitionLimit).contains(partitionCount) {
      problems.append(
        "\(partitionCount) is no number of partitions: there may be 1 to \(Self.partitionLimit).")
    } else if partitionCount < servers.count {
      problems.append(
        "There are \(servers.count) servers, of which \(partitionCount) partitions leave some without any."
      )
    }
    if keys.isEmpty { problems.append("No model has a shard key.") }
    for name in keys.keys.sorted() { problems += self.problems(of: name, layout) }
    for entity in layout.tableMap.entities { problems += relations(of: entity, layout) }
    return problems
  }

  private static let types: Set<AttributeType> = [
    .uuid, .integer16, .integer32, .integer64, .string,
  ]

  /// The column of an entity's shard key; nil where there is none that will do.
  private func column(_ entity: EntityTable) -> Column? {
    guard let key = keys[entity.rootEntityName],
      case .attribute(let column)? = entity.properties[key]
    else { return nil }
    return column
  }

  private func problems(of name: String, _ layout: PostgresLayout) -> [String] {
    guard let entity = layout.tableMap.entity(named: name), let key = keys[name] else {
      return ["\(name), which is given a shard key, is no entity of the models."]
    }
    guard entity.parentNumber == 0 else {
      return [
        "\(name) inherits from \(entity.rootEntityName), whose table has its rows, and which is to be given the shard key."
      ]
    }
    guard let property = entity.properties[key] else {
      return ["\(name) has no stored property \(key), which is to be its shard key."]
    }
    guard case .attribute(let column) = property, Self.types.contains(column.type) else {
      return [
        "\(name).\(key) cannot be a shard key, which is to be a UUID, an integer or a String."
      ]
    }
    var problems: [String] = []
    if column.isOptional {
      problems.append("\(name).\(key) is optional, and a shard key is always there.")
    }
    let tree = layout.tableMap.entities.filter { $0.rootEntityName == name }
    for entity in tree {
      let description = layout.model.entity(named: entity.entityName)
      for constraint in description?.uniquenessConstraints ?? [] where !constraint.contains(key) {
        let names = constraint.joined(separator: ", ")
        problems.append(
          "\(entity.entityName) is to be unique by \(names), which no partition can tell by itself: "
            + "name the shard key \(key) among them.")
      }
    }
    return problems
  }

  private func relations(of entity: EntityTable, _ layout: PostgresLayout) -> [String] {
    var problems: [String] = []
    let inherited = layout.tableMap.entities.first {
      $0.entityNumber == entity.parentNumber
    }?.properties
    for (name, property) in entity.properties.sorted(by: { $0.key < $1.key })
    where inherited?[name] == nil {
      let other: String
      var isManyToMany = false
      switch property {
      case .attribute, .composite: continue
      case .toOne(let column): other = column.destinationEntity
      case .toMany(_, let destination, _): other = destination
      case .manyToMany(let join): (other, isManyToMany) = (join.destinationEntity, true)
      }
      guard let destination = layout.tableMap.entity(named: other) else { continue }
      let title = "\(entity.entityName).\(name)"
      switch (keys[entity.rootEntityName], keys[destination.rootEntityName]) {
      case (nil, nil): continue
      case (nil, _?):
        problems.append(
          "\(title) leads to \(other), which has a shard key, and \(entity.entityName) has none.")
      case (_?, nil):
        problems.append(
          "\(title) leads to \(other), which has no shard key, and \(entity.entityName) has one.")
      case (_?, _?):
        if isManyToMany {
          problems.append(
            "\(title) relates many to many; put a model with the same shard key in between.")
        }
        if let own = column(entity), let others = column(destination), own.type != others.type {
          problems.append(
            "\(title) leads to \(other), whose shard key is of another type than that of \(entity.entityName)."
          )
        }
      }
    }
    return problems
  }
}
