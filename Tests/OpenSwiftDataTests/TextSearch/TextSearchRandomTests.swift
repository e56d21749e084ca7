import Foundation
import OpenSwiftData
import RandomTesting
import SQLCore
import SQLiteDriver
import StoreTesting
import Testing

/// The index finds the same models as a search in memory, no matter how they were written.
@Suite("Searches of random texts")
struct TextSearchRandomTests {
  private static let pieces: [String] = [
    "castle", "Castles", "CASTLE", "cast", "old", "town", "Straße", "STRASSE", "café",
    "cafe\u{301}", "Œuvre",
    "東京", "東京タワー", "京都", "タワー", "北京故宫", "한국어", "서울", "שלום", "مرحبا", "Привет", "привет", "Ωmega",
    "ǅ", "İstanbul", "ıstanbul", "a", "b", "ab", "1", "2026", "x1", "🏰", "👨‍👩‍👧", "-", "*", "\"", "&",
    "'", "\u{0}",
    "the", "running", "runs", "ran", "_", ".", "C++", "हिन्दी", "ไทย",
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
    let store = try SearchStore([SearchStore.everyText(tokenizer)])
    var generator = SeededGenerator(seed: TestRun.seed(7))
    for round in 0..<TestRun.count(60, atLeast: 6) {
      try change(store, &generator)
      try store.checkIndexes()
      let context = ModelContext(store.container)
      let all = try context.fetch(FetchDescriptor<Landscape>())
      for _ in 0..<40 {
        let text = Self.query(&generator)
        let found = try context.fetch(
          FetchDescriptor(predicate: #Predicate<Landscape> { $0.matchesText(text) }))
        let expected = all.filter { $0.matchesText(text) }
        #expect(
          Set(found.map(\.persistentModelID)) == Set(expected.map(\.persistentModelID)),
          "\(text.debugDescription), round \(round), \(TestRun.comment)")
        let hits = try context.search(text, in: FetchDescriptor<Landscape>())
        #expect(
          Set(hits.map(\.model.persistentModelID)) == Set(expected.map(\.persistentModelID)),
          "\(text.debugDescription), round \(round), \(TestRun.comment)")
        let count = try context.searchCount(text, in: FetchDescriptor<Landscape>())
        #expect(count == expected.count)
        if tokenizer == .words {
          let titled = try context.fetch(
            FetchDescriptor(predicate: #Predicate<Landscape> { $0.title.matchesText(text) }))
          let expected = all.filter { $0.title.matchesText(text) }
          #expect(Set(titled.map(\.persistentModelID)) == Set(expected.map(\.persistentModelID)))
        }
      }
    }
  }

  /// Changes models at random, through the context or with SQL.
  private func change(_ store: SearchStore, _ generator: inout SeededGenerator) throws {
    let context = store.context
    let all = try context.fetch(FetchDescriptor<Landscape>())
    switch Int.random(in: 0..<5, using: &generator) {
    case 0 where all.count > 20:
      let size = Int.random(in: 0..<10, using: &generator)
      try context.delete(model: Landscape.self, where: #Predicate { $0.size == size })
    case 1:
      for model in all.shuffled(using: &generator).prefix(10) {
        model.title = Self.text(&generator, upTo: 5)
        model.notes = Bool.random(using: &generator) ? nil : Self.text(&generator, upTo: 9)
        model.kind = Bool.random(using: &generator) ? nil : .darkForest
      }
      for model in all.shuffled(using: &generator).prefix(3) { context.delete(model) }
    case 2:
      let other = try store.connect()
      try other.run(
        "UPDATE ZLANDSCAPE SET ZTITLE = ZTITLE || ?, ZNOTES = NULL WHERE ZSIZE < 3",
        [.text(" " + Self.text(&generator, upTo: 2).replacing("\0", with: ""))])
      try other.run("DELETE FROM ZLANDSCAPE WHERE ZSIZE = 9")
    default:
      for _ in 0..<20 {
        context.insert(
          Landscape(
            Self.text(&generator, upTo: 5), Self.text(&generator, upTo: 9),
            kind: [nil, .hill, .valley, .darkForest].randomElement(using: &generator) ?? nil,
            size: Int.random(in: 0..<10, using: &generator)))
      }
    }
    try context.save()
  }
}
