import Foundation
import OpenSwiftData
import PostgresData
import PostgresTesting
import RandomTesting
import SQLCore
import StoreTesting
import Testing

/// The server finds the same models as a search in memory, no matter how they were written.
@Suite(
  "Full-text searches of random texts in a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct FullTextRandomTests {
  private static let pieces: [String] = [
    "castle", "Castles", "CASTLE", "cast", "old", "town", "Straße", "STRASSE", "café",
    "cafe\u{301}", "Œuvre", "東京", "東京タワー", "京都", "タワー", "北京故宫", "한국어", "서울", "שלום", "مرحبا",
    "Привет", "привет", "Ωmega", "ǅ", "İstanbul", "ıstanbul", "a", "b", "ab", "1", "2026", "x1",
    "🏰",
    "👨‍👩‍👧", "-", "*", "\"", "&", "'", "\\", "%", "|", "!", ":", "<->", "(", "\n", "\u{345}", "ᾳ",
    "\u{FFFE}",
    "the", "running", "runs", "ran", "_", ".", "C++", "हिन्दी", "ไทย", "\u{E000}", "\u{1F8FF}",
  ]

  private static func text(_ generator: inout SeededGenerator, upTo count: Int) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...count, using: &generator) {
      text += pieces.randomElement(using: &generator) ?? ""
      if Int.random(in: 0..<4, using: &generator) > 0 { text += " " }
    }
    return text
  }

  private static func query(_ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      let sign = ["", "", "", "-"].randomElement(using: &generator) ?? ""
      let term = pieces.randomElement(using: &generator) ?? ""
      switch Int.random(in: 0..<6, using: &generator) {
      case 0:
        return sign + "\"" + term + " " + (pieces.randomElement(using: &generator) ?? "") + "\""
      case 1: return sign + String(term.prefix(Int.random(in: 1...3, using: &generator))) + "*"
      case 2: return sign + String(term.prefix(2))
      default: return sign + term
      }
    }.joined(separator: " ")
  }

  @Test(arguments: TextIndex.Tokenizer.allCases)
  func searchesFindWhatMemoryFinds(_ tokenizer: TextIndex.Tokenizer) throws {
    let place = try SearchPlace()
    let container = try place.open([SearchPlace.everyText(tokenizer)])
    var generator = SeededGenerator(seed: TestRun.seed(7))
    for round in 0..<TestRun.count(20, atLeast: 4) {
      try change(container, place, &generator)
      let context = ModelContext(container)
      let all = try context.fetch(FetchDescriptor<Peak>())
      for _ in 0..<30 {
        let text = Self.query(&generator)
        let comment: Comment = "\(text.debugDescription), round \(round), \(TestRun.comment)"
        let found = try context.fetch(
          FetchDescriptor(predicate: #Predicate<Peak> { $0.matchesText(text) }))
        let expected = Set(all.filter { $0.matchesText(text) }.map(\.persistentModelID))
        #expect(Set(found.map(\.persistentModelID)) == expected, comment)
        let hits = try context.search(text, in: FetchDescriptor<Peak>())
        #expect(Set(hits.map(\.model.persistentModelID)) == expected, comment)
        #expect(try context.searchCount(text, in: FetchDescriptor<Peak>()) == expected.count)
        if tokenizer == .words {
          let titled = try context.fetch(
            FetchDescriptor(predicate: #Predicate<Peak> { $0.title.matchesText(text) }))
          let expected = Set(all.filter { $0.title.matchesText(text) }.map(\.persistentModelID))
          #expect(Set(titled.map(\.persistentModelID)) == expected, comment)
        }
      }
    }
  }

  /// Changes models at random, through a context or with SQL.
  private func change(
    _ container: ModelContainer, _ place: SearchPlace, _ generator: inout SeededGenerator
  ) throws {
    let context = ModelContext(container)
    let all = try context.fetch(FetchDescriptor<Peak>(sortBy: [SortDescriptor(\.title)]))
    switch Int.random(in: 0..<5, using: &generator) {
    case 0 where all.count > 20:
      let size = Int.random(in: 0..<10, using: &generator)
      try context.delete(model: Peak.self, where: #Predicate { $0.size == size })
    case 1:
      for model in all.shuffled(using: &generator).prefix(10) {
        model.title = Self.text(&generator, upTo: 5)
        model.notes = Bool.random(using: &generator) ? nil : Self.text(&generator, upTo: 9)
        model.kind = Bool.random(using: &generator) ? nil : .darkForest
      }
      for model in all.shuffled(using: &generator).prefix(3) { context.delete(model) }
    case 2:
      try place.connection.run(
        "UPDATE \(place.quoted).peak SET title = title || $1, notes = NULL WHERE size < 3",
        [.text(" " + Self.text(&generator, upTo: 2))])
      try place.connection.run("DELETE FROM \(place.quoted).peak WHERE size = 9")
    default:
      for _ in 0..<20 {
        context.insert(
          Peak(
            Self.text(&generator, upTo: 5), Self.text(&generator, upTo: 9),
            kind: [nil, .hill, .volcano, .darkForest].randomElement(using: &generator) ?? nil,
            size: Int.random(in: 0..<10, using: &generator)))
      }
    }
    try context.save()
  }
}
