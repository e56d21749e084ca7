/// A graph of plain values that follows the same rules as a context's graph, written to be
/// obviously correct.
struct NaiveGraph {
  struct Node: Equatable {
    let kind: Kind
    var text = ""
    var image: Int?
    var code = 0
    /// The related nodes, by relationship.
    var ends: [Relation: [Int]] = [:]
    /// To-many relationships whose order was not observed since a member was added through the
    /// inverse.
    var unseen: Set<Relation> = []
    var isStored = false
    /// Whether the next save deletes it.
    var isDeleted = false

    init(_ kind: Kind) { self.kind = kind }
  }

  private(set) var nodes: [Int: Node] = [:]

  subscript(_ number: Int) -> Node? { nodes[number] }

  /// The numbers of all nodes of a kind, oldest first.
  func numbers(_ kind: Kind) -> [Int] {
    nodes.filter { $0.value.kind == kind }.keys.sorted()
  }

  func ends(_ number: Int, _ relation: Relation) -> [Int] { nodes[number]?.ends[relation] ?? [] }

  /// Whether all related nodes exist, and no node belongs to two owners if it can only belong to
  /// one.
  var isWhole: Bool {
    nodes.values.allSatisfy { $0.ends.values.joined().allSatisfy { nodes[$0] != nil } }
      && Relation.toMany.allSatisfy { relation in
        guard relation.inverse == nil else { return true }
        let members = numbers(relation.owner).flatMap { ends($0, relation) }
        return Set(members).count == members.count
      }
  }

  mutating func insert(_ number: Int, _ kind: Kind) { nodes[number] = Node(kind) }

  mutating func update(_ number: Int, _ body: (inout Node) -> Void) {
    if var node = nodes[number] {
      body(&node)
      nodes[number] = node
    }
  }

  /// Copies the state of a node, or its absence, from another graph.
  mutating func copy(_ number: Int, from other: NaiveGraph) { nodes[number] = other.nodes[number] }
}

extension NaiveGraph {
  /// Links two nodes, and removes links that cannot exist at the same time.
  mutating func link(_ owner: Int, _ relation: Relation, _ member: Int) {
    guard !ends(owner, relation).contains(member) else { return }
    if !relation.isToMany {
      for old in ends(owner, relation) { unlink(owner, relation, old) }
    }
    if let inverse = relation.inverse {
      if !inverse.isToMany {
        for old in ends(member, inverse) { unlink(member, inverse, old) }
      }
    } else if relation.isToMany {
      // Members without an inverse belong to one owner.
      for other in numbers(relation.owner) { unlink(other, relation, member) }
    }
    update(owner) { $0.ends[relation, default: []].append(member) }
    guard let inverse = relation.inverse, !ends(member, inverse).contains(owner) else { return }
    update(member) {
      $0.ends[inverse, default: []].append(owner)
      if inverse.isToMany { $0.unseen.insert(inverse) }
    }
  }

  mutating func unlink(_ owner: Int, _ relation: Relation, _ member: Int) {
    update(owner) { $0.ends[relation]?.removeAll { $0 == member } }
    if let inverse = relation.inverse {
      update(member) { $0.ends[inverse]?.removeAll { $0 == owner } }
    }
  }

  /// Sets the target of a to-one relationship.
  mutating func assign(_ owner: Int, _ relation: Relation, _ target: Int?) {
    if let target { return link(owner, relation, target) }
    for old in ends(owner, relation) { unlink(owner, relation, old) }
  }

  /// Sets the members of a to-many relationship; repeated members count once.
  mutating func assign(_ owner: Int, _ relation: Relation, members: [Int]) {
    var unique: [Int] = []
    for member in members where !unique.contains(member) { unique.append(member) }
    for old in ends(owner, relation) where !unique.contains(old) { unlink(owner, relation, old) }
    for member in unique { link(owner, relation, member) }
    update(owner) {
      $0.ends[relation] = unique
      $0.unseen.remove(relation)
    }
  }

  /// Adopts the order of members that a live model shows.
  mutating func see(_ owner: Int, _ relation: Relation, as members: [Int]) {
    update(owner) {
      $0.ends[relation] = members
      $0.unseen.remove(relation)
    }
  }

  /// Removes a node from the graph and from all relationships.
  mutating func remove(_ number: Int) {
    for relation in Relation.allCases {
      for owner in numbers(relation.owner) where ends(owner, relation).contains(number) {
        update(owner) { $0.ends[relation]?.removeAll { $0 == number } }
      }
    }
    nodes[number] = nil
  }

  /// Deletes a node: with the next save, or immediately if it was never saved.
  mutating func delete(_ number: Int) {
    guard nodes[number]?.isStored == false else {
      return update(number) { $0.isDeleted = true }
    }
    let taken = cascade(from: number)
    remove(number)
    for other in taken { delete(other) }
  }

  /// The nodes that the delete rules of a node also delete.
  private func cascade(from number: Int) -> [Int] {
    guard let node = nodes[number] else { return [] }
    return node.kind.relations.filter { $0.rule == .cascade }.flatMap { ends(number, $0) }
  }
}

extension NaiveGraph {
  /// The result of a save.
  enum SaveResult {
    case denied
    /// - Parameters:
    ///   - gone: The nodes that the save deleted.
    ///   - replaced: The nodes whose rows another node replaced.
    case saved(gone: Set<Int>, replaced: Set<Int>)
  }

  /// The nodes that the next save deletes: those that the user deleted, and those that delete rules
  /// add.
  var doomed: Set<Int> {
    var doomed = Set(nodes.filter(\.value.isDeleted).keys)
    var waiting = Array(doomed)
    while let next = waiting.popLast() {
      for other in cascade(from: next) where doomed.insert(other).inserted { waiting.append(other) }
    }
    return doomed
  }

  mutating func save() -> SaveResult {
    let deletedByUser = Set(nodes.filter(\.value.isDeleted).keys)
    let doomed = self.doomed
    for number in doomed {
      for relation in nodes[number]?.kind.relations ?? [] where relation.rule == .deny {
        if !doomed.isSuperset(of: ends(number, relation)) { return .denied }
      }
    }
    let replaced = mergeSubjects(without: deletedByUser)
    for number in doomed { remove(number) }
    for number in nodes.keys { update(number) { $0.isStored = true } }
    return .saved(gone: doomed, replaced: replaced)
  }

  /// Replaces subjects with new ones that have the same code.
  private mutating func mergeSubjects(without deleted: Set<Int>) -> Set<Int> {
    let subjects = numbers(.subject).filter { !deleted.contains($0) }
    var holders: [Int: Int] = [:]
    var replaced: Set<Int> = []
    for stored in subjects where nodes[stored]?.isStored == true {
      holders[nodes[stored]?.code ?? 0] = stored
    }
    for new in subjects where nodes[new]?.isStored == false {
      let code = nodes[new]?.code ?? 0
      if let old = holders[code] {
        replaceSubject(old, by: new)
        replaced.insert(old)
      }
      holders[code] = new
    }
    return replaced
  }

  /// The new subject keeps its own values, and has the relationships of both.
  private mutating func replaceSubject(_ old: Int, by new: Int) {
    for book in ends(old, .subjectBooks) {
      link(new, .subjectBooks, book)
      update(book) { $0.unseen.insert(.bookSubjects) }
    }
    update(new) { $0.unseen.insert(.subjectBooks) }
    for book in ends(new, .subjectBooks) {
      update(book) { $0.unseen.insert(.bookSubjects) }
    }
    remove(old)
  }
}
