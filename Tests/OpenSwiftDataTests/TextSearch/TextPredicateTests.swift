import Foundation
import OpenSwiftData
import SQLCore
import StoreTesting
import Testing

@Suite("Searches in predicates")
struct TextPredicateTests {
  @Test func wordsSpreadOverTextsAreFound() throws {
    let store = try SearchStore()
    try store.insert(
      Landscape("Castle", "above the old town"), Landscape("Castle ruin", "in the town"),
      Landscape("River", "a castle-like rock", kind: .darkForest), Landscape("Café Müller"))
    #expect(try store.titles("castle town") == ["Castle", "Castle ruin"])
    #expect(try store.titles("castle \"old town\"") == ["Castle"])
    #expect(try store.titles("castle \"town old\"") == [])
    #expect(try store.titles("cast*") == ["Castle", "Castle ruin", "River"])
    #expect(try store.titles("cast") == [])
    #expect(try store.titles("castle -ruin") == ["Castle", "River"])
    #expect(try store.titles("-castle") == ["Café Müller"])
    #expect(try store.titles("cafe MULLER") == ["Café Müller"])
    #expect(try store.titles("forest") == ["River"])
  }

  @Test func everyModelMatchesAnEmptySearch() throws {
    let store = try SearchStore()
    try store.insert(Landscape("A"), Landscape("", nil))
    for text in ["", "  \n", "*", "\"\"", "-", "&", "\0"] {
      #expect(try store.titles(text).count == 2, "\(text.debugDescription)")
    }
  }

  @Test func theIndexIsSearchedWithoutAScan() throws {
    let store = try SearchStore()
    try store.insert(Landscape("Castle"))
    let texts = try statements(in: store.container) { _ = try store.titles("castle") }
    try #require(texts.count == 1)
    #expect(texts[0].contains("MATCH"))
    let plan = try store.connect().rows("EXPLAIN QUERY PLAN \(texts[0])").compactMap(\.[3].text)
    #expect(!plan.contains { $0.hasPrefix("SCAN") && !$0.contains("VIRTUAL TABLE") }, "\(plan)")
    #expect(plan.contains { $0.hasPrefix("SEARCH") }, "\(plan)")
  }

