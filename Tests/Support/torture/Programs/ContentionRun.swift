import OpenSwiftData
import StoreTesting

/// Runs programs on two contexts that change and save the same graph.
///
/// It does not check which of two changes of the same property wins. But after every save the file
/// must be consistent, and the ends of relationships must agree in every context that has fetched
/// again. A context that has saved and fetched must see the same as any other.
final class ContentionRun {
  private let store: TestStore
  private let watch: HistoryWatch?
  private let runs: [GraphRun]
  private var lastNumber = 0

  init(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    self.store = store
    watch = try store.url.map { try HistoryWatch($0, Kind.types) }
    runs = try [store.makeContext(), store.makeReopenedContext()].map { context in
      let run = GraphRun(store, context, NaiveGraph())
      run.isComparing = false
      return run
    }
  }

  /// Performs a step in one of the contexts.
  func perform(_ step: Step) throws {
    let run = runs[step.choice.3 >> 12 & 1]
    run.lastNumber = lastNumber
    defer { lastNumber = run.lastNumber }
    switch step.action {
    case .save: try save(run)
    case .rollback:
      run.context.rollback()
      try catchUp(run)
    case .fetch, .otherContext: try catchUp(run)
    case .keep, .reopen, .outlive, .compare: break
    case .letGo: run.letGo()
    default: try run.perform(step)
    }
  }

  /// Saves in both contexts.
  func finish() throws {
    for run in runs { try save(run) }
    for run in runs { try catchUp(run) }
  }

  private func save(_ run: GraphRun) throws {
    do {
      try run.context.save()
    } catch SwiftDataError.modelValidationFailure {
      run.context.rollback()
    }
    try watch?.check()
    if let url = store.url { try StoreChecker(url, Kind.types, history: .whole).check() }
    try catchUp(run)
  }

  /// Fetches again and checks the result.
  private func catchUp(_ run: GraphRun) throws {
    try run.relearn()
    let fresh = GraphRun(store, store.makeContext(), NaiveGraph())
    try fresh.relearn()
    if run.context.hasChanges {
      try run.memory.checkAgreement(beside: fresh.memory)
    } else {
      try run.memory.compare(with: fresh.memory)
    }
  }
}

extension GraphRun {
  /// Fetches everything and adopts it as the expected state.
  func relearn() throws {
    (held, identifiers) = ([:], [:])
    try refetch()
    var graph = NaiveGraph()
    for (number, model) in held {
      graph.insert(number, kind(of: model))
      for relation in kind(of: model).relations {
        graph.see(number, relation, as: RelationAccess.of(relation).read(model).map(\.number))
      }
      graph.update(number) {
        $0.text = model.text
        $0.image = (model as? Book)?.image?.count
        $0.code = (model as? Subject)?.code ?? 0
        $0.isStored = identifiers[number] != nil
      }
    }
    memory = graph
  }

  private func kind(of model: any GraphModel) -> Kind {
    Kind.allCases.first { $0.type == type(of: model) } ?? .shelf
  }

  /// Adopts the related models that a model shows.
  func relearn(_ number: Int) throws {
    let live = try model(number)
    for relation in memory[number]?.kind.relations ?? [] {
      memory.see(number, relation, as: RelationAccess.of(relation).read(live).map(\.number))
    }
  }
}

extension NaiveGraph {
  /// Checks that both ends of relationships agree, including unsaved changes.
  ///
  /// Models that another context deleted may still be related here, and one-to-one partners may
  /// differ elsewhere: the save resolves that.
  fileprivate func checkAgreement(beside stored: NaiveGraph) throws {
    func isThere(_ number: Int) -> Bool {
      nodes[number].map { !$0.isStored || stored[number] != nil } ?? false
    }
    for (number, node) in nodes where isThere(number) {
      for (relation, members) in node.ends {
        if Set(members).count < members.count {
          throw Mismatch("\(node.kind) \(number).\(relation) has members twice: \(members)")
        }
        guard let inverse = relation.inverse, relation.isToMany || inverse.isToMany else {
          continue
        }
        for member in members where isThere(member) && !ends(member, inverse).contains(number) {
          throw Mismatch(
            "\(node.kind) \(number).\(relation) has \(member), whose \(inverse) has "
              + "\(ends(member, inverse))")
        }
      }
    }
  }

  fileprivate func compare(with other: NaiveGraph) throws {
    let numbers = nodes.keys.sorted()
    guard numbers == other.nodes.keys.sorted() else {
      throw Mismatch("the context has \(numbers), the store \(other.nodes.keys.sorted())")
    }
    for number in numbers where nodes[number] != other.nodes[number] {
      throw Mismatch(
        """
        node \(number) differs; in the context: \(nodes[number], default: ""); in the store: \
        \(other.nodes[number], default: "")
        """)
    }
  }
}
