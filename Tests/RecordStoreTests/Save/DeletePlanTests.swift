import DataSchema
import RandomTesting
import RecordStore
import Testing

/// Plans of deletions among rows in memory.
@Suite("Delete plans")
final class DeletePlanTests {
  private let nodes = MemoryEntity("Node")
  private var others: [MemoryEntity] = []

  deinit {
    // Entities and relationships refer to each other.
    for entity in others + [nodes] { entity.clear() }
  }

  private func makeEntity(
    _ name: String, tree: Int = 0, parent: MemoryEntity? = nil
  ) -> MemoryEntity {
    let entity = MemoryEntity(name, tree: tree, parent: parent)
    others.append(entity)
    return entity
  }

  @Test func cascadesAroundACycleEnd() throws {
    let next = nodes.relate("next", to: nodes, .cascade)
    next.related = [1: [2], 2: [3], 3: [1], 4: [1]]
    var deletion = MemoryDeletion()
    deletion.delete([1], nodes)
    #expect(deletion.plan.deleted == [0: [1, 2, 3]])
    #expect(deletion.plan.cascaded.flatMap(\.keys) == [2, 3])
  }

  @Test func eachRowIsDeletedOnce() throws {
    let children = nodes.relate("children", to: nodes, .cascade)
    children.related = [1: [3, 4, 3], 2: [4, 1]]
    var deletion = MemoryDeletion()
    deletion.delete([2, 1, 2], nodes)
    #expect(deletion.plan.rows.map(\.keys) == [[2, 1], [4, 3]])
    #expect(deletion.plan.delete([4, 5], nodes) == [5])
    #expect(deletion.plan.remaining([1, 6, 5], nodes) == [6])
  }

  @Test func aDenialIsLiftedWhenTheDenyingRowIsDeletedToo() throws {
    let players = makeEntity("Player", tree: 1)
    let team = nodes.relate("players", to: players, .deny)
    team.related = [1: [10, 11]]
    var refused = MemoryDeletion()
    refused.delete([1], nodes)
    #expect(refused.denied == [10, 11])
    var allowed = MemoryDeletion()
    allowed.plan.delete([10, 11], players)
    allowed.delete([1], nodes)
    #expect(allowed.denied == [])
    // Another rule, applied after the denial, deletes one of them.
    nodes.relate("best", to: players, .cascade).related = [1: [11]]
    var cascading = MemoryDeletion()
    cascading.delete([1], nodes)
    #expect(cascading.denied == [10])
  }

  @Test func rowsOfSubentitiesFollowTheirOwnRules() throws {
    let special = makeEntity("Special", parent: nodes)
    nodes.relate("children", to: nodes, .cascade).related = [1: [2, 3]]
    special.relationships = nodes.relationships
    let wheels = makeEntity("Wheel", tree: 1)
    special.relate("wheels", to: wheels, .cascade).related = [2: [20], 3: [30]]
    special.keys = [3]
    var deletion = MemoryDeletion()
    deletion.delete([1], nodes)
    #expect(deletion.plan.deleted == [0: [1, 2, 3], 1: [30]])
    #expect(deletion.plan.cascaded.map(\.entity.name) == ["Node", "Special", "Wheel"])
  }

  @Test func aChainOfAnyDepthNeedsNoRecursion() throws {
    let depth: Int64 = 10_000
    let next = nodes.relate("next", to: nodes, .cascade)
    for key in 1..<depth { next.related[key] = [key + 1] }
    var deletion = MemoryDeletion()
    deletion.delete([1], nodes)
    #expect(deletion.plan.deleted[0]?.count == Int(depth))
    #expect(deletion.plan.rows.count == Int(depth))
  }

