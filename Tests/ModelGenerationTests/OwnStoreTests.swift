import DataSchema
import Foundation
import ModelGeneration
import SwiftData
import Testing

private enum Mood: String, Codable { case good, bad }

private enum Weather: Codable {
  case rain(millimeters: Double)
  case sun
  case snow
}

private struct Coordinate: Codable {
  var latitude: Double
  var longitude: Double?
}

private struct Place: Codable {
  var name: String
  var coordinate: Coordinate
  var tags: [String]
}

@Model
private final class Diary {
  @Attribute(.unique) var title: String
  var mood: Mood
  var formerMood: Mood?
  var weather: Weather
  var place: Place
  var nextPlace: Place?
  var ratings: [Int]
  var byDay: [String: [Double]]?
  var small: UInt8 = 7
  var link: URL?
  @Relationship(deleteRule: .cascade, inverse: \Page.diary) var pages: [Page] = []

  init(title: String) {
    self.title = title
    mood = .good
    weather = .sun
    place = Place(name: "", coordinate: Coordinate(latitude: 0), tags: [])
    ratings = []
  }
}

@Model
private class Page {
  #Index<Page>([\.number])
  var number: Int
  var diary: Diary?

  init(number: Int) { self.number = number }
}

@Model
private final class Picture: Page {
  @Attribute(.externalStorage) var data: Data?

  override init(number: Int) { super.init(number: number) }
}

/// Stores that this library created.
@Suite(
  "Code of this library's stores", .enabled(if: SwiftProgram.isPossible, SwiftProgram.reason),
  .serialized)
struct OwnStoreTests {
  @Test func codeOfOwnStoresHasTheirHashes() throws {
    let folder = try ModelFolder()
    let url = folder.url.appendingPathComponent("Diary.store")
    _ = try ModelContainer(
      for: Diary.self, Page.self, Picture.self, configurations: ModelConfiguration(url: url))
    let source = try ModelSource(contentsOf: url)
    let models = try ModelGenerator.models(of: source)
    #expect(models.hasSameVersionHashes)
    let maker = try StoreMaker(models, schemas: ["DiarySchema"])
    defer { maker.remove() }
    let store = try #require(try maker.stores()["DiarySchema"])
    #expect(store.problem == nil)
    #expect(store.versionHashes == source.versions[0].model.versionHashes)
    let diary = try #require(models.files.first { $0.name == "Diary.swift" }).text
    #expect(diary.contains("struct Mood: RawRepresentable"))
    #expect(diary.contains("  var ratings: [Int]\n"))
    #expect(diary.contains("  var small: UInt8\n"))
  }
}
