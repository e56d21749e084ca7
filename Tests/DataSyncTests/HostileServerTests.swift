import DataSync
import Foundation
import OpenSwiftData
import RandomTesting
import Testing

/// Whatever a server sends, a sync ends, successfully or with an error, and local data stays.
@Suite("Servers that tell anything")
struct HostileServerTests {
  private static let names = ["rone", "rtwo", "rthree", "u0", "sealed-key", "..", "a b", ""]
  private static let kinds = ["SyncedPerson", "SyncedNote", "SyncedTag", "Unknown", ""]
  private static let fields = [
    "name", "city", "notes", "title", "count", "owner", "tags", "picture", "label", "other",
    "owner:position", "openswiftdata_same", "",
  ]
  private static let texts = [
    "", "a", "\u{0}", "../../etc/passwd", String(repeating: "z", count: 700), "\u{1F9ED}", "0", "~",
  ]
  private static let marks = [
    "", "|", "||", "1y2p0ij32e8e7.other||", "1y2p0ij32e8e7.other|name=zz.a&=.&count=1.b|other=9",
    "zzzzzzzzzzzz.z|count=-1.x|d0=9223372036854775807&other=-5", "%%%|%=1.a|=",
    "1.\u{0}|title=100000000000000000000000.a|", "8w1lcgbuo00.e|name=8w1lcgbuo00.e&title=-5.e|e=-1",
    "8w1lcgbunzz.e|owner=8w1lcgbunzy.f&tags=8w1lcgbunzx.g|", "||x=9223372036854775807&d0=1",
  ]
  private static let numbers: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max, 1 << 40]
  private static let reals: [Double] = [
    .nan, .infinity, -.infinity, -0.0, 1e308, .leastNonzeroMagnitude,
  ]

  private static func value(_ depth: Int, _ generator: inout SeededGenerator) -> SyncValue {
    func pick<Element>(_ all: [Element], _ other: Element) -> Element {
      all.randomElement(using: &generator) ?? other
    }
    switch Int.random(in: 0..<14, using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2: return .integer(pick(numbers, 0))
    case 3: return .real(pick(reals, 0))
    case 4: return .decimal(pick([.nan, 0, Decimal.greatestFiniteMagnitude], 0))
    case 5, 6: return .text(pick(texts, ""))
    case 7: return .date(Date(timeIntervalSinceReferenceDate: pick(reals, 0)))
    case 8: return .data(Data(repeating: 0xFF, count: pick([0, 1, 20_000], 0)))
    case 9: return .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    case 10, 11: return .reference(pick(names, ""))
    case 12 where depth < 4:
      return Bool.random(using: &generator)
        ? .list((0..<3).map { _ in value(depth + 1, &generator) })
        : .composite([pick(fields, ""): value(depth + 1, &generator)])
    default:
      let digest = pick(["", "../../x", String(repeating: "a", count: 64)], "")
      return .file(SyncFile(digest: digest, size: pick(numbers, 0)))
    }
  }

  static func record(_ generator: inout SeededGenerator) -> SyncRecord {
    var record = SyncRecord(
      name: names.randomElement(using: &generator) ?? "",
      kind: kinds.randomElement(using: &generator) ?? "",
      marks: marks.randomElement(using: &generator) ?? "")
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      record.fields[fields.randomElement(using: &generator) ?? ""] = value(0, &generator)
    }
    return record
  }

  @Test func arbitraryRecordsNeitherCrashNorLoseRows() async throws {
    for number in 0..<TestRun.count(400) {
      let seed = TestRun.seed(90_000 + UInt64(number))
      var generator = SeededGenerator(seed: seed)
      let server = MemoryServer()
      let provider = MemoryProvider(server)
      let container = try SyncedStores.make()
      let engine = try SyncEngine(container, provider)
      let context = ModelContext(container)
      context.insert(SyncedPerson(name: "Ada"))
      try context.save()
      for round in 0..<4 {
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          var record = Self.record(&generator)
          record.tag = await server.records[record.name]?.tag
          _ = try await provider.write([.save(record)])
        }
        do {
          try await engine.syncNow()
        } catch let error as SyncError {
          // The error has a message, and no local data is lost.
          #expect(!error.message.isEmpty)
        }
        context.insert(SyncedNote(title: "note \(round)"))
        try context.save()
      }
      let kept = try ModelContext(container).fetch(FetchDescriptor<SyncedNote>()).map(\.title)
      #expect(Set(kept).isSuperset(of: (0..<4).map { "note \($0)" }), "seed \(seed)")
    }
  }
}
