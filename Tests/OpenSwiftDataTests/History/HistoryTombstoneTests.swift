import Foundation
import StoreTesting
import Testing

@testable import OpenSwiftData

private struct GraveSpot: Codable, Equatable {
  struct Height: Codable, Equatable { var metres: Double }
  var name: String
  var height: Height?
  var tags: [String]
}

private enum GraveMood: String, Codable { case calm, wild }
private enum GraveWeather: Codable, Equatable {
  case sun
  case rain(Int)
}
private enum GraveGrade: Int, Codable { case low = 1, high }

@Model private final class Grave {
  @Attribute(.preserveValueOnDeletion) var text: String
  @Attribute(.preserveValueOnDeletion) var flag = true
  @Attribute(.preserveValueOnDeletion) var count = 7
  @Attribute(.preserveValueOnDeletion) var small: Int8 = -3
  @Attribute(.preserveValueOnDeletion) var large: UInt64 = .max
  @Attribute(.preserveValueOnDeletion) var real = 1.5
  @Attribute(.preserveValueOnDeletion) var single: Float = 0.25
  @Attribute(.preserveValueOnDeletion) var price = Decimal(string: "12.345678901234567890") ?? 0
  @Attribute(.preserveValueOnDeletion) var date = Date(timeIntervalSinceReferenceDate: 1234.5)
  @Attribute(.preserveValueOnDeletion) var whole = Date(timeIntervalSinceReferenceDate: 1234)
  @Attribute(.preserveValueOnDeletion) var uuid = UUID()
  @Attribute(.preserveValueOnDeletion) var data = Data([1, 2, 3])
  @Attribute(.preserveValueOnDeletion) var url = URL(string: "https://example.org/a")
  @Attribute(.preserveValueOnDeletion) var mood = GraveMood.wild
  @Attribute(.preserveValueOnDeletion) var grade: GraveGrade? = GraveGrade.high
  @Attribute(.preserveValueOnDeletion) var weather = GraveWeather.rain(4)
  @Attribute(.preserveValueOnDeletion) var spot = GraveSpot(
    name: "top", height: .init(metres: 8), tags: ["a", "b"])
  @Attribute(.preserveValueOnDeletion) var noSpot: GraveSpot?
  @Attribute(.preserveValueOnDeletion) var list = ["x", "y"]
  @Attribute(.preserveValueOnDeletion) var table = ["k": 1]
  @Attribute(.preserveValueOnDeletion) var missing: String?
  @Attribute(.preserveValueOnDeletion, .externalStorage) var picture: Data?
  @Attribute(.preserveValueOnDeletion, .externalStorage) var inline: Data? = Data([2, 1])
  var forgotten = "gone"
  var yard: Yard?

  init(_ text: String, picture: Data? = nil) { (self.text, self.picture) = (text, picture) }
}

@Model private final class Yard {
  @Relationship(deleteRule: .cascade, inverse: \Grave.yard) var graves: [Grave] = []
  init() {}
}

@Suite("Tombstones")
struct HistoryTombstoneTests {
  private let store: TestStore
  private let context: ModelContext

  init() throws {
    store = try TestStore(.file, for: Grave.self, Yard.self)
    context = store.makeContext()
  }

  private func tombstones() throws -> [HistoryTombstone<Grave>] {
    try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(\.changes)
      .compactMap { change in
        if case .delete(let deletion as DefaultHistoryDelete<Grave>) = change {
          deletion.tombstone
        } else {
          nil
        }
      }
  }

  @Test func preservedValuesKeepTheirTypes() throws {
    let grave = Grave("here")
    let (uuid, spot) = (grave.uuid, grave.spot)
    context.insert(grave)
    try context.save()
    context.delete(grave)
    try context.save()
    let stone = try #require(try tombstones().first)
    #expect(stone[\.text] as? String == "here")
    #expect(stone[\.flag] as? Bool == true)
    #expect(stone[\.count] as? Int == 7)
    #expect(stone[\.small] as? Int8 == -3)
    #expect(stone[\.large] as? UInt64 == .max)
    #expect(stone[\.real] as? Double == 1.5)
    #expect(stone[\.single] as? Float == 0.25)
    #expect(stone[\.price] as? Decimal == Decimal(string: "12.345678901234567890"))
    #expect(stone[\.date] as? Date == Date(timeIntervalSinceReferenceDate: 1234.5))
    #expect(stone[\.whole] as? Date == Date(timeIntervalSinceReferenceDate: 1234))
    #expect(stone[\.uuid] as? UUID == uuid)
    #expect(stone[\.data] as? Data == Data([1, 2, 3]))
    #expect(stone[\.url] as? URL == URL(string: "https://example.org/a"))
    #expect(stone[\.mood] as? GraveMood == .wild)
    #expect(stone[\.grade] as? GraveGrade == .high)
    #expect(stone[\.weather] as? GraveWeather == .rain(4))
    #expect(stone[\.spot] as? GraveSpot == spot)
    #expect(stone[\.list] as? [String] == ["x", "y"])
    #expect(stone[\.table] as? [String: Int] == ["k": 1])
    #expect(stone[\.inline] as? Data == Data([2, 1]))
    for absent in [\Grave.missing, \.noSpot, \.picture, \.forgotten] as [PartialKeyPath<Grave>] {
      #expect(stone[absent] == nil)
    }
    // Iteration returns the same values as key paths.
    #expect(stone.count { _ in true } == 20)
    #expect(stone.contains { $0 as? String == "here" })
    #expect(stone.contains { $0 as? GraveSpot == spot })
  }

  @Test func tombstonesKeepValuesFromFiles() throws {
    let pictures = (1...3).map { Data(repeating: UInt8($0), count: 150_000 + $0) }
    let yard = Yard()
    context.insert(yard)
    for (number, picture) in pictures.enumerated() {
      let grave = Grave("\(number)", picture: picture)
      context.insert(grave)
      if number > 0 { grave.yard = yard }
    }
    try context.save()
    // Deletes by predicate, and by cascade from another context.
    try context.delete(model: Grave.self, where: #Predicate { $0.text == "0" })
    try context.save()
    let other = try store.makeReopenedContext()
    for yard in try other.fetch(FetchDescriptor<Yard>()) { other.delete(yard) }
    try other.save()
    let stones = try tombstones()
    #expect(Set(stones.map { $0[\.picture] as? Data }) == Set(pictures))
    #expect(
      stones.allSatisfy { stone in
        pictures.firstIndex { $0 == stone[\.picture] as? Data }.map(String.init)
          == stone[\.text] as? String
      })
    // The external files are deleted.
    let folder = try #require(store.url).deletingLastPathComponent()
      .appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    #expect(files.isEmpty)
  }
}
