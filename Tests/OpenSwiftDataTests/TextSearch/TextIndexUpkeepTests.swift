import CoreDataFormat
import Foundation
import RandomTesting
import RecordStore
import SQLCore
import SQLiteDriver
import StoreTesting
import Testing

@testable import OpenSwiftData

@Suite("Upkeep of text indexes")
struct TextIndexUpkeepTests {
  /// The text indexes in the file's schema.
  private func list(_ store: SearchStore) throws -> [[SQLValue]] {
    try store.connect().rows(
      "SELECT name, sql, rootpage FROM sqlite_master WHERE name GLOB 'OPENSWIFTDATA_TEXT_*' ORDER BY name"
    )
  }

  @Test func aStoreWithoutDeclarationsHasNoIndex() throws {
    let store = try SearchStore(nil)
    try store.insert(Landscape("Castle"))
    #expect(try list(store).isEmpty)
  }

  @Test func aNewIndexIncludesExistingRows() throws {
    let folder = try TestFolder()
    try SearchStore(nil, in: folder).insert(Landscape("Castle"), Landscape("Mill"))
    let store = try SearchStore(in: folder)
    #expect(try store.titles("castle") == ["Castle"])
    try store.checkIndexes()
  }

  @Test func aCorrectIndexIsNotMadeAnew() throws {
    let folder = try TestFolder()
    let first = try SearchStore(in: folder)
    try first.insert(Landscape("Castle"))
    let before = try list(first)
    // A marker that only rebuilding the index removes.
    try first.connect().run(
      "INSERT INTO OPENSWIFTDATA_TEXT_1_ZLANDSCAPE (OPENSWIFTDATA_TEXT_1_ZLANDSCAPE, rank) VALUES ('usermerge', 7)"
    )
    func sign(_ store: SearchStore) throws -> Int {
      try store.connect().rows(
        "SELECT 1 FROM OPENSWIFTDATA_TEXT_1_ZLANDSCAPE_config WHERE k = 'usermerge'"
      ).count
    }
    let second = try SearchStore(in: folder)
    #expect(try list(second) == before)
    #expect(try sign(second) == 1)
    // A program that declares no indexes leaves it unchanged as well.
    #expect(try sign(SearchStore(nil, in: folder)) == 1)
    try second.connect().run("DROP TRIGGER OPENSWIFTDATA_TEXT_1_ZLANDSCAPE_DELETE")
    #expect(try sign(SearchStore(in: folder)) == 0)
  }

  @Test func indexesNoLongerDeclaredAreRemoved() throws {
    let folder = try TestFolder()
    _ = try SearchStore([SearchStore.everyText(), TextIndex(\Sight.name)], in: folder)
    let one = try SearchStore([TextIndex(\Sight.name)], in: folder)
    #expect(try SearchStore.indexNames(one.connect()) == ["OPENSWIFTDATA_TEXT_2_ZSIGHT"])
    #expect(try list(SearchStore([], in: folder)).isEmpty)
  }

  @Test func aMissingTriggerCausesANewIndex() throws {
    for event in ["INSERT", "UPDATE", "DELETE"] {
      let folder = try TestFolder()
      let first = try SearchStore(in: folder)
      try first.insert(Landscape("Castle"), Landscape("Mill"))
      let other = try first.connect()
      try other.run("DROP TRIGGER OPENSWIFTDATA_TEXT_1_ZLANDSCAPE_\(event)")
      try other.run("DELETE FROM ZLANDSCAPE WHERE ZTITLE = 'Mill'")
      try other.run("UPDATE ZLANDSCAPE SET ZTITLE = 'Tower'")
      let second = try SearchStore(in: folder)
      #expect(try second.titles("tower") == ["Tower"])
      #expect(try second.titles("castle") == [])
      try second.checkIndexes()
    }
  }

