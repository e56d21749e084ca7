import OpenSwiftData
import Testing

/// In-place edits of to-many arrays always update the inverse relationships of the members.
@Suite("Edits of members")
struct MemberEditTests {
  /// A trip with items, and another trip.
  private struct Run {
    let store: TestStore
    let context: ModelContext
    let trip: Trip
    let other: Trip
    /// The expected items of the trip.
    var expected: [Item]
    /// Items that were removed.
    var former: [Item] = []
    var random: SeededGenerator

    init(_ store: TestStore, count: Int, seed: UInt64, isSaved: Bool = true) throws {
      self.store = store
      context = store.makeContext()
      (trip, other) = (Trip(name: "Alps"), Trip(name: "Sea"))
      expected = (0..<count).map { Item(title: "\($0)") }
      trip.items = expected
      other.items = (0..<30).map { Item(title: "other \($0)") }
      context.insert(trip)
      context.insert(other)
      if isSaved { try context.save() }
      random = SeededGenerator(seed: seed)
    }

    mutating func place() -> Int { expected.indices.randomElement(using: &random) ?? 0 }

    /// Random items: new ones, items of the other trip, removed ones, and current members.
    mutating func items(_ count: Int) -> [Item] {
      (0..<count).map { _ in
        switch Int.random(in: 0..<6, using: &random) {
        case 0: other.items.randomElement(using: &random) ?? Item(title: "new")
        case 1: former.randomElement(using: &random) ?? Item(title: "new")
        case 2: expected.randomElement(using: &random) ?? Item(title: "new")
        default: Item(title: "new")
        }
      }
    }

    /// Sets the expected items; removes duplicates.
    mutating func expect(_ items: [Item]) {
      var seen: Set<ObjectIdentifier> = []
      let wanted = items.filter { seen.insert(ObjectIdentifier($0)).inserted }
      former = expected.filter { !seen.contains(ObjectIdentifier($0)) } + former.suffix(20)
      former.removeAll { seen.contains(ObjectIdentifier($0)) }
      expected = wanted
    }

    /// Applies the same edit to the model's array and to the expected one.
    mutating func edit(_ body: (inout [Item]) -> Void) {
      var wanted = expected
      body(&wanted)
      body(&trip.items)
      expect(wanted)
    }

    /// Compares the models in memory.
    func check(_ step: String) {
      #expect(trip.items.elementsEqual(expected, by: ===), "\(step)")
      let strangers = expected.filter { $0.trip !== trip || $0.modelContext !== context }
      #expect(strangers.isEmpty, "\(step): \(strangers.map(\.title))")
      let followers = former.filter { $0.trip === trip }
      #expect(followers.isEmpty, "\(step): \(followers.map(\.title))")
      let torn = other.items.filter { $0.trip !== other }
      #expect(torn.isEmpty, "\(step): \(torn.map(\.title))")
    }

    /// Saves and compares the stored models.
    func checkStore(_ step: String) throws {
      try context.save()
      let reader = try store.makeReopenedContext()
      let found = try reader.fetch(
        FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Alps" }))
      #expect(found.first?.items.map(\.title) == expected.map(\.title), "\(step)")
      let stored = found.first?.items.map(\.persistentModelID)
      #expect(stored == expected.map(\.persistentModelID), "\(step)")
    }
  }

  private enum Kind: CaseIterable {
    case append, appendSeveral, insert, insertSeveral, removeFirst, removeLast, popLast, remove
    case removeWhere, removeRange, replaceRange, set, swap, sort, reverse, append2, mixed, mixedBack
    case targetOff, targetOn, whole, nothing
  }

  private func perform(_ kind: Kind, _ run: inout Run) {
    guard !run.expected.isEmpty || [.append, .appendSeveral, .whole].contains(kind) else { return }
    switch kind {
    case .append, .appendSeveral, .append2: append(kind, &run)
    case .insert, .insertSeveral, .set, .replaceRange: replace(kind, &run)
    case .removeFirst, .removeLast, .popLast, .remove, .removeWhere, .removeRange:
      remove(kind, &run)
    case .swap, .sort, .reverse, .nothing: reorder(kind, &run)
    case .mixed, .mixedBack, .targetOff, .targetOn, .whole: change(kind, &run)
    }
  }

  private func append(_ kind: Kind, _ run: inout Run) {
    let items = run.items(kind == .append ? 1 : 5)
    run.edit { if kind == .append2 { $0.append(contentsOf: items) } else { $0 += items } }
  }

