import Foundation
import OpenSwiftData
import PostgresData
import PostgresTesting
import SQLCore
import StoreTesting
import Testing

@Suite("Full-text searches in a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct FullTextPredicateTests {
  private let place: SearchPlace

  init() throws { place = try SearchPlace() }

  private func context(_ tokenizer: TextIndex.Tokenizer = .words) throws -> ModelContext {
    ModelContext(try place.open([SearchPlace.everyText(tokenizer), TextIndex(\Hut.name)]))
  }

  @Test func wordsSpreadOverTextsAreFound() throws {
    let context = try context()
    try context.insertAndSave(
      Peak("Castle", "above the old town"), Peak("Castle ruin", "in the town"),
      Peak("River", "a castle-like rock", kind: .darkForest), Peak("Café Müller"))
    #expect(try context.titles("castle town") == ["Castle", "Castle ruin"])
    #expect(try context.titles("castle \"old town\"") == ["Castle"])
    #expect(try context.titles("castle \"town old\"") == [])
    #expect(try context.titles("\"castle above\"") == [])
    #expect(try context.titles("\"old to\"*") == ["Castle"])
    #expect(try context.titles("castle-like") == ["River"])
    #expect(try context.titles("cast*") == ["Castle", "Castle ruin", "River"])
    #expect(try context.titles("cast") == [])
    #expect(try context.titles("castle -ruin") == ["Castle", "River"])
    #expect(try context.titles("castle -\"old town\"") == ["Castle ruin", "River"])
    #expect(try context.titles("-castle") == ["Café Müller"])
    #expect(try context.titles("-castle -cafe") == [])
    #expect(try context.titles("cafe MULLER") == ["Café Müller"])
    #expect(try context.titles("forest") == ["River"])
    for text in ["", "  \n", "*", "\"\"", "-", "&", "\0"] {
      #expect(try context.titles(text).count == 4, "\(text.debugDescription)")
    }
  }

  @Test func searchesJoinOtherConditions() throws {
    let context = try context()
    try context.insertAndSave(
      Peak("Castle", size: 1), Peak("Castle", "hidden", size: 2), Peak("Mill", size: 3))
    let text = "castle"
    func sizes(_ predicate: Predicate<Peak>) throws -> [Int] {
      let found = try statements(in: context.container) {
        _ = try context.fetch(FetchDescriptor(predicate: predicate))
      }
      #expect(found.contains { $0.contains("openswiftdata_text_vector") })
      return try context.fetch(FetchDescriptor(predicate: predicate)).map(\.size).sorted()
    }
    #expect(try sizes(#Predicate { $0.matchesText(text) && $0.size > 1 }) == [2])
    #expect(try sizes(#Predicate { !$0.matchesText(text) }) == [3])
    #expect(try sizes(#Predicate { $0.matchesText(text) || $0.size == 3 }) == [1, 2, 3])
    #expect(try sizes(#Predicate { $0.matchesText("hidden") }) == [2])
    #expect(try sizes(#Predicate { $0.title.matchesText(text) }) == [1, 2])
    #expect(try sizes(#Predicate { $0.title.matchesText("hidden") }) == [])
    #expect(try sizes(#Predicate { $0.title.matchesText("-castle") }) == [3])
    let descriptor = FetchDescriptor(predicate: #Predicate<Peak> { $0.matchesText(text) })
    #expect(try context.fetchCount(descriptor) == 2)
  }

  @Test func searchesFollowRelationships() throws {
    let context = try context()
    let (castle, mill) = (Peak("Castle"), Peak("Mill"))
    for peak in [castle, mill] { context.insert(Hut("round tower", on: peak)) }
    context.insert(Hut("bridge", on: mill))
    context.insert(Hut("lonely tower"))
    try context.save()
    func names(_ predicate: Predicate<Hut>) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
    }
    #expect(try names(#Predicate { $0.peak?.matchesText("castle") == true }) == ["round tower"])
    #expect(
      try names(#Predicate { $0.peak?.matchesText("-castle") == true }) == [
        "bridge", "round tower",
      ])
    let withBridges = #Predicate<Peak> { $0.huts.contains { $0.matchesText("brid*") } }
    #expect(try context.fetch(FetchDescriptor(predicate: withBridges)).map(\.title) == ["Mill"])
    let descriptor = FetchDescriptor<Hut>(
      predicate: #Predicate { ($0.peak?.size ?? 1) == 0 }, sortBy: [SortDescriptor(\.peak?.title)])
    let hits = try context.search("tower", in: descriptor)
    #expect(hits.map(\.model.peak?.title) == ["Castle", "Mill"])
  }

  @Test func unsavedChangesAreSearchedInMemory() throws {
    let context = try context()
    let models = [Peak("Castle"), Peak("River")]
    for model in models { context.insert(model) }
    try context.save()
    models[0].title = "Tower"
    models[1].notes = "with a castle"
    context.insert(Peak("Castle ruin"))
    #expect(try context.titles("castle") == ["Castle ruin", "River"])
    context.delete(models[1])
    #expect(try context.titles("castle") == ["Castle ruin"])
  }

  @Test func partsAreFoundInLanguagesWithoutSpaces() throws {
    let context = try context(.substrings)
    try context.insertAndSave(
      Peak("東京タワーの夜景"), Peak("京都の金閣寺"), Peak("北京故宫博物院"), Peak("Straßenbahn"),
      Peak("100%_\\of"))
    #expect(try context.titles("タワー") == ["東京タワーの夜景"])
    #expect(try context.titles("京") == ["京都の金閣寺", "北京故宫博物院", "東京タワーの夜景"].sorted())
    #expect(try context.titles("京 -京都の") == ["北京故宫博物院", "東京タワーの夜景"])
    #expect(try context.titles("SSEN") == [])
    #expect(try context.titles("ßEN") == ["Straßenbahn"])
    #expect(try context.titles("ST") == ["Straßenbahn"])
    #expect(try context.titles("0%_") == ["100%_\\of"])
    #expect(try context.titles("_\\o") == ["100%_\\of"])
    #expect(try context.titles("1__") == [])
    #expect(try context.titles("-%%%").count == 5)
  }

  @Test func englishWordsAreFoundByTheirStems() throws {
    let context = try context(.englishStems)
    try context.insertAndSave(Peak("Two castles", "of the old towns"), Peak("Running rivers"))
    #expect(try context.titles("castle") == ["Two castles"])
    #expect(try context.titles("run river") == ["Running rivers"])
    #expect(try context.titles("\"olds town\"") == ["Two castles"])
    #expect(try context.titles("the") == ["Two castles"])
    #expect(try context.titles("castles*") == ["Two castles"])
  }

  /// Whatever is typed is a parameter.
  @Test func searchTextsNeverBecomeSQL() throws {
    for tokenizer in TextIndex.Tokenizer.allCases {
      let place = try SearchPlace()
      let container = try place.open([SearchPlace.everyText(tokenizer)])
      let context = ModelContext(container)
      try context.insertAndSave(Peak("Castle"))
      let texts = [
        "'; DROP TABLE peak; --", "castle') OR TRUE --", "$1 $openswiftdata$ \\",
        "a' | 'b:*A & !c <-> d",
        "\"x'':*\" | !y", "E'\\n' %'", "castle:D", "((((", "'::tsquery)",
      ]
      for text in texts {
        let log = try statements(in: container) {
          _ = try context.titles(text)
          _ = try context.search(text, in: FetchDescriptor<Peak>())
        }
        for part in ["DROP", "castle", "<->", ":D"] {
          #expect(log.allSatisfy { !$0.contains(part) }, "\(log)")
        }
      }
      #expect(try context.titles("castle") == ["Castle"])
    }
  }

  @Test func longTextsAreIndexed() throws {
    let context = try context()
    let words = String(repeating: "stone ", count: 50_000) + "castle"
    let long = String(repeating: "é", count: 9_000)
    let many = (0..<120_000).map { "w\($0)" }.joined(separator: " ")
    try context.insertAndSave(Peak("words", words), Peak("long", long), Peak("many", many))
    #expect(try context.titles("castle") == ["words"])
    #expect(try context.titles("eeee*") == ["long"])
    #expect(try context.titles("w77") == ["many"])
    #expect(try context.search("castle", in: FetchDescriptor<Peak>()).count == 1)
  }
}
