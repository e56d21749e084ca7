import Foundation
import OpenSwiftData
import Testing

/// A fetch has the same results as filtering and sorting an array with the same predicate and
/// order.
@Suite("Queries")
struct QueryTests {
  private static let titles = [
    "", "a", "A", "ä", "ab", "b", "Zebra", "e\u{301}", "é", "note", "K", "\u{212A}", ";", "\u{37E}",
    "`", "\u{1FEF}",
  ]

  private func note(_ code: Int, _ generator: inout SeededGenerator) -> Note {
    let note = Note(code: code, title: Self.titles.randomElement(using: &generator) ?? "")
    note.rating = Int.random(in: 0...2, using: &generator) == 0 ? nil : Double(code % 5) / 2
    note.url = Bool.random(using: &generator) ? nil : "https://example.org/\(code % 3)"
    note.isPinned = Bool.random(using: &generator)
    note.createdAt = Date(timeIntervalSinceReferenceDate: Double(code % 7) * 1.5)
    return note
  }

  private func predicates(_ one: Note, _ generator: inout SeededGenerator) -> [Predicate<Note>?] {
    let (code, title, date, token) = (one.code, one.title, one.createdAt, one.token)
    let (rating, url, codes) = (one.rating, one.url, [one.code, one.code + 3, 7])
    let (yes, no, other, later) = (true, false, one.code + 1, one.createdAt + 2)
    return [
      nil,
      #Predicate { $0.code == code },
      #Predicate { $0.code > code && $0.isPinned },
      #Predicate { $0.title == title || !$0.isPinned },
      #Predicate { $0.title.starts(with: title) },
      #Predicate { $0.title.contains("b") },
      #Predicate { $0.title.localizedStandardContains("A") },
      #Predicate { $0.rating == rating },
      #Predicate { $0.rating == nil },
      #Predicate { ($0.rating ?? 1) >= 1 },
      #Predicate { $0.url == url && $0.code != code },
      #Predicate { $0.createdAt < date },
      #Predicate { $0.token == token },
      #Predicate { codes.contains($0.code) },
      #Predicate { $0.code % 2 == 0 && $0.code * 2 < 60 },
      #Predicate { $0.title.count > 1 },
      #Predicate { $0.code > code ? yes : no },
      #Predicate { $0.code == ($0.isPinned ? code : other) },
      #Predicate { $0.createdAt < ($0.isPinned ? date : later) },
    ]
  }

  /// A statement cached for a text with one spelling must not be used for a text with several.
  @Test(arguments: TestedStore.all)
  func repeatedQueriesFindEverySpelling(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Note.self)
    let context = store.makeContext()
    for (code, title) in Self.titles.enumerated() {
      context.insert(Note(code: code, title: title))
    }
    try context.save()
    for title in ["a"] + Self.titles + Self.titles.reversed() {
      let wanted = Self.titles.indices.filter { Self.titles[$0] == title }
      let equal = FetchDescriptor<Note>(
        predicate: #Predicate { $0.title == title }, sortBy: [SortDescriptor(\.code)])
      #expect(try context.fetch(equal).map(\.code) == wanted, "\(title)")
      let others = #Predicate<Note> { $0.title != title }
      let count = try context.fetch(FetchDescriptor(predicate: others)).count
      #expect(count == Self.titles.count - wanted.count, "\(title)")
    }
  }

  @Test(arguments: TestedStore.all, [UInt64(1), 2, 3])
  func queriesFindWhatMemoryFinds(_ kind: TestedStore, seed: UInt64) throws {
    var generator = SeededGenerator(seed: TestRun.seed(seed))
    let store = try TestStore(kind, for: Note.self)
    do {
      let context = store.makeContext()
      for code in 0..<60 { context.insert(note(code, &generator)) }
      try context.save()
    }
    let context = store.makeContext()
    let all = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)]))
    #expect(all.map(\.code) == Array(0..<60))
    for note in all.shuffled(using: &generator).prefix(TestRun.count(20, atLeast: 3)) {
      for (number, predicate) in predicates(note, &generator).enumerated() {
        let wanted = try all.filter { try predicate?.evaluate($0) ?? true }.map(\.code)
        var descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.code)])
        let place: Comment = "predicate \(number), note \(note.code), \(TestRun.comment)"
        #expect(try context.fetch(descriptor).map(\.code) == wanted, place)
        #expect(try context.fetchCount(descriptor) == wanted.count, place)
        let offset = Int.random(in: 0...10, using: &generator)
        let limit = Int.random(in: 0...10, using: &generator)
        (descriptor.fetchOffset, descriptor.fetchLimit) = (offset, limit)
        let page = Array(wanted.dropFirst(offset).prefix(limit))
        #expect(try context.fetch(descriptor).map(\.code) == page, place)
        #expect(try context.fetchCount(descriptor) == page.count, place)
        #expect(try context.fetchIdentifiers(descriptor).count == page.count, place)
      }
    }
  }

  @Test(arguments: TestedStore.all)
  func queriesSortAsMemoryDoes(_ kind: TestedStore) throws {
    var generator = SeededGenerator(seed: TestRun.seed(4))
    let store = try TestStore(kind, for: Note.self)
    let notes = (0..<60).map { note($0, &generator) }
    let context = store.makeContext()
    for note in notes { context.insert(note) }
    try context.save()
    let orders: [[SortDescriptor<Note>]] = [
      [SortDescriptor(\.rating), SortDescriptor(\.code, order: .reverse)],
      [SortDescriptor(\.title, comparator: .lexical), SortDescriptor(\.code)],
      [SortDescriptor(\.title, order: .reverse), SortDescriptor(\.code)],
      [
        SortDescriptor(\.createdAt, order: .reverse), SortDescriptor(\.url), SortDescriptor(\.code),
      ],
    ]
    for (number, order) in orders.enumerated() {
      let wanted = notes.sorted(using: order).map(\.code)
      let found = try store.makeContext().fetch(FetchDescriptor<Note>(sortBy: order))
      #expect(found.map(\.code) == wanted, "order \(number)")
    }
  }

  @Test(arguments: TestedStore.all)
  func predicatesFollowRelationships(_ kind: TestedStore) throws {
    let store = try TestStore(kind, GraphSchema.models)
    do {
      let context = store.makeContext()
      for (name, titles) in [("Alps", ["a", "b"]), ("Coast", ["c"]), ("Moor", [])] {
        let trip = Trip(name: name)
        context.insert(trip)
        trip.items = titles.map { Item(title: $0) }
      }
      context.insert(Item(title: "free"))
      try context.save()
    }
    let context = store.makeContext()
    func items(_ predicate: Predicate<Item>) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.title)]))
        .map(\.title)
    }
    func trips(_ predicate: Predicate<Trip>) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)]))
        .map(\.name)
    }
    #expect(try items(#Predicate { $0.trip?.name == "Alps" }) == ["a", "b"])
    #expect(try items(#Predicate { $0.trip == nil }) == ["free"])
    #expect(try trips(#Predicate { $0.items.isEmpty }) == ["Moor"])
    #expect(try trips(#Predicate { $0.items.count > 1 }) == ["Alps"])
    #expect(try trips(#Predicate { $0.items.contains { $0.title == "c" } }) == ["Coast"])
    let coast = try #require(
      try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Coast" })).first
    ).persistentModelID
    #expect(try trips(#Predicate { $0.persistentModelID == coast }) == ["Coast"])
    #expect(try items(#Predicate { $0.trip?.persistentModelID == coast }) == ["c"])
  }
}