  private func replace(_ kind: Kind, _ run: inout Run) {
    let (place, items) = (run.place(), run.items(kind == .insert || kind == .set ? 1 : 3))
    run.edit {
      switch kind {
      case .set: $0[place] = items[0]
      case .replaceRange:
        $0.replaceSubrange(place..<min(place + 2, $0.count), with: items)
      default: $0.insert(contentsOf: items, at: place)
      }
    }
  }

  private func remove(_ kind: Kind, _ run: inout Run) {
    let place = run.place()
    let gone = Set((0..<3).map { _ in ObjectIdentifier(run.expected[run.place()]) })
    run.edit {
      switch kind {
      case .removeFirst: $0.removeFirst()
      case .removeLast: $0.removeLast(min(2, $0.count))
      case .popLast: _ = $0.popLast()
      case .remove: $0.remove(at: place)
      case .removeWhere: $0.removeAll { gone.contains(ObjectIdentifier($0)) }
      default: $0.removeSubrange(place..<min(place + 3, $0.count))
      }
    }
  }

  private func reorder(_ kind: Kind, _ run: inout Run) {
    let (first, second) = (run.place(), run.place())
    run.edit {
      switch kind {
      case .swap: $0.swapAt(first, second)
      case .sort: $0.sort { $0.title < $1.title }
      case .reverse: $0.reverse()
      default: break
      }
    }
  }

