import Foundation
import OpenSwiftData
import StoreTesting
import Testing

@Suite("Ranked searches")
struct TextSearchRankingTests {
  private func filled() throws -> SearchStore {
    let store = try SearchStore()
    try store.insert(
      Landscape("Castle", "castle castle", size: 1),
      Landscape("A long title that mentions a castle once among many other words", size: 2),
      Landscape("Mill", "near the castle", size: 3), Landscape("River", size: 4))
    return store
  }

  @Test func bestMatchesComeFirst() throws {
    let store = try filled()
    let hits = try store.context.search("castle", in: FetchDescriptor<Landscape>())
    #expect(hits.map(\.model.size).first == 1)
    #expect(Set(hits.map(\.model.size)) == [1, 2, 3])
    let scores = hits.compactMap(\.score)
    #expect(scores.count == 3)
    #expect(scores == scores.sorted(by: >))
    #expect(scores.allSatisfy { $0 > 0 })
    #expect(try store.context.searchCount("castle", in: FetchDescriptor<Landscape>()) == 3)
  }

  @Test func oneStatementRanksFiltersAndLimits() throws {
    let store = try filled()
    var descriptor = FetchDescriptor<Landscape>(predicate: #Predicate { $0.size < 3 })
    descriptor.fetchLimit = 1
    let texts = try statements(in: store.container) {
      let hits = try store.context.search("castle", in: descriptor)
      #expect(hits.map(\.model.size) == [1])
    }
    #expect(texts.count == 1)
    descriptor.fetchOffset = 1
    #expect(try store.context.search("castle", in: descriptor).map(\.model.size) == [2])
    #expect(try store.context.searchCount("castle", in: descriptor) == 1)
  }

  @Test func weightsIncreaseTheScoreOfTexts() throws {
    let store = try SearchStore()
    try store.insert(
      Landscape("mill", "castle castle castle", size: 1),
      Landscape("castle", "mill mill mill", size: 2))
    func first(_ weights: [PartialKeyPath<Landscape>: Double]) throws -> Int? {
      try store.context.search("castle", in: FetchDescriptor<Landscape>(), weights: weights)
        .first?.model.size
    }
    #expect(try first([\.title: 10]) == 2)
    #expect(try first([\.notes: 10]) == 1)
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try first([\.size: 1]) }
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try first([\.title: .nan]) }
  }

  @Test func unsavedModelsComeFirstWithoutDeletedOnes() throws {
    let store = try filled()
    let models = try store.context.fetch(FetchDescriptor<Landscape>(sortBy: [.init(\.size)]))
    models[3].notes = "now with a castle"
    models[2].notes = nil
    store.context.delete(models[0])
    store.context.insert(Landscape("Castle ruin", size: 0))
    var descriptor = FetchDescriptor<Landscape>(sortBy: [.init(\.size)])
    let hits = try store.context.search("castle", in: descriptor)
    #expect(hits.map(\.model.size) == [0, 4, 2])
    #expect(hits.map { $0.score == nil } == [true, true, false])
    descriptor.fetchLimit = 1
    descriptor.fetchOffset = 2
    #expect(try store.context.search("castle", in: descriptor).map(\.model.size) == [2])
    #expect(try store.context.searchCount("castle", in: FetchDescriptor<Landscape>()) == 3)
    var stored = FetchDescriptor<Landscape>()
    stored.includePendingChanges = false
    #expect(try Set(store.context.search("castle", in: stored).map(\.model.title)).count == 3)
  }

  @Test func equalMatchesFollowTheOrderOfTheDescriptor() throws {
    let store = try SearchStore()
    for size in [3, 1, 2] { try store.insert(Landscape("castle", size: size)) }
    func sizes(_ text: String, _ order: SortOrder) throws -> [Int] {
      try store.context.search(
        text, in: FetchDescriptor<Landscape>(sortBy: [SortDescriptor(\.size, order: order)])
      ).map(\.model.size)
    }
    #expect(try sizes("castle", .forward) == [1, 2, 3])
    #expect(try sizes("castle", .reverse) == [3, 2, 1])
    // Searches without a term to rank by.
    #expect(try sizes("", .forward) == [1, 2, 3])
    #expect(try sizes("-mill", .reverse) == [3, 2, 1])
  }

  @Test func predicatesWithoutAStatementAreEvaluatedInMemory() throws {
    let store = try filled()
    let sizes: Set<Int> = [2, 3]
    let descriptor = FetchDescriptor<Landscape>(
      predicate: #Predicate { $0.notes?.matchesText("near") != true && sizes.contains($0.size) })
    #expect(try store.context.search("castle", in: descriptor).map(\.model.size) == [2])
  }

  @Test func searchesSortAndFilterByRelatedModels() throws {
    let store = try SearchStore([SearchStore.everyText(), TextIndex(\Sight.name)])
    let models = try store.insert(Landscape("B", size: 2), Landscape("A", size: 1), Landscape("C"))
    defer { withExtendedLifetime(models) {} }
    for landscape in models { store.context.insert(Sight("round tower", in: landscape)) }
    store.context.insert(Sight("bridge", in: models[0]))
    try store.context.save()
    let descriptor = FetchDescriptor<Sight>(
      predicate: #Predicate { ($0.landscape?.size ?? 0) > 0 },
      sortBy: [SortDescriptor(\.landscape?.title)])
    var found: [String?] = []
    let count = try countStatements(in: store.container) {
      found = try store.context.search("tower", in: descriptor).map(\.model.landscape?.title)
    }
    #expect(found == ["A", "B"])
    #expect(count == 1, "the landscapes are in memory")
    #expect(try store.context.searchCount("tower", in: descriptor) == 2)
    #expect(try store.context.search("-tower", in: descriptor).map(\.model.name) == ["bridge"])
  }

  @Test func onlyChosenPropertiesAreRead() throws {
    let store = try filled()
    var descriptor = FetchDescriptor<Landscape>()
    descriptor.propertiesToFetch = [\.size]
    let hits = try ModelContext(store.container).search("castle", in: descriptor)
    #expect(hits.first?.model.size == 1)
    #expect(hits.first?.model.title == "Castle")
    #expect(hits.allSatisfy { ($0.score ?? 0) > 0 })
  }

  @Test func hitsReportWhereTermsOccur() throws {
    let store = try SearchStore()
    let long = String(repeating: "Nothing to see here. ", count: 20)
    try store.insert(Landscape("The old castle", long + "Behind it the Castle stands. " + long))
    let hit = try #require(
      try store.context.search("castle", in: FetchDescriptor<Landscape>()).first)
    let title = hit.model.title
    #expect(hit.highlights(in: \.title).map { title[$0] } == ["castle"])
    let snippet = hit.snippet(for: \.notes, length: 60)
    #expect(snippet.highlights.map { snippet.text[$0] } == ["Castle"])
    #expect(snippet.text.hasPrefix("…"))
    #expect(snippet.text.hasSuffix("…"))
    #expect(snippet.text.count <= 62)
    #expect(hit.snippet(for: \.title).text == "The old castle")
    #expect(hit.snippet(for: \.title, length: 6).highlights.count <= 1)
  }

  @Test func snippetsOfAnyTextHaveValidRanges() throws {
    let store = try SearchStore([SearchStore.everyText(.substrings)])
    let texts = ["", "👨‍👩‍👧", "東京タワーの夜景を見る", "e\u{301}e\u{301}e\u{301} castle", "castle"]
    for text in texts { try store.insert(Landscape(text, String(repeating: text + " ", count: 9))) }
    for query in ["", "京", "タワー", "castle", "\u{301}"] {
      for hit in try store.context.search(query, in: FetchDescriptor<Landscape>()) {
        for length in [-1, 0, 1, 2, 5, 12, 1_000] {
          let snippet = hit.snippet(for: \.notes, length: length)
          #expect(snippet.text.count <= max(1, length) + 2)
          for range in snippet.highlights { _ = snippet.text[range] }
        }
      }
    }
  }

  @Test func rankingWithoutAnIndexIsRefused() throws {
    let store = try SearchStore(nil)
    #expect(throws: SwiftDataError.unsupportedModel) {
      try store.context.search("castle", in: FetchDescriptor<Landscape>())
    }
    #expect(try store.context.searchCount("castle", in: FetchDescriptor<Landscape>()) == 0)
  }
}