  @Test func rulesDecideTheEffects() throws {
    let others = makeEntity("Other", tree: 1)
    let rules: [RelationshipDescription.DeleteRule] = [.cascade, .deny, .nullify, .noAction]
    for rule in rules { nodes.relate("\(rule)", to: others, rule) }
    others.relate("back", to: nodes, .nullify)
    let known = others.relate("known", to: nodes, .nullify)
    known.inverse = nodes.relationships[0]
    let plan = DeletePlan<MemoryEntity>()
    #expect(
      plan.effects(of: nodes).map(\.effect) == [.delete, .deny, .unlink, .keep, .unlinkSources])
    #expect(plan.effects(of: nodes).last?.relationship.name == "back")
    let foreign = DeletePlan<MemoryEntity>(ignoresRules: true)
    #expect(
      foreign.effects(of: nodes).map(\.effect)
        == [.unlink, .unlink, .unlink, .unlink, .unlinkSources])
  }

  @Test func aRestartedPlanDeletesNoRowAgain() throws {
    nodes.relate("next", to: nodes, .cascade).related = [1: [2]]
    var deletion = MemoryDeletion()
    deletion.delete([1], nodes)
    nodes.relationships[0].related[2] = [3]
    deletion.plan.restart()
    deletion.run()
    #expect(deletion.plan.cascaded.flatMap(\.keys) == [2, 3])
  }

  /// For random graphs of several entities, a plan deletes the rows that cascades reach.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func plansDeleteWhatCascadesReach(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: TestRun.seed(seed))
    let entities = (0..<3).map { makeEntity("\($0)", tree: $0) }
    var edges: [(from: [Int64], to: [Int64])] = []
    for (number, entity) in entities.enumerated() {
      for _ in 0..<2 {
        let other = Int.random(in: 0..<3, using: &random)
        let isCascade = Bool.random(using: &random)
        let way = entity.relate("r", to: entities[other], isCascade ? .cascade : .nullify)
        for _ in 0..<20 {
          let key = Int64.random(in: 1...15, using: &random)
          let member = Int64.random(in: 1...15, using: &random)
          way.related[key, default: []].append(member)
          if isCascade { edges.append(([Int64(number), key], [Int64(other), member])) }
        }
      }
    }
    var reached: Set<[Int64]> = [[0, 1], [1, 1]]
    while true {
      let count = reached.count
      for edge in edges where reached.contains(edge.from) { reached.insert(edge.to) }
      if reached.count == count { break }
    }
    var deletion = MemoryDeletion()
    deletion.plan.delete([1], entities[0])
    deletion.delete([1], entities[1])
    let found = deletion.plan.deleted.flatMap { tree, keys in keys.map { [Int64(tree), $0] } }
    #expect(Set(found) == reached, "seed \(seed)")
  }
}

/// An entity without a store.
private final class MemoryEntity: DeletableEntity {
  let name: String
  let deletionTree: Int
  var relationships: [MemoryRelationship] = []
  var incoming: [MemoryRelationship] = []
  /// The keys of the rows of a subentity.
  var keys: Set<Int64> = []
  private var subentities: [MemoryEntity] = []

  func clear() {
    for relationship in relationships { relationship.inverse = nil }
    (relationships, incoming, subentities) = ([], [], [])
  }

  init(_ name: String, tree: Int = 0, parent: MemoryEntity? = nil) {
    self.name = name
    deletionTree = tree
    parent?.subentities.append(self)
  }

  @discardableResult
  func relate(
    _ name: String, to other: MemoryEntity, _ rule: RelationshipDescription.DeleteRule
  ) -> MemoryRelationship {
    let relationship = MemoryRelationship(name, other, rule)
    relationships.append(relationship)
    other.incoming.append(relationship)
    return relationship
  }

  func parts(_ keys: [Int64]) -> [DeletePlan<MemoryEntity>.Rows] {
    let own = keys.filter { key in !subentities.contains { $0.keys.contains(key) } }
    return ([(self, own)] + subentities.map { part in (part, keys.filter(part.keys.contains)) })
      .filter { !$0.1.isEmpty }
  }
}

private final class MemoryRelationship: RuledRelationship {
  let name: String
  let deleteRule: RelationshipDescription.DeleteRule
  var inverse: MemoryRelationship?
  let destination: MemoryEntity
  /// The related rows, by row.
  var related: [Int64: [Int64]] = [:]

  init(
    _ name: String, _ destination: MemoryEntity, _ rule: RelationshipDescription.DeleteRule
  ) {
    self.name = name
    self.destination = destination
    deleteRule = rule
  }
}

/// Carries out a plan among rows in memory.
private struct MemoryDeletion {
  var plan = DeletePlan<MemoryEntity>()
  private var denials: [(entity: MemoryEntity, keys: [Int64])] = []

  /// The rows that deny the deletion.
  var denied: [Int64] { denials.flatMap { plan.remaining($0.keys, $0.entity) } }

  mutating func delete(_ keys: [Int64], _ entity: MemoryEntity) {
    plan.delete(keys, entity)
    run()
  }

  mutating func run() {
    while let (entity, keys) = plan.next() {
      for (relationship, effect) in plan.effects(of: entity) {
        let found = keys.flatMap { relationship.related[$0] ?? [] }
        switch effect {
        case .delete: plan.cascade(to: found, relationship.destination) { $1.parts($0) }
        case .deny: denials.append((relationship.destination, found))
        case .unlink, .keep, .unlinkSources: break
        }
      }
    }
  }
}