  private func change(_ kind: Kind, _ run: inout Run) {
    let (place, items) = (run.place(), run.items(2))
    switch kind {
    case .mixed:
      // Several changes in one access.
      run.edit {
        $0.append(items[0])
        if !items.dropFirst().contains(where: { $0 === items[0] }) { $0[place] = items[1] }
      }
    case .mixedBack:
      run.edit {
        $0[place] = items[0]
        if $0.count > 2 { $0.removeLast() }
      }
    case .targetOff:
      run.expected[place].trip = nil
      run.expect(run.expected.enumerated().filter { $0.offset != place }.map(\.element))
    case .targetOn:
      items[0].trip = run.trip
      run.expect(run.expected + [items[0]])
    default:
      let wanted = Array(run.expected.shuffled(using: &run.random).dropLast()) + items
      run.trip.items = wanted
      run.expect(wanted)
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func smallArraysAndTheirMembersAgree(_ seed: UInt64) throws {
    let store = try TestStore(.memory, GraphSchema.models)
    var run = try Run(
      store, count: Int(seed % 12), seed: seed, isSaved: seed % 3 != 0)
    for step in 0..<40 {
      guard let kind = Kind.allCases.randomElement(using: &run.random) else { return }
      perform(kind, &run)
      run.check("seed \(seed), step \(step): \(kind)")
    }
    try run.checkStore("seed \(seed)")
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func largeArraysAndTheirMembersAgree(_ seed: UInt64) throws {
    let store = try TestStore(.memory, GraphSchema.models)
    var run = try Run(
      store, count: [600, 1_030, 2_500, 5_000][Int(seed) - 1], seed: seed)
    for step in 0..<40 {
      guard let kind = Kind.allCases.randomElement(using: &run.random) else { return }
      perform(kind, &run)
      if step % 4 == 3 || kind == .mixed { _ = run.context.changedModelsArray }
      if step % 4 == 3 { run.check("seed \(seed), step \(step): \(kind)") }
    }
    try run.checkStore("seed \(seed)")
  }

  /// Replaces one member and appends another in the same access; for large arrays, the library then
  /// compares only some members.
  private func exchange(_ run: inout Run, at place: Int) -> (old: Item, new: Item, last: Item) {
    let (old, new, last) = (run.expected[place], Item(title: "new"), Item(title: "last"))
    run.edit {
      $0[place] = new
      $0.append(last)
    }
    return (old, new, last)
  }

  @Test func replacementsBesideAppendsReachTheMembers() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    for place in [0, 1_700, 2_345, 4_999] {
      var run = try Run(store, count: 5_000, seed: 1)
      let (old, new, last) = exchange(&run, at: place)
      #expect(last.trip === run.trip)
      #expect(old.trip == nil)
      #expect(new.trip === run.trip)
      #expect(new.modelContext === run.context)
      run.context.rollback()
    }
  }

  @Test func replacementsBesideAppendsAreSavedAndCounted() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    var run = try Run(store, count: 5_000, seed: 1)
    _ = exchange(&run, at: 2_345)
    let count = try run.context.fetchCount(FetchDescriptor<Item>())
    #expect(count == 5_000 + 30 + 2)
    let (old, _, _) = exchange(&run, at: 1_234)
    try run.checkStore("saved")
    #expect(old.trip == nil)
    run.check("saved")
  }

  @Test func replacementsBesideAppendsAreUndone() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    var run = try Run(store, count: 5_000, seed: 1)
    let before = run.expected
    let manager = UndoManager()
    run.context.undoManager = manager
    _ = exchange(&run, at: 2_345)
    manager.undo()
    run.expect(before)
    run.check("undone")
    #expect(run.context.insertedModelsArray.isEmpty)
    manager.redo()
    let titles: [String] = run.trip.items.map(\.title)
    #expect(titles.filter { ["new", "last"].contains($0) }.count == 2)
    try run.context.save()
    let count = try store.makeContext().fetchCount(
      FetchDescriptor<Item>(predicate: #Predicate { $0.trip?.name == "Alps" }))
    #expect(count == 5_001)
  }

  @Test(arguments: [10, 3_000])
  func changesBeforeAnErrorCount(_ count: Int) throws {
    struct Stop: Error {}
    func append(_ items: inout [Item], _ item: Item) throws {
      items.append(item)
      items.removeFirst()
      throw Stop()
    }
    var run = try Run(try TestStore(.memory, GraphSchema.models), count: count, seed: 1)
    let item = Item(title: "late")
    #expect(throws: Stop.self) { try append(&run.trip.items, item) }
    run.expect(Array(run.expected.dropFirst()) + [item])
    run.check("thrown")
    try run.checkStore("thrown")
  }

  @Test(arguments: [10, 3_000])
  func readsDuringAChangeSeeTheFormerValues(_ count: Int) throws {
    var run = try Run(try TestStore(.memory, GraphSchema.models), count: count, seed: 1)
    let trip = run.trip
    trip.items.append(Item(title: trip.name))
    run.expect(trip.items)
    trip.items.removeAll { $0.trip !== trip || $0.title == "3" || $0.title == trip.name }
    run.expect(run.expected.filter { $0.title != "3" && $0.title != "Alps" })
    run.check("read")
    trip.items.sort { ($0.trip?.name ?? "", $0.title) < ($1.trip?.name ?? "", $1.title) }
    run.expect(run.expected.sorted { $0.title < $1.title })
    run.check("sorted")
  }

  @Test(arguments: [10, 3_000])
  func unidirectionalAndManyToManyEditsAreSaved(_ count: Int) throws {
    let store = try TestStore(.memory, GraphSchema.models)
    let context = store.makeContext()
    let (trip, post) = (Trip(name: "Alps"), Post(title: "p"))
    context.insert(trip)
    context.insert(post)
    trip.notes = (0..<count).map { Remark(text: "\($0)") }
    post.tags = (0..<count).map { Tag(label: "\($0)") }
    try context.save()
    let tag = post.tags[1]
    trip.notes?.remove(at: 1)
    trip.notes?.append(Remark(text: "new"))
    trip.notes?.removeLast()
    trip.notes?.append(Remark(text: "last"))
    post.tags.remove(at: 1)
    post.tags.append(Tag(label: "last"))
    #expect(tag.posts.isEmpty)
    #expect(post.tags.last?.posts.first === post)
    try context.save()
    let reader = try store.makeReopenedContext()
    let wanted = ((0..<count).filter { $0 != 1 }.map(String.init)) + ["last"]
    #expect(try reader.fetch(FetchDescriptor<Trip>()).first?.notes?.map(\.text) == wanted)
    #expect(try reader.fetch(FetchDescriptor<Post>()).first?.tags.map(\.label) == wanted)
  }

  @Test func deletedUnsavedModelsLeaveAllArrays() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    let context = store.makeContext()
    let post = Post(title: "p")
    context.insert(post)
    post.tags = (0..<2_000).map { Tag(label: "\($0)") }
    for tag in post.tags where tag.label != "7" { context.delete(tag) }
    #expect(post.tags.map(\.label) == ["7"])
    try context.save()
    #expect(try store.makeContext().fetch(FetchDescriptor<Tag>()).map(\.label) == ["7"])
  }

  @Test func aRolledBackModelMayBeInsertedAgain() throws {
    let store = try TestStore(.memory, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "Alps")
    context.insert(trip)
    trip.items.append(Item(title: "a"))
    context.rollback()
    trip.items = [Item(title: "b")]
    context.insert(trip)
    trip.items.append(Item(title: "c"))
    trip.items.removeFirst()
    try context.save()
    #expect(trip.items.map(\.title) == ["c"])
    let kept = try store.makeContext().fetch(
      FetchDescriptor<Item>(predicate: #Predicate { $0.trip?.name == "Alps" }))
    #expect(kept.map(\.title) == ["c"])
  }
}
