import Foundation
import Locks
import RandomTesting
import SyncPort
import SyncTesting
import Testing

/// Requirements on every provider.
@Suite("Providers")
struct ProviderTests {
  /// Fetches all changes.
  private func read(
    _ provider: any SyncProvider, since cursor: String? = nil, limit: Int = 100
  ) async throws -> (changes: [SyncChange], cursor: String) {
    var (changes, cursor) = ([SyncChange](), cursor)
    while true {
      let page = try await provider.changes(since: cursor, limit: limit)
      changes += page.changes
      cursor = page.cursor
      if !page.hasMore { return (changes, page.cursor) }
    }
  }

  private func saved(_ result: SyncWriteResult?) throws -> String {
    guard case .saved(let tag)? = result else {
      throw SyncError(.badAnswer, "Not saved: \(String(describing: result))")
    }
    return tag
  }

  @Test(arguments: ProviderKind.allCases)
  func providersKeepEveryValue(_ kind: ProviderKind) async throws {
    let provider = try await kind.makePlace().provider()
    #expect(try await provider.account() != nil)
    let url = try #require(URL(string: "https://a.b/c?d=%20#e"))
    let decimal = try #require(Decimal(string: "-12345678901234567890.123456789"))
    let values: [SyncValue] = [
      .null, .bool(true), .bool(false), .integer(0), .integer(.max), .integer(.min),
      .integer(1 << 53),
      .real(0.1), .real(-.infinity), .real(.leastNonzeroMagnitude), .decimal(decimal), .text(""),
      .text("Möwe 🦅 \u{0} \" \\ e\u{301} \n"), .date(Date(timeIntervalSinceReferenceDate: -0.1)),
      .data(Data()), .data(Data((0...255).map { UInt8($0) })), .uuid(UUID()), .url(url),
      .reference("rabc"), .list([]), .list([.reference("a"), .reference("b"), .null, .integer(1)]),
      .composite([:]), .composite(["a": .composite(["b": .date(.distantFuture)]), "c": .null]),
      .file(SyncFile(digest: "ab", size: 1 << 40)),
    ]
    var fields: [String: SyncValue] = [:]
    for (number, value) in values.enumerated() { fields["f\(number)"] = value }
    fields["größe_ü"] = .text("a property of any name")
    // Positions among the members of one owner, and of each of several.
    fields["owner:position"] = .text("00abc0")
    fields["tags:r1-_Z:position"] = .text("-_z")
    fields["tags:\(String(repeating: "u", count: 64)):position"] = .text("00abc0")
    let record = SyncRecord(name: "r1-_Z", kind: "Möwe", fields: fields, marks: "a|b=c&d|e")
    let tag = try saved(try await provider.write([.save(record)]).first)
    var expected = record
    expected.tag = tag
    #expect(try await read(provider).changes == [.saved(expected)])
  }

