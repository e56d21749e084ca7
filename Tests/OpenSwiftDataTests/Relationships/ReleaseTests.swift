import OpenSwiftData
import Testing

/// Counts the created and the released models of a test.
private final class Tally {
  var begun = 0
  var ended = 0
}

/// An object with the lifetime of the model that holds it.
final class LifeMark {
  private let tally: Tally

  fileprivate init(_ tally: Tally) {
    self.tally = tally
    tally.begun += 1
  }

  deinit { tally.ended += 1 }
}

/// A model that forms chains.
protocol ChainModel: PersistentModel {
  init(number: Int)
  var number: Int { get }
  /// The next model of the chain; each class uses another kind of relationship.
  var following: Self? { get set }
  var mark: LifeMark? { get set }
}

@Model final class Bead: ChainModel {
  var number: Int
  @Relationship(deleteRule: .cascade, inverse: \Bead.previous) var following: Bead?
  var previous: Bead?
  @Transient var mark: LifeMark?
  init(number: Int) { self.number = number }
}

@Model final class Pearl: ChainModel {
  var number: Int
  /// A relationship without an inverse.
  var following: Pearl?
  @Transient var mark: LifeMark?
  init(number: Int) { self.number = number }
}

@Model final class Branch: ChainModel {
  var number: Int
  var parent: Branch?
  @Relationship(deleteRule: .cascade, inverse: \Branch.parent) var children: [Branch]?
  @Transient var mark: LifeMark?
  init(number: Int) { self.number = number }

  var following: Branch? {
    get { children?.first }
    set { children = newValue.map { [$0] } }
  }
}

@Model final class Peer: ChainModel {
  var number: Int
  @Relationship(inverse: \Peer.followers) var followed: [Peer] = []
  var followers: [Peer] = []
  @Transient var mark: LifeMark?
  init(number: Int) { self.number = number }

  var following: Peer? {
    get { followed.first }
    set { followed = newValue.map { [$0] } ?? [] }
  }
}

/// Part of a cycle of three classes whose relationships have no inverses.
@Model final class Sun {
  var moon: Moon?
  @Transient var mark: LifeMark?
  init() {}
}

@Model final class Moon {
  var comet: Comet?
  var comets: [Comet] = []
  @Transient var mark: LifeMark?
  init() {}
}

@Model final class Comet {
  var sun: Sun?
  @Transient var mark: LifeMark?
  init() {}
}

@Model final class Wood {
  @Relationship(deleteRule: .cascade, inverse: \Trunk.wood) var trunks: [Trunk] = []
  @Transient var mark: LifeMark?
  init() {}
}

@Model final class Trunk {
  var wood: Wood?
  @Relationship(deleteRule: .cascade, inverse: \Twig.trunk) var twigs: [Twig] = []
  @Transient var mark: LifeMark?
  init() {}
}

@Model final class Twig {
  var trunk: Trunk?
  @Relationship(inverse: \Leaf.twig) var leaves: [Leaf] = []
  @Transient var mark: LifeMark?
  init() {}
}

@Model final class Leaf {
  var twig: Twig?
  @Transient var mark: LifeMark?
  init() {}
}

/// Unreferenced models are released exactly once, no matter how long the chain to them is.
@Suite("Release of graphs")
struct ReleaseTests {
  /// The relationship that links the models of a chain.
  enum Chain: CaseIterable {
    case toOne, toOneWithoutInverse, toMany, manyToMany

    var type: any ChainModel.Type {
      switch self {
      case .toOne: Bead.self
      case .toOneWithoutInverse: Pearl.self
      case .toMany: Branch.self
      case .manyToMany: Peer.self
      }
    }
  }

  private func makeChain<Model: ChainModel>(
    _ type: Model.Type, _ length: Int, _ tally: Tally
  ) -> Model {
    func make(_ number: Int) -> Model {
      let model = Model(number: number)
      model.mark = LifeMark(tally)
      return model
    }
    let head = make(0)
    var last = head
    for number in 1..<length {
      let model = make(number)
      last.following = model
      last = model
    }
    return head
  }

  private func save<Model: ChainModel>(
    _ type: Model.Type, _ length: Int, _ tally: Tally, in store: TestStore
  ) throws {
    let context = store.makeContext()
    context.insert(makeChain(type, length, tally))
    try context.save()
  }

  private func walk<Model: ChainModel>(
    _ type: Model.Type, _ tally: Tally, in store: TestStore
  ) throws {
    let context = store.makeContext()
    var model = try context.fetch(FetchDescriptor<Model>()).first { $0.number == 0 }
    while let current = model {
      current.mark = LifeMark(tally)
      model = current.following
    }
    withExtendedLifetime(context) {}
  }