  @Test func repeatedFetchesBindTheSearchText() throws {
    let store = try SearchStore()
    try store.insert(Landscape("Castle"), Landscape("River"), Landscape("Riverside castle"))
    // Search texts of several forms from one location in the source, twice each.
    for _ in 0..<2 {
      #expect(try store.titles("castle") == ["Castle", "Riverside castle"])
      #expect(try store.titles("river*") == ["River", "Riverside castle"])
      #expect(try store.titles("castle -riverside") == ["Castle"])
      #expect(try store.titles("") == ["Castle", "River", "Riverside castle"])
      #expect(try store.titles("castle riverside") == ["Riverside castle"])
    }
    func count(_ text: String) throws -> Int {
      try store.context.fetchCount(
        FetchDescriptor(predicate: #Predicate<Landscape> { $0.matchesText(text) }))
    }
    #expect(try count("castle") == 2)
    #expect(try count("riverside") == 1)
    #expect(try count("nothing") == 0)
  }

  @Test func partsAreFoundInLanguagesWithoutSpaces() throws {
    let store = try SearchStore([SearchStore.everyText(.substrings)])
    try store.insert(
      Landscape("東京タワーの夜景"), Landscape("京都の金閣寺"), Landscape("北京故宫博物院"), Landscape("Straßenbahn"))
    #expect(try store.titles("タワー") == ["東京タワーの夜景"])
    #expect(try store.titles("京") == ["京都の金閣寺", "北京故宫博物院", "東京タワーの夜景"].sorted())
    #expect(try store.titles("東京") == ["東京タワーの夜景"])
    #expect(try store.titles("京 博物院") == ["北京故宫博物院"])
    #expect(try store.titles("京 -京都") == ["北京故宫博物院", "東京タワーの夜景"])
    #expect(try store.titles("SSEN") == [])
    #expect(try store.titles("ßEN") == ["Straßenbahn"])
    #expect(try store.titles("ßE") == ["Straßenbahn"])
    #expect(try store.titles("ST") == ["Straßenbahn"])
  }

  @Test func englishWordsAreFoundByTheirStems() throws {
    let store = try SearchStore([SearchStore.everyText(.englishStems)])
    try store.insert(Landscape("Two castles"), Landscape("Running rivers"))
    #expect(try store.titles("castle") == ["Two castles"])
    #expect(try store.titles("run river") == ["Running rivers"])
  }

  @Test func unsavedChangesAreSearchedInMemory() throws {
    let store = try SearchStore()
    let models = try store.insert(Landscape("Castle"), Landscape("River"))
    models[0].title = "Tower"
    models[1].notes = "with a castle"
    store.context.insert(Landscape("Castle ruin"))
    #expect(try store.titles("castle") == ["Castle ruin", "River"])
    store.context.delete(models[1])
    #expect(try store.titles("castle") == ["Castle ruin"])
    let text = "castle"
    var descriptor = FetchDescriptor(predicate: #Predicate<Landscape> { $0.matchesText(text) })
    descriptor.includePendingChanges = false
    #expect(try store.context.fetchCount(descriptor) == 1)
  }

  @Test func searchesJoinOtherConditions() throws {
    let store = try SearchStore()
    try store.insert(
      Landscape("Castle", size: 1), Landscape("Castle", "hidden", size: 2),
      Landscape("Mill", size: 3))
    let text = "castle"
    func sizes(_ predicate: Predicate<Landscape>) throws -> [Int] {
      try store.context.fetch(FetchDescriptor(predicate: predicate)).map(\.size).sorted()
    }
    #expect(try sizes(#Predicate { $0.matchesText(text) && $0.size > 1 }) == [2])
    #expect(try sizes(#Predicate { !$0.matchesText(text) }) == [3])
    #expect(try sizes(#Predicate { $0.matchesText(text) || $0.size == 3 }) == [1, 2, 3])
    #expect(try sizes(#Predicate { $0.matchesText("hidden") }) == [2])
    #expect(try sizes(#Predicate { $0.title.matchesText(text) }) == [1, 2])
    #expect(try sizes(#Predicate { $0.title.matchesText("hidden") }) == [])
    #expect(try sizes(#Predicate { $0.title.matchesText("-castle") }) == [3])
    #expect(try sizes(#Predicate { $0.notes?.matchesText("hidden") == true }) == [2])
  }

  @Test func oneTextIsLookedUpInItsColumn() throws {
    let store = try SearchStore()
    try store.insert(Landscape("Castle", "mill"), Landscape("Mill"))
    let texts = try statements(in: store.container) {
      let found = try store.context.fetch(
        FetchDescriptor(predicate: #Predicate<Landscape> { $0.title.matchesText("mill") }))
      #expect(found.map(\.title) == ["Mill"])
    }
    try #require(texts.count == 1)
    #expect(texts[0].contains("MATCH"))
  }

  @Test func relatedModelsAreSearched() throws {
    let store = try SearchStore()
    let models = try store.insert(Landscape("Castle hill"), Landscape("River"), Landscape("Sea"))
    for (index, landscape) in models.enumerated() {
      store.context.insert(Sight("\(index)", in: landscape))
    }
    store.context.insert(Sight("lost"))
    try store.context.save()
    func names(_ predicate: Predicate<Sight>) throws -> [String] {
      try store.context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
    }
    for text in ["castle", "-castle", "nothing", "", "river"] {
      let isTrue = try names(#Predicate { $0.landscape?.matchesText(text) == true })
      let isFalse = try names(#Predicate { $0.landscape?.matchesText(text) == false })
      let isNotTrue = try names(#Predicate { $0.landscape?.matchesText(text) != true })
      let expected = try store.titles(text)
      #expect(
        isTrue == models.indices.filter { expected.contains(models[$0].title) }.map(String.init))
      #expect(isFalse == models.indices.map(String.init).filter { !isTrue.contains($0) })
      #expect(isNotTrue == isFalse + ["lost"])
    }
  }

  @Test func membersAreSearched() throws {
    let index = TextIndex(\Sight.name, tokenizer: .words)
    let store = try SearchStore([SearchStore.everyText(), index])
    let models = try store.insert(Landscape("A"), Landscape("B"))
    for name in ["round tower", "bridge"] { store.context.insert(Sight(name, in: models[0])) }
    store.context.insert(Sight("tower bridge", in: models[1]))
    try store.context.save()
    func titles(_ text: String) throws -> [String] {
      let predicate = #Predicate<Landscape> { $0.sights.contains { $0.matchesText(text) } }
      return try store.context.fetch(FetchDescriptor(predicate: predicate)).map(\.title).sorted()
    }
    #expect(try titles("tower bridge") == ["B"])
    #expect(try titles("round") == ["A"])
    #expect(try titles("-tower") == ["A"])
    let sql = try statements(in: store.container) { _ = try titles("bridge") }
    #expect(sql.first?.contains("MATCH") == true)
  }

  @Test func allStringsAreSearchedWithoutADeclaration() throws {
    let store = try SearchStore(nil)
    try store.insert(Landscape("Castle", "old", kind: .hill), Landscape("Mill"))
    #expect(try store.titles("castle old") == ["Castle"])
    #expect(try store.titles("hill") == [])
    #expect(try SearchStore.indexNames(store.connect()).isEmpty)
    let unknown = Landscape("Castle", "new")
    #expect(unknown.matchesText("new castle"))
    #expect(!unknown.matchesText("old"))
    #expect("Old castle".matchesText("cast* -new"))
    #expect(try #Predicate<Landscape> { $0.matchesText("castle") }.evaluate(unknown))
  }

  @Test func modelsThatAreFoundAreDeleted() throws {
    let store = try SearchStore()
    try store.insert(Landscape("Castle"), Landscape("Castle", "old"), Landscape("Mill"))
    try store.context.delete(
      model: Landscape.self, where: #Predicate { $0.matchesText("castle -old") })
    try store.context.save()
    #expect(try store.titles("") == ["Castle", "Mill"])
    #expect(try store.titles("castle") == ["Castle"])
    try store.checkIndexes()
  }

  @Test func updatesMayChangeTheSearchedIndex() throws {
    let store = try SearchStore()
    for number in 0..<50 { store.context.insert(Landscape("Castle \(number)")) }
    try store.context.save()
    let count = try store.context.update(
      Landscape.self, where: #Predicate { $0.matchesText("castle") }, .set(\.title, to: "Tower"))
    #expect(count == 50)
    #expect(try store.titles("castle").isEmpty)
    #expect(try store.titles("tower").count == 50)
    try store.checkIndexes()
  }

  @Test func modelsThatAreFoundAreEnumeratedAndIdentified() throws {
    let store = try SearchStore()
    try store.insert(Landscape("Castle"), Landscape("Mill"), Landscape("Castle ruin"))
    let descriptor = FetchDescriptor<Landscape>(predicate: #Predicate { $0.matchesText("castle") })
    var titles: [String] = []
    try store.context.enumerate(descriptor, batchSize: 1) { titles.append($0.title) }
    #expect(titles.sorted() == ["Castle", "Castle ruin"])
    #expect(try store.context.fetchIdentifiers(descriptor).count == 2)
  }
}
