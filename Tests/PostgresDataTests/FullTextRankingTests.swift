import Foundation
import OpenSwiftData
import PostgresData
import PostgresTesting
import StoreTesting
import Testing

@Suite("Ranked full-text searches in a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct FullTextRankingTests {
  private let place: SearchPlace

  init() throws { place = try SearchPlace() }

  private func filled(_ tokenizer: TextIndex.Tokenizer = .words) throws -> ModelContext {
    let context = ModelContext(try place.open([SearchPlace.everyText(tokenizer)]))
    try context.insertAndSave(
      Peak("Castle", "castle castle", size: 1),
      Peak("A long title that mentions a castle once among many other words", size: 2),
      Peak("Mill", "near the castle", size: 3), Peak("River", size: 4))
    return context
  }

  @Test(arguments: TextIndex.Tokenizer.allCases)
  func bestMatchesComeFirst(_ tokenizer: TextIndex.Tokenizer) throws {
    let context = try filled(tokenizer)
    let hits = try context.search("castle", in: FetchDescriptor<Peak>())
    #expect(hits.map(\.model.size).first == 1)
    #expect(Set(hits.map(\.model.size)) == [1, 2, 3])
    let scores = hits.compactMap(\.score)
    #expect(scores.count == 3)
    #expect(scores == scores.sorted(by: >))
    #expect(scores.allSatisfy { $0 > 0 })
    #expect(try context.searchCount("castle", in: FetchDescriptor<Peak>()) == 3)
    #expect(hits[0].snippet(for: \.notes, length: 60).highlights.count == 2)
  }

  @Test func oneStatementRanksFiltersAndLimits() throws {
    let context = try filled()
    var descriptor = FetchDescriptor<Peak>(predicate: #Predicate { $0.size < 3 })
    descriptor.fetchLimit = 1
    let texts = try statements(in: context.container) {
      let hits = try context.search("castle", in: descriptor)
      #expect(hits.map(\.model.size) == [1])
    }
    #expect(texts.count == 1)
    descriptor.fetchOffset = 1
    #expect(try context.search("castle", in: descriptor).map(\.model.size) == [2])
    descriptor = FetchDescriptor<Peak>()
    descriptor.propertiesToFetch = [\.size]
    let hits = try ModelContext(context.container).search("castle", in: descriptor)
    #expect(hits.first?.model.title == "Castle")
  }

  @Test(arguments: [TextIndex.Tokenizer.words, .substrings])
  func weightsIncreaseTheScoreOfTexts(_ tokenizer: TextIndex.Tokenizer) throws {
    let context = ModelContext(try place.open([SearchPlace.everyText(tokenizer)]))
    try context.insertAndSave(
      Peak("mill", "castle castle castle", size: 1), Peak("castle", "mill mill mill", size: 2))
    func first(_ weights: [PartialKeyPath<Peak>: Double]) throws -> Int? {
      try context.search("castle", in: FetchDescriptor<Peak>(), weights: weights)
        .first?.model.size
    }
    #expect(try first([\.title: 10]) == 2)
    #expect(try first([\.notes: 10]) == 1)
    #expect(try first([\.notes: -1]) == 2)
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try first([\.size: 1]) }
  }

  @Test func equalMatchesFollowTheOrderOfTheDescriptor() throws {
    let context = ModelContext(try place.open())
    for size in [3, 1, 2] { try context.insertAndSave(Peak("castle", size: size)) }
    func sizes(_ text: String, _ order: SortOrder) throws -> [Int] {
      try context.search(
        text, in: FetchDescriptor<Peak>(sortBy: [SortDescriptor(\.size, order: order)])
      ).map(\.model.size)
    }
    #expect(try sizes("castle", .forward) == [1, 2, 3])
    #expect(try sizes("castle", .reverse) == [3, 2, 1])
    #expect(try sizes("", .forward) == [1, 2, 3])
    #expect(try sizes("-mill", .reverse) == [3, 2, 1])
  }

  @Test func unsavedModelsComeFirst() throws {
    let context = try filled()
    let models = try context.fetch(FetchDescriptor<Peak>(sortBy: [.init(\.size)]))
    models[3].notes = "now with a castle"
    models[2].notes = nil
    context.delete(models[0])
    let hits = try context.search(
      "castle", in: FetchDescriptor<Peak>(sortBy: [SortDescriptor(\.size)]))
    #expect(hits.map(\.model.size) == [4, 2])
    #expect(hits.map { $0.score == nil } == [true, false])
  }
}