  @Test(arguments: Chain.allCases, [1, 2, 3, 4, 5, 100, 200_000])
  func chainsThatWereNeverInsertedAreReleased(_ kind: Chain, _ length: Int) {
    let tally = Tally()
    do { _ = makeChain(kind.type, length, tally) }
    #expect(tally.begun == length)
    #expect(tally.ended == length)
  }

  @Test(arguments: Chain.allCases, [5, 20_000])
  func savedChainsAreReleased(_ kind: Chain, _ length: Int) throws {
    let store = try TestStore(.memory, [kind.type])
    let (saved, fetched) = (Tally(), Tally())
    try save(kind.type, length, saved, in: store)
    try walk(kind.type, fetched, in: store)
    for tally in [saved, fetched] {
      #expect(tally.begun == length)
      #expect(tally.ended == length)
    }
  }

  /// While the context exists, only the first model retains the chain.
  @Test(arguments: [Chain.toOneWithoutInverse, .toMany], [5, 20_000])
  func unreferencedSavedChainsAreReleased(_ kind: Chain, _ length: Int) throws {
    let store = try TestStore(.memory, [kind.type])
    let tally = Tally()
    let context = store.makeContext()
    do {
      let head = makeChain(kind.type, length, tally)
      context.insert(head)
      try context.save()
      #expect(tally.ended == 0)
    }
    #expect(tally.ended == length)
    withExtendedLifetime(context) {}
  }

  private func makeLibrary(_ width: Int, _ tally: Tally) -> Wood {
    let wood = Wood()
    wood.mark = LifeMark(tally)
    wood.trunks = (0..<width).map { _ in
      let trunk = Trunk()
      trunk.mark = LifeMark(tally)
      trunk.twigs = (0..<width).map { _ in
        let twig = Twig()
        twig.mark = LifeMark(tally)
        twig.leaves = (0..<width).map { _ in
          let leaf = Leaf()
          leaf.mark = LifeMark(tally)
          return leaf
        }
        return twig
      }
      return trunk
    }
    return wood
  }

  @Test(arguments: [1, 2, 10])
  func madeSavedAndFetchedTreesAreReleased(_ width: Int) throws {
    let store = try TestStore(.memory, for: Wood.self)
    let expected = 1 + width + width * width + width * width * width
    let (made, saved, fetched) = (Tally(), Tally(), Tally())
    do { _ = makeLibrary(width, made) }
    do {
      let context = store.makeContext()
      context.insert(makeLibrary(width, saved))
      try context.save()
    }
    do {
      let context = store.makeContext()
      for wood in try context.fetch(FetchDescriptor<Wood>()) {
        wood.mark = LifeMark(fetched)
        for trunk in wood.trunks {
          trunk.mark = LifeMark(fetched)
          for twig in trunk.twigs {
            twig.mark = LifeMark(fetched)
            for leaf in twig.leaves { leaf.mark = LifeMark(fetched) }
          }
        }
      }
      withExtendedLifetime(context) {}
    }
    for tally in [made, saved, fetched] {
      #expect(tally.begun == expected)
      #expect(tally.ended == expected)
    }
  }