  @Test(arguments: ProviderKind.allCases)
  func writesNeedTheCurrentVersion(_ kind: ProviderKind) async throws {
    let provider = try await kind.makePlace().provider()
    var record = SyncRecord(name: "a", kind: "K", fields: ["v": .integer(1)])
    record.tag = try saved(try await provider.write([.save(record)]).first)
    // A writer that does not know the version gets it.
    var other = SyncRecord(name: "a", kind: "K", fields: ["v": .integer(2)])
    #expect(try await provider.write([.save(other)]) == [.conflict(record)])
    other.tag = record.tag
    other.tag = try saved(try await provider.write([.save(other)]).first)
    #expect(other.tag != record.tag)
    #expect(try await provider.write([.save(record)]) == [.conflict(other)])
    #expect(
      try await provider.write([.delete(name: "a", tag: record.tag ?? "")]) == [.conflict(other)])
    #expect(try await provider.write([.delete(name: "a", tag: other.tag ?? "")]) == [.deleted])
    #expect(try await provider.write([.delete(name: "a", tag: other.tag ?? "")]) == [.deleted])
    // A deleted record has no version.
    let gone = try await provider.write([.save(other)])
    #expect(gone == [.conflict(nil)])
    record.tag = nil
    _ = try saved(try await provider.write([.save(record)]).first)
    let changes = try await read(provider).changes
    #expect(changes.last?.name == "a")
    guard case .saved(let last)? = changes.last else { throw SyncError(.badAnswer, "none") }
    #expect(last.fields == record.fields)
  }

  @Test(arguments: ProviderKind.allCases)
  func changesAreReportedOnce(_ kind: ProviderKind) async throws {
    let place = try await kind.makePlace()
    let (writer, reader) = (place.provider(), place.provider())
    let empty = try await read(reader)
    #expect(empty.changes.isEmpty)
    let records = (0..<57).map {
      SyncWrite.save(SyncRecord(name: "r\($0)", kind: "K", fields: ["n": .integer(Int64($0))]))
    }
    let results = try await writer.write(records)
    let tags = try results.map(saved)
    let first = try await read(reader, since: empty.cursor, limit: 10)
    #expect(Set(first.changes.map(\.name)).count == 57)
    // Nothing is reported twice, and nothing is lost.
    #expect(try await read(reader, since: first.cursor).changes.isEmpty)
    _ = try await writer.write([
      .delete(name: "r3", tag: tags[3]),
      .save(SyncRecord(name: "r4", kind: "K", fields: ["n": .integer(-1)], tag: tags[4])),
    ])
    let second = try await read(reader, since: first.cursor)
    #expect(second.changes.map(\.name) == ["r3", "r4"])
    #expect(second.changes.first == .deleted(name: "r3"))
    #expect(try await writer.write([]) == [])
    // A full fetch reports all records.
    let all = try await read(place.provider(), limit: 7).changes.filter { change in
      if case .saved = change { true } else { false }
    }
    #expect(Set(all.map(\.name)).count == 56)
  }

  @Test(arguments: ProviderKind.allCases)
  func accountsAreSeparate(_ kind: ProviderKind) async throws {
    let place = try await kind.makePlace()
    let (one, other) = (place.provider(), place.provider(account: 1))
    _ = try await one.write([.save(SyncRecord(name: "a", kind: "K"))])
    #expect(try await read(other).changes.isEmpty)
    let accounts = (try await one.account(), try await other.account())
    #expect(accounts.0 != accounts.1)
  }

  @Test(arguments: ProviderKind.allCases)
  func piecesAreKept(_ kind: ProviderKind) async throws {
    let provider = try await kind.makePlace().provider()
    let bytes = Data((0..<(256 << 10)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    #expect(try await provider.piece(named: "p1") == nil)
    try await provider.store(piece: bytes, named: "p1")
    try await provider.store(piece: bytes, named: "p1")
    #expect(try await provider.piece(named: "p1") == bytes)
    // Pieces are not reported as records.
    #expect(try await read(provider).changes.isEmpty)
  }

  @Test(arguments: ProviderKind.allCases)
  func foreignCursorsAreRefused(_ kind: ProviderKind) async throws {
    let provider = try await kind.makePlace().provider()
    await #expect(throws: SyncError.self) {
      try await provider.changes(since: "nonsense", limit: 10)
    }
  }

  /// Several writers and a concurrent reader: in the end the reader knows all records.
  @Test(arguments: ProviderKind.allCases)
  func writesOfManyWritersAreAllRead(_ kind: ProviderKind) async throws {
    let place = try await kind.makePlace()
    let rounds = TestRun.isShort ? 4 : 12
    _ = try await read(place.provider())
    let progress = WritingProgress()
    async let reading = {
      let reader = place.provider()
      var (seen, cursor) = (Set<String>(), String?.none)
      while true {
        let isLast = progress.isDone.withLock { $0 }
        let page = try await read(reader, since: cursor, limit: 50)
        seen.formUnion(page.changes.map(\.name))
        cursor = page.cursor
        if isLast {
          // To the end, and once more for records that the server committed during the fetch.
          let rest = try await read(reader, since: cursor, limit: 50)
          let late = try await read(reader, since: rest.cursor, limit: 50)
          return seen.union((rest.changes + late.changes).map(\.name))
        }
        // Immediate responses of an in-memory server would otherwise starve the writers of threads.
        await Task.yield()
      }
    }()
    let outcome = await withTaskGroup(of: (any Error)?.self) { group in
      for writer in 0..<4 {
        group.addTask {
          do {
            let provider = place.provider()
            for round in 0..<rounds { try await write(writer, round, provider, progress) }
            return nil
          } catch { return error }
        }
      }
      return await group.reduce(nil) { $0 ?? $1 }
    }
    progress.isDone.withLock { $0 = true }
    let seen = try await reading
    if let outcome { throw outcome }
    #expect(seen == progress.written.withLock { $0 })
    #expect(seen.count == 4 * rounds * 20)
  }

  /// Writes records, and repeats those for which the server was too busy.
  private func write(
    _ writer: Int, _ round: Int, _ provider: any SyncProvider, _ progress: WritingProgress
  ) async throws {
    var names = (0..<20).map { "w\(writer)-\(round)-\($0)" }
    var tries = 0
    while !names.isEmpty {
      tries += 1
      let writes = names.map { SyncWrite.save(SyncRecord(name: $0, kind: "K")) }
      let results: [SyncWriteResult]
      do {
        results = try await provider.write(writes)
      } catch let error as SyncError where error.isTransient && tries < 50 {
        continue
      }
      var rest: [String] = []
      for (name, result) in zip(names, results) {
        switch result {
        // A request with an error response may have been carried out.
        case .saved, .conflict: progress.written.withLock { _ = $0.insert(name) }
        default: rest.append(name)
        }
      }
      if tries == 50 { throw SyncError(.serverFailed, "Not written: \(results)") }
      names = rest
    }
  }
}

/// The records that the writers wrote.
private final class WritingProgress: Sendable {
  let isDone = Mutex(false)
  let written = Mutex(Set<String>())
}
