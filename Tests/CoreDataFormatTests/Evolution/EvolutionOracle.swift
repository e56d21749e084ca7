import DataSchema
import RandomSchemas
import SQLCore

/// The expected result of an automatic migration, computed in memory by applying each rule in turn,
/// regardless of
/// tables or speed.
struct EvolutionOracle {
  enum Verdict {
    case migrates(StorePicture)
    case refuses(Set<MigrationObstacle>)
  }

  let source: FlatSchema
  let target: FlatSchema
  let old: StorePicture
  /// By root: the larger of `Z_MAX` and the highest key of a row.
  let highestKeys: [String: Int64]
  let entities: OracleMatching
  /// The new name of each old entity that still exists.
  let successors: [String: String]
  /// By the concrete target entity that has a source.
  private(set) var properties: [String: OracleMatching] = [:]
  private(set) var keys: OracleKeys

  var new: StorePicture
  var obstacles: Set<MigrationObstacle> = []
  /// Relationships whose pairs cannot be predicted.
  var unknown: Set<StorePicture.Field> = []

  static func verdict(
    from source: ModelDescription, to target: ModelDescription, _ picture: StorePicture,
    highestKeys: [String: Int64]
  ) -> Verdict {
    var oracle = EvolutionOracle(FlatSchema(source), FlatSchema(target), picture, highestKeys)
    oracle.judge()
    return oracle.obstacles.isEmpty ? .migrates(oracle.new) : .refuses(oracle.obstacles)
  }

  /// The lowest `Z_MAX` of each root of the target.
  static func highestKeys(
    from source: ModelDescription, to target: ModelDescription, _ highestKeys: [String: Int64]
  ) -> [String: Int64] {
    let (source, target) = (FlatSchema(source), FlatSchema(target))
    let entities = OracleMatching.entities(from: source, to: target)
    return OracleKeys(source, target, entities, highestKeys).highest
  }

  private init(
    _ source: FlatSchema, _ target: FlatSchema, _ old: StorePicture, _ highestKeys: [String: Int64]
  ) {
    (self.source, self.target, self.old) = (source, target, old)
    self.highestKeys = highestKeys
    let entities = OracleMatching.entities(from: source, to: target)
    self.entities = entities
    successors = Dictionary(uniqueKeysWithValues: entities.source.map { ($0.value, $0.key) })
    keys = OracleKeys(source, target, entities, highestKeys)
    new = StorePicture(entitiesOf: target)
    for entity in target.concrete {
      guard let before = entities.source[entity.name].flatMap({ source[$0] }) else { continue }
      properties[entity.name] = .properties(from: before, to: entity)
    }
  }

  private mutating func judge() {
    for (name, original) in entities.contested {
      report(name, nil, .claimedTwice(original: original))
    }
    for entity in target.concrete {
      // If two properties claim one original, the one that does not get it counts as new.
      for (name, original) in properties[entity.name]?.contested ?? [:] {
        obstacles.insert(
          MigrationObstacle(
            entity: entity.name, property: name, problem: .claimedTwice(original: original)))
      }
    }
    for entity in target.concrete { moveRows(of: entity) }
    for entity in target.concrete { moveLinks(of: entity) }
    for entity in target.concrete { checkMandatoryLinks(of: entity) }
    checkCounts()
    checkUniqueness()
    movePositions()
    for change in old.changes {
      guard let moved = keys.moved(change.key, of: change.entity) else { continue }
      new.changes.insert(StorePicture.Change(entity: moved.entity, key: moved.key))
    }
  }

  mutating func report(_ entity: String, _ property: String?, _ problem: MigrationObstacle.Problem)
  {
    obstacles.insert(MigrationObstacle(entity: entity, property: property, problem: problem))
  }

  /// The source property of a target property.
  func predecessor(of property: String, in entity: String) -> PropertyDescription? {
    guard let before = entities.source[entity],
      let name = properties[entity]?.source[property]
    else { return nil }
    return source[before]?.properties[name]
  }
}

/// The changes of primary keys in a migration.
struct OracleKeys {
  private struct Move: Hashable {
    var source: String
    var target: String
  }

  private let source: FlatSchema
  private let target: FlatSchema
  private let successors: [String: String]
  /// The offset that is added to keys when a source tree moves to a target tree.
  private var raises: [Move: Int64] = [:]
  /// The lowest `Z_MAX` that a target tree may have.
  private(set) var highest: [String: Int64] = [:]

  init(
    _ source: FlatSchema, _ target: FlatSchema, _ entities: OracleMatching,
    _ highestKeys: [String: Int64]
  ) {
    (self.source, self.target) = (source, target)
    successors = Dictionary(uniqueKeysWithValues: entities.source.map { ($0.value, $0.key) })
    let order = source.roots
    for root in target.roots {
      let trees = Set(
        target.names.filter { target.root(of: $0) == root }.compactMap { entities.source[$0] }
          .map(source.root))
      var sorted = order.filter(trees.contains)
      if let own = entities.source[root].map(source.root) {
        sorted.removeAll { $0 == own }
        sorted.insert(own, at: 0)
      }
      var highest: Int64 = 0
      for tree in sorted {
        raises[Move(source: tree, target: root)] = highest
        highest += highestKeys[tree] ?? 0
      }
      self.highest[root] = highest
    }
  }

  /// The target entity and key of a source row; nil if the row is deleted.
  func moved(_ key: Int64, of entity: String) -> (entity: String, key: Int64)? {
    guard let successor = successors[entity] else { return nil }
    let move = Move(source: source.root(of: entity), target: target.root(of: successor))
    return (successor, key + (raises[move] ?? 0))
  }
}
