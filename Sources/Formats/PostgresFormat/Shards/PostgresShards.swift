import CoreDataFormat
import DataSchema

/// How tables are divided by a key into partitions, which may be on other servers.
package struct PostgresShards: Hashable, Sendable, Codable {
  /// The number of partitions of each partitioned table.
  package var partitionCount: Int
  /// The shard keys: attributes whose values select the partition, by entity name.
  package var keys: [String: String]
  /// The servers to which the partitions are assigned in turn, without users and passwords; empty
  /// if all are on the store's own server.
  package var servers: [String]

  package init(partitionCount: Int, keys: [String: String], servers: [String] = []) {
    (self.partitionCount, self.keys, self.servers) = (partitionCount, keys, servers)
  }

  /// The maximum number of partitions of a table; each is planned for every statement that does not
  /// specify the key.
  static let partitionLimit = 1_000

  /// The index of the server that contains a partition; nil for the store's own.
  package func server(of partition: Int) -> Int? {
    servers.isEmpty ? nil : partition % servers.count
  }
}

extension PostgresShards {
  /// The reasons why models cannot be partitioned that way, as sentences.
  ///
  /// - Parameter layout: The tables of the models.
  /// - Returns: All problems; empty if the tables can be created.
  package func problems(in layout: PostgresLayout) -> [String] {
    var problems: [String] = []
    if !(1...Self.partitionLimit).contains(partitionCount) {
      problems.append(
        "The number of partitions must be between 1 and \(Self.partitionLimit), not \(partitionCount)."
      )
    } else if partitionCount < servers.count {
      problems.append(
        "The number of partitions (\(partitionCount)) is smaller than the number of servers (\(servers.count))."
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

  /// The column of an entity's shard key; nil if there is no suitable one.
  private func column(_ entity: EntityTable) -> Column? {
    guard let key = keys[entity.rootEntityName],
      case .attribute(let column)? = entity.properties[key]
    else { return nil }
    return column
  }

  private func problems(of name: String, _ layout: PostgresLayout) -> [String] {
    guard let entity = layout.tableMap.entity(named: name), let key = keys[name] else {
      return ["\(name) has a shard key, but is not an entity of the models."]
    }
    guard entity.parentNumber == 0 else {
      return [
        "\(name) inherits from \(entity.rootEntityName), whose table contains its rows; specify the shard key for \(entity.rootEntityName)."
      ]
    }
    guard let property = entity.properties[key] else {
      return ["\(name) has no stored property \(key), which is configured as its shard key."]
    }
    guard case .attribute(let column) = property, Self.types.contains(column.type) else {
      return [
        "\(name).\(key) cannot be a shard key, because it is not a UUID, an integer or a String."
      ]
    }
    var problems: [String] = []
    if column.isOptional {
      problems.append("\(name).\(key) is optional, but a shard key must always have a value.")
    }
    let tree = layout.tableMap.entities.filter { $0.rootEntityName == name }
    for entity in tree {
      let description = layout.model.entity(named: entity.entityName)
      for constraint in description?.uniquenessConstraints ?? [] where !constraint.contains(key) {
        let names = constraint.joined(separator: ", ")
        problems.append(
          "\(entity.entityName) is unique by \(names), which one partition cannot check by itself; "
            + "add the shard key \(key) to the constraint.")
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
          "\(title) refers to \(other), which has a shard key, but \(entity.entityName) has none.")
      case (_?, nil):
        problems.append(
          "\(title) refers to \(other), which has no shard key, but \(entity.entityName) has one.")
      case (_?, _?):
        if isManyToMany {
          problems.append(
            "\(title) is a many-to-many relationship; use a model with the same shard key in between."
          )
        }
        if let own = column(entity), let others = column(destination), own.type != others.type {
          problems.append(
            "\(title) refers to \(other), whose shard key has another type than that of \(entity.entityName)."
          )
        }
      }
    }
    return problems
  }
}