  @Test func aChangedDeclarationMakesTheIndexAnew() throws {
    let folder = try TestFolder()
    try SearchStore(in: folder).insert(Landscape("Castles", "old"))
    #expect(
      try SearchStore([SearchStore.everyText(.englishStems)], in: folder).titles("castle").count
        == 1)
    #expect(
      try SearchStore([SearchStore.everyText(.substrings)], in: folder).titles("astle").count == 1)
    #expect(try SearchStore([TextIndex(\Landscape.title)], in: folder).titles("old").count == 0)
  }

  @Test func aReadOnlyStoreUsesTheExistingIndex() throws {
    let folder = try TestFolder()
    try SearchStore(in: folder).insert(Landscape("Castle"))
    let reader = try SearchStore(in: folder, allowsSave: false)
    var found: [String] = []
    let texts = try statements(in: reader.container) { found = try reader.titles("castle") }
    #expect(found == ["Castle"])
    #expect(texts.contains { $0.contains("MATCH") })
    let other = try SearchStore([SearchStore.everyText(.substrings)], in: folder, allowsSave: false)
    #expect(try other.titles("astl") == ["Castle"])
    #expect(throws: SwiftDataError.unsupportedModel) {
      try other.context.search("castle", in: FetchDescriptor<Landscape>())
    }
  }

  @Test func writesOfOtherProgramsUpdateTheIndex() throws {
    let store = try SearchStore()
    try store.insert(Landscape("Castle"), Landscape("Mill"), Landscape("River"))
    let other = try store.connect()
    try other.run("UPDATE ZLANDSCAPE SET ZTITLE = 'Tower', ZNOTES = NULL WHERE ZTITLE = 'Castle'")
    try other.run("DELETE FROM ZLANDSCAPE WHERE ZTITLE = 'Mill'")
    try other.run(
      "INSERT INTO ZLANDSCAPE (Z_PK, Z_ENT, Z_OPT, ZSIZE, ZTITLE) VALUES (77, 1, 1, 0, 'Castle by hand')"
    )
    #expect(try store.titles("castle") == ["Castle by hand"])
    #expect(try store.titles("tower") == ["Tower"])
    #expect(try store.titles("mill") == [])
    try other.run("UPDATE ZLANDSCAPE SET Z_PK = 78 WHERE Z_PK = 77")
    try other.run("VACUUM")
    try store.checkIndexes()
    #expect(try store.titles("castle") == ["Castle by hand"])
    try other.run("DELETE FROM ZLANDSCAPE")
    try store.checkIndexes()
  }

  @Test func erasingEmptiesTheIndex() throws {
    let store = try SearchStore()
    try store.insert(Landscape("Castle"))
    try store.container.erase()
    try store.checkIndexes()
    #expect(
      try ModelContext(store.container).searchCount("castle", in: FetchDescriptor<Landscape>()) == 0
    )
  }

  @Test func onlyStoredTextsMayBeIndexed() throws {
    func error(_ indexes: TextIndex...) -> SwiftDataError? {
      do {
        _ = try SearchStore(indexes)
        return nil
      } catch { return error as? SwiftDataError }
    }
    let number = try #require(error(TextIndex(\Landscape.size)))
    #expect(number == .unsupportedModel)
    #expect("\(number)".contains("size"))
    #expect("\(number)".contains("Landscape"))
    #expect(error(TextIndex(\Landscape.title, \Landscape.title)) == .unsupportedModel)
    #expect(error(TextIndex(\Landscape.title), TextIndex(\Landscape.notes)) == .unsupportedModel)
    #expect(error(TextIndex(\Landscape.title.first)) == .unsupportedModel)
    #expect(error(TextIndex(\Landscape.sights)) == .unsupportedModel)
    #expect(error(TextIndex(\Unrelated.text)) == .unknownSchema)
  }

  @Test func aWrongDeclarationDoesNotMakeAFile() throws {
    let folder = try TestFolder()
    #expect(throws: SwiftDataError.unsupportedModel) {
      try SearchStore([TextIndex(\Landscape.size)], in: folder)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test func indexesOfPartsOfValuesAreRefused() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    #expect(throws: SwiftDataError.unsupportedModel) {
      try ModelContainer(
        for: Outside.self,
        configurations: configuration.addingTextIndexes(TextIndex(\Outside.place.name)))
    }
    // Large texts are stored in the row as well.
    let container = try ModelContainer(
      for: Outside.self, configurations: configuration.addingTextIndexes(TextIndex(\Outside.file)))
    let context = ModelContext(container)
    let text = String(repeating: "stone ", count: 50_000) + "castle"
    context.insert(Outside(file: text, place: Spelling(name: "here", count: 1)))
    try context.save()
    #expect(try context.search("castle", in: FetchDescriptor<Outside>()).count == 1)
  }

  @Test func anIndexBelongsToItsModelsStore() throws {
    func configuration(_ name: String, _ type: any PersistentModel.Type) -> ModelConfiguration {
      ModelConfiguration(name, schema: Schema([type]), isStoredInMemoryOnly: true)
    }
    let words = configuration("words", Headword.self)
    let others = configuration("others", Unrelated.self)
    let index = TextIndex(\Unrelated.text)
    let schema = Schema([Headword.self, Unrelated.self])
    #expect(throws: SwiftDataError.unknownSchema) {
      try ModelContainer(for: schema, configurations: words.addingTextIndexes(index), others)
    }
    let container = try ModelContainer(
      for: schema, configurations: words, others.addingTextIndexes(index))
    let context = ModelContext(container)
    context.insert(Unrelated(text: "castle"))
    context.insert(Headword("castle", "fortress"))
    try context.save()
    #expect(try context.search("castle", in: FetchDescriptor<Unrelated>()).count == 1)
    #expect(try context.searchCount("castle", in: FetchDescriptor<Headword>()) == 1)
  }

  @Test func failedIndexCreationIsATypedError() throws {
    let store = try SearchStore(nil)
    let binding = try store.container.core.bindings.binding(for: Landscape.self)
    let rows = try #require(store.container.core.stores.first as? SQLiteStore)
    let index = TextIndexTable(binding.table, columns: ["ZTITLE"], tokenizer: "nobody has this")
    #expect(throws: SwiftDataError.unsupportedModel) { try rows.keepTextIndexes([index]) }
    #expect(try list(store).isEmpty)
    try store.insert(Landscape("Castle"))
  }

  @Test func anIndexRemovedElsewhereIsATypedError() throws {
    let folder = try TestFolder()
    let store = try SearchStore(in: folder)
    try store.insert(Landscape("Castle"))
    #expect(try store.titles("castle") == ["Castle"])
    _ = try SearchStore([], in: folder)
    #expect(throws: SwiftDataError.self) { try store.titles("castle") }
    #expect(throws: SwiftDataError.self) {
      try store.context.search("castle", in: FetchDescriptor<Landscape>())
    }
    // Everything else keeps working.
    try store.insert(Landscape("Mill"))
    #expect(try store.context.fetchCount(FetchDescriptor<Landscape>()) == 2)
    #expect(try SearchStore(in: folder).titles("mill") == ["Mill"])
  }

  @Test func concurrentContainersMakeTheIndexOnce() throws {
    let folder = try TestFolder()
    try SearchStore(nil, in: folder).insert(Landscape("Castle"))
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 6) { number in
      do {
        let store = try SearchStore(in: folder)
        for round in 0..<10 {
          try store.insert(Landscape("Tower \(number) \(round)"))
          if try store.titles("castle") != ["Castle"] { failures.add("castle") }
          if try store.titles("\"tower \(number)\"").count != round + 1 { failures.add("tower") }
        }
      } catch { failures.add("\(error)") }
    }
    #expect(failures.all.isEmpty)
    try SearchStore(in: folder).checkIndexes()
  }

  @Test func rowsMergedByUniqueValuesAreIndexedOnce() throws {
    let container = try ModelContainer(
      for: Headword.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        .addingTextIndexes(TextIndex(\Headword.word, \Headword.meaning)))
    func count(_ text: String) throws -> Int {
      try ModelContext(container).fetchCount(
        FetchDescriptor(predicate: #Predicate<Headword> { $0.matchesText(text) }))
    }
    for meaning in ["fortress", "strong house", "piece in chess"] {
      let context = ModelContext(container)
      context.insert(Headword("castle", meaning))
      context.insert(Headword("tower \(meaning)", meaning))
      try context.save()
      #expect(try count("castle") == 1)
      #expect(try count("castle \(meaning)") == 1)
    }
    #expect(try count("castle fortress") == 0)
    #expect(try count("fortress") == 1)
  }

  @Test func modelsAndPropertiesOfAnyNameAreIndexed() throws {
    let folder = try TestFolder()
    func open() throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: Größe.self,
          configurations: ModelConfiguration(url: folder.file("search.store"))
            .addingTextIndexes(TextIndex(\Größe.länge, \Größe.order, \Größe.rank))))
    }
    let context = try open()
    context.insert(Größe(länge: "drei Ellen", order: "first", rank: "high"))
    context.insert(Größe(länge: "ein Fuß", order: "second", rank: "low"))
    try context.save()
    for context in [context, try open()] {
      let found = try context.search("ellen first", in: FetchDescriptor<Größe>())
      #expect(found.map(\.model.rank) == ["high"])
      let predicate = #Predicate<Größe> {
        $0.länge.matchesText("fuß") && $0.order.matchesText("second")
      }
      #expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.rank) == ["low"])
    }
  }

  @Test func declarationsAreComparedAsValues() {
    #expect(SearchStore.everyText() == SearchStore.everyText())
    #expect(SearchStore.everyText() != SearchStore.everyText(.substrings))
    let plain = ModelConfiguration(isStoredInMemoryOnly: true)
    #expect(plain.textIndexes == nil)
    #expect(plain == ModelConfiguration(isStoredInMemoryOnly: true))
    let indexed = plain.addingTextIndexes(SearchStore.everyText())
    #expect(indexed != plain)
    #expect(indexed == plain.addingTextIndexes(SearchStore.everyText()))
    #expect(indexed != plain.addingTextIndexes(SearchStore.everyText(.substrings)))
    #expect(Set([SearchStore.everyText(), SearchStore.everyText()]).count == 1)
  }
}

struct Spelling: Codable {
  var name: String
  var count: Int
}

@Model
final class Outside {
  @Attribute(.externalStorage) var file: String
  var place: Spelling

  init(file: String, place: Spelling) {
    self.file = file
    self.place = place
  }
}

@Model
final class Headword {
  @Attribute(.unique) var word: String
  var meaning: String

  init(_ word: String, _ meaning: String) {
    self.word = word
    self.meaning = meaning
  }
}

@Model
final class Größe {
  var länge: String
  var order: String
  var rank: String

  init(länge: String, order: String, rank: String) {
    self.länge = länge
    self.order = order
    self.rank = rank
  }
}

@Model
final class Unrelated {
  var text: String
  init(text: String) { self.text = text }
}