  /// Models on both sides keep snapshots of arrays that were changed in place.
  @Test(arguments: Backend.available)
  func editedManyToManyModelsAreReleased(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Peer.self)
    let tally = Tally()
    do {
      let context = store.makeContext()
      let one = makeChain(Peer.self, 2, tally)
      let two = one.followed[0]
      context.insert(one)
      try context.save()
      one.followed.append(makeChain(Peer.self, 1, tally))
      two.followers.append(makeChain(Peer.self, 1, tally))
    }
    #expect(tally.begun == 4)
    #expect(tally.ended == 4)
  }

  /// Models read after their context was released are released with their owner; others do not
  /// outlive
  /// the context.
  @Test(arguments: Chain.allCases)
  func modelsReadAfterTheContextAreReleased(_ kind: Chain) throws {
    func walk<Model: ChainModel>(_ type: Model.Type, _ store: TestStore) throws {
      let (first, others) = (Tally(), Tally())
      do {
        var head: Model?
        do {
          let context = store.makeContext()
          for model in try context.fetch(FetchDescriptor<Model>()) {
            model.mark = LifeMark(model.number == 0 ? first : others)
            if model.number == 0 { head = model }
          }
        }
        #expect([others.begun, others.ended, first.ended] == [99, 99, 0])
        var model = head
        var count = 0
        while let next = model?.following {
          next.mark = LifeMark(others)
          count += 1
          model = next
        }
        #expect(count == 99)
      }
      #expect([first.ended, others.ended] == [1, others.begun])
    }
    let store = try TestStore(.memory, [kind.type])
    try save(kind.type, 100, Tally(), in: store)
    try walk(kind.type, store)
  }

  /// Deleted models are unlinked from all others.
  @Test(arguments: Chain.allCases)
  func modelsThatASaveDeletesAreReleased(_ kind: Chain) throws {
    func delete<Model: ChainModel>(_ model: Model, in context: ModelContext) {
      context.delete(model)
    }
    let store = try TestStore(.memory, [kind.type])
    let tally = Tally()
    let context = store.makeContext()
    do {
      let head = makeChain(kind.type, 50, tally)
      context.insert(head)
      // The last model references the first one.
      close(head)
      try context.save()
      var next: (any ChainModel)? = head
      for _ in 0..<50 {
        if let model = next {
          next = model.following
          delete(model, in: context)
        }
      }
      try context.save()
    }
    #expect(tally.begun == 50)
    #expect(tally.ended == 50)
    withExtendedLifetime(context) {}
  }

  private func makeSystem(
    _ tally: Tally, isToMany: Bool
  ) -> (sun: Sun, others: [any PersistentModel]) {
    let (sun, moon, comet) = (Sun(), Moon(), Comet())
    (sun.mark, moon.mark, comet.mark) = (LifeMark(tally), LifeMark(tally), LifeMark(tally))
    (sun.moon, comet.sun) = (moon, sun)
    if isToMany { moon.comets = [comet] } else { moon.comet = comet }
    return (sun, [moon, comet])
  }

  /// Models of several classes may form a cycle without inverse relationships.
  @Test(arguments: Backend.available, [false, true])
  func deletedCyclesOfSeveralClassesAreReleased(_ backend: Backend, _ isToMany: Bool) throws {
    func delete<Model: PersistentModel>(_ model: Model, in context: ModelContext) {
      context.delete(model)
    }
    let store = try TestStore(backend, [Sun.self, Moon.self, Comet.self])
    let tally = Tally()
    let context = store.makeContext()
    do {
      let (sun, others) = makeSystem(tally, isToMany: isToMany)
      context.insert(sun)
      try context.save()
      for model in [sun] + others { delete(model, in: context) }
      try context.save()
    }
    #expect(tally.begun == 3)
    #expect(tally.ended == 3)
    withExtendedLifetime(context) {}
  }

  private func close<Model: ChainModel>(_ head: Model) {
    var last = head
    while let next = last.following { last = next }
    last.following = head
  }

  @Test(arguments: Chain.allCases)
  func unsavedModelsThatAreDeletedAreReleased(_ kind: Chain) throws {
    func walk<Model: ChainModel>(_ head: Model, in context: ModelContext) {
      context.insert(head)
      close(head)
      var next: Model? = head
      for _ in 0..<50 {
        guard let model = next else { continue }
        next = model.following
        context.delete(model)
      }
    }
    let store = try TestStore(.memory, [kind.type])
    let tally = Tally()
    let context = store.makeContext()
    do {
      let lone = makeChain(kind.type, 1, tally)
      walk(lone, in: context)
      walk(makeChain(kind.type, 50, tally), in: context)
    }
    // The list of inserted models keeps empty entries until now.
    context.rollback()
    #expect(tally.begun == 51)
    #expect(tally.ended == 51)
    withExtendedLifetime(context) {}
  }

  @Test(arguments: Chain.allCases)
  func modelsThatARollbackDiscardsAreReleased(_ kind: Chain) throws {
    let store = try TestStore(.memory, [kind.type])
    let tally = Tally()
    let context = store.makeContext()
    do {
      let head = makeChain(kind.type, 5_000, tally)
      context.insert(head)
      close(head)
    }
    #expect(tally.ended == 0)
    context.rollback()
    #expect(tally.ended == 5_000)
    withExtendedLifetime(context) {}
  }

  /// Each thread releases its own models.
  @Test func chainsOnSeveralThreadsAreReleased() async {
    let ended = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let tally = Tally()
          for _ in 0..<20 { _ = makeChain(Branch.self, 500, tally) }
          return tally.ended
        }
      }
      return await group.reduce(0, +)
    }
    #expect(ended == 8 * 20 * 500)
  }
}
