import DataSync
import Foundation
import OpenSwiftData
import Testing

/// Timestamps in the far future, on one record or from one device.
@Suite("Clocks from the future")
struct FutureClockTests {
  @Model final class Note {
    var text: String
    var tag = ""
    init(_ text: String) { self.text = text }
  }

  private let server = MemoryServer()
  private var provider: MemoryProvider { MemoryProvider(server) }

  /// The year 3000, the latest time that is read.
  private static let last: Int64 = 32_503_680_000_000_000
  private static let day: Int64 = 86_400_000_000
  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1e6) }

  private func device() throws -> (ModelContainer, SyncEngine) {
    let container = try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    return (container, try SyncEngine(container, provider))
  }

  private static func texts(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Note>()).map(\.text).sorted()
  }

  private static func edit(_ container: ModelContainer, _ text: String, _ new: String) throws {
    let context = ModelContext(container)
    let notes = try context.fetch(FetchDescriptor<Note>())
    try #require(notes.first { $0.text == text }).text = new
    try context.save()
  }

  @Test(arguments: [last, last - 1, last - 1_000, last - 365 * day, 0] as [Int64])
  func timesFromTheFutureAreNotFollowed(_ time: Int64) async throws {
    let (first, a) = try device()
    let (second, b) = try device()
    let context = ModelContext(first)
    context.insert(Note("n"))
    try context.save()
    for engine in [a, b] { try await engine.syncNow() }
    let time = time == 0 ? Self.now + 2 * Self.day : time
    let record = SyncRecord(
      name: "evil", kind: "Note", fields: ["text": .text("zz evil")],
      marks: String(time, radix: 36) + ".evil||")
    #expect(try await provider.write([.save(record)]).count == 1)
    for engine in [a, b] { try await engine.syncNow() }
    var state = "n"
    for round in 0..<3 {
      // One device edits and syncs first; the other edits and syncs later.
      try Self.edit(second, state, "earlier \(round)")
      try Self.edit(first, state, "later \(round)")
      for engine in [b, a, b, a] { try await engine.syncNow() }
      state = "later \(round)"
      #expect(try Self.texts(first) == [state, "zz evil"])
      #expect(try Self.texts(second) == [state, "zz evil"])
    }
    // The record itself can be edited, and later edits replace earlier ones.
    try Self.edit(second, "zz evil", "z earlier")
    try Self.edit(first, "zz evil", "z later")
    for engine in [b, a, b, a] { try await engine.syncNow() }
    #expect(try Self.texts(first) == [state, "z later"])
    #expect(try Self.texts(second) == [state, "z later"])
    for record in await server.records.values where record.kind == "Note" {
      for stamp in record.marks.split(whereSeparator: { $0 == "|" || $0 == "&" || $0 == "=" }) {
        // The stamps that it replaced follow the semicolon.
        let parts = stamp.prefix { $0 != ";" }.split(separator: ".")
        guard parts.count == 2, parts[1] != "evil" else { continue }
        let time = try #require(Int64(parts[0], radix: 36))
        #expect(time < Self.now + Self.day)
      }
    }
  }

  @Test func valuesFromTheFutureLoseAgainstPresentEdits() async throws {
    let (first, a) = try device()
    let (second, b) = try device()
    let context = ModelContext(first)
    context.insert(Note("n"))
    try context.save()
    for engine in [a, b] { try await engine.syncNow() }
    try Self.edit(first, "n", "mine")
    var record = try #require(await server.records.values.first { $0.kind == "Note" })
    let born = record.marks.split(separator: "|", omittingEmptySubsequences: false)[0]
    record.fields["text"] = .text("evil")
    record.fields["tag"] = .text("evil")
    let stamp = String(Self.now + 400 * Self.day, radix: 36) + ".evil"
    record.marks = "\(born)|tag=\(stamp)&text=\(stamp)|"
    _ = try await provider.write([.save(record)])
    for engine in [a, b, a, b] { try await engine.syncNow() }
    // A value that only the other device set is applied anyway.
    for container in [first, second] {
      let note = try #require(try ModelContext(container).fetch(FetchDescriptor<Note>()).first)
      #expect(note.text == "mine")
      #expect(note.tag == "evil")
    }
  }

  /// An hour ahead is accepted: real clocks differ by that much, and a later edit gets a later
  /// time.
  @Test func aClockAnHourAheadIsFollowed() async throws {
    let (first, a) = try device()
    let ahead = Self.now + Self.day / 24
    let stamp = String(ahead, radix: 36) + ".other"
    let record = SyncRecord(
      name: "r", kind: "Note", fields: ["text": .text("n")], marks: stamp + "||")
    _ = try await provider.write([.save(record)])
    try await a.syncNow()
    try Self.edit(first, "n", "edited")
    // Without a common version the value that was set last is used.
    try await a.syncNow()
    let sent = try #require(await server.records["r"])
    #expect(sent.fields["text"] == .text("edited"))
    let text = try #require(sent.marks.split(separator: "|").dropFirst().first)
    let time = try #require(text.split(separator: "=").last?.split(separator: ".").first)
    #expect(try #require(Int64(time, radix: 36)) > ahead)
  }
}
