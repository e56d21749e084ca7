import FirestoreSync
import Foundation
import Locks
import RandomTesting
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

@Suite(
  "Zones of Firestore",
  .enabled(if: FirestoreEmulator.isInstalled, "Firestore's emulator is not installed"))
struct FirestoreZoneTests {
  @Test func zonesAreReadPageByPage() async throws {
    let zone = try EmulatorPlace()
    let provider = zone.provider()
    _ = try await provider.write(saves((0..<25).map { "r\($0)" }))
    let tapped = TappedTransport()
    let (changes, cursor) = try await read(zone.provider(tapped), limit: 10)
    #expect(changes.map(\.name) == (0..<25).map { "r\($0)" })
    #expect(tapped.count("runQuery") == 3)
    // A zone without changes costs a query and a document.
    #expect(try await read(zone.provider(tapped), since: cursor).changes.isEmpty)
    #expect(tapped.count("runQuery") == 4)
    #expect(tapped.count("commit") == 0)
  }

  @Test func reservedNamesAreKept() async throws {
    let provider = try EmulatorPlace().provider()
    let names = ["__a__", "__", "-", "_", "a", String(repeating: "_", count: 64)]
    _ = try await provider.write(saves(names, ["__name__": .integer(1), "": .null]))
    let changes = try await read(provider).changes
    #expect(changes.map(\.name) == names)
    for case .saved(let record) in changes {
      #expect(record.fields == ["__name__": .integer(1), "": .null])
    }
    for name in names {
      try await provider.store(piece: Data(name.utf8), named: name)
      #expect(try await provider.piece(named: name) == Data(name.utf8))
    }
  }

  @Test func valuesAreKeptExactly() async throws {
    let provider = try EmulatorPlace().provider()
    var deep = SyncValue.integer(1)
    for number in 0..<25 {
      deep = number.isMultiple(of: 2) ? .list([deep]) : .composite(["": deep])
    }
    var fields: [String: SyncValue] = [
      "deep": deep, "zero": .real(-0.0), "nan": .real(.nan), "lists": .list([.list([.list([])])]),
      "large": .real(.greatestFiniteMagnitude), "empty": .composite([:]), "none": .data(Data()),
    ]
    var generator = SeededGenerator(seed: TestRun.seed(2))
    for number in 0..<TestRun.count(3_000) {
      let value = Double(bitPattern: generator.next())
      if value.isFinite { fields["r\(number)"] = .real(value) }
    }
    _ = try await provider.write(saves(["a"], fields))
    guard case .saved(let record)? = try await read(provider).changes.first else {
      throw SyncError(.badAnswer, "none")
    }
    #expect(SyncCoding.encode(record.fields) == SyncCoding.encode(fields))
  }

  @Test func largeBatchesAreWrittenInParts() async throws {
    let zone = try EmulatorPlace()
    let tapped = TappedTransport()
    let provider = zone.provider(tapped)
    let bytes = Data(repeating: 7, count: 700_000)
    var writes = saves((0..<6).map { "r\($0)" }, ["d": .data(bytes)])
    // A record that exceeds Firestore's size limit, and one with an invalid field name.
    writes.insert(
      contentsOf: saves(["big"], ["d": .data(Data(repeating: 7, count: 1_050_000))]), at: 1)
    let long = String(repeating: "n", count: 1_600)
    writes.insert(contentsOf: saves(["long"], [long: .integer(1)]), at: 3)
    let results = try await provider.write(writes)
    let refused = zip(writes, results).compactMap { write, result -> String? in
      guard case .refused(let error) = result else { return nil }
      #expect(error.record == write.name)
      #expect(error.kind == (write.name == "big" ? .recordTooLarge : .invalid))
      return write.name
    }
    #expect(refused == ["big", "long"])
    #expect(Set(try await read(provider).changes.map(\.name)) == Set((0..<6).map { "r\($0)" }))
    // Split by size into two commits; the first is halved until only the rejected record remains.
    #expect(tapped.count("commit") > 2)
  }

  /// Firestore accepts the largest record that is sent.
  @Test func theLargestAllowedRecordIsWritten() async throws {
    let provider = try EmulatorPlace().provider()
    var largest = 0
    for size in stride(from: 1_047_000, through: 1_048_576, by: 50) {
      let result = try await provider.write(
        saves(["r\(size)"], ["d": .data(Data(count: size))])
      ).first
      if case .refused(let error)? = result {
        #expect(error.kind == .recordTooLarge)
        break
      }
      _ = try tag(result)
      largest = size
    }
    #expect(largest > 1_047_500)
  }

  @Test func contendedWritesAreRetried() async throws {
    let zone = try EmulatorPlace()
    _ = try await zone.provider().write(saves(["a"]))
    let rest = Mutex(3)
    let tapped = TappedTransport { request in
      guard request.url.absoluteString.hasSuffix(":commit") else { return nil }
      let isMet = rest.withLock { rest in
        rest -= 1
        return rest >= 0
      }
      if isMet { _ = try await zone.provider().write(saves(["x\(UUID().uuidString)"])) }
      return nil
    }
    _ = try tag(try await zone.provider(tapped).write(saves(["b"])).first)
    #expect(tapped.count("commit") == 4)
    let names = try await read(zone.provider()).changes.map(\.name)
    #expect(names.count == 5)
    #expect(names.last == "b")
  }

  /// Reads cost money.
  @Test func expectedRecordsAreNotRead() async throws {
    let zone = try EmulatorPlace()
    _ = try await zone.provider().write(saves(["first"]))
    let tapped = TappedTransport()
    let provider = zone.provider(tapped)
    let tags = try await provider.write(saves(["a", "b"])).map(tag)
    let results = try await provider.write([
      .save(SyncRecord(name: "a", kind: "K", tag: tags[0])), .delete(name: "b", tag: tags[1]),
    ])
    _ = try tag(results.first)
    #expect(results.last == .deleted)
    #expect(tapped.lookedUp == [zone.place.zone, zone.place.zone])
    // An invalid tag, and an existing record.
    let others = try await provider.write([
      .save(SyncRecord(name: "a", kind: "K", tag: "none")), .save(SyncRecord(name: "c", kind: "K")),
      .save(SyncRecord(name: "first", kind: "K")), .delete(name: "b", tag: tags[1]),
    ])
    guard case .conflict(let a?) = others[0], case .conflict(let first?) = others[2] else {
      throw SyncError(.badAnswer, "\(others)")
    }
    #expect([a.name, first.name] == ["a", "first"])
    _ = try tag(others[1])
    #expect(others[3] == .deleted)
    #expect(Set(tapped.lookedUp.dropFirst(3)) == [zone.place.zone, "a", "b", "c", "first"])
  }

  /// A writer that lost the response to a commit finds its own version.
  @Test func writesWithALostAnswerAreConflicts() async throws {
    let zone = try EmulatorPlace()
    _ = try await read(zone.provider())
    // The document and the records are looked up, and then written.
    let lossy = zone.provider(FaultTransport(SystemTransport(), .lostAnswer, at: 1))
    #expect(await error(of: { _ = try await lossy.write(saves(["a"])) })?.kind == .offline)
    guard case .conflict(let record)? = try await lossy.write(saves(["a"])).first else {
      throw SyncError(.badAnswer, "no conflict")
    }
    #expect(try await read(lossy).changes == [.saved(try #require(record))])
  }

  @Test(arguments: FaultTransport.Fault.allCases.filter { $0 != .delay }, 0..<3)
  func faultsBecomeErrors(_ fault: FaultTransport.Fault, _ step: Int) async throws {
    let zone = try EmulatorPlace()
    let cursor = try await read(zone.provider()).cursor
    let expected: SyncError.Kind? =
      switch fault {
      case .delay: nil
      case .lostRequest, .lostAnswer: .offline
      case .truncated: .badAnswer
      case .status500, .status503: .serverFailed
      case .status429: .throttled
      }
    for number in 0..<2 {
      let faulty = zone.provider(FaultTransport(SystemTransport(), fault, at: number))
      let thrown = await error(of: {
        switch step {
        case 0: _ = try await faulty.changes(since: nil, limit: 10)
        case 1: _ = try await faulty.changes(since: cursor, limit: 10)
        default: _ = try await faulty.write(saves(["n\(number)"]))
        }
      })
      #expect(thrown?.kind == expected)
      if fault == .status429 { #expect(thrown?.retryAfter == 2) }
    }
    // Nothing remains that would block further writes.
    _ = try tag(try await zone.provider().write(saves(["after"])).first)
  }

  @Test func foreignDocumentsAreReportedAndKept() async throws {
    let zone = try EmulatorPlace()
    _ = try await zone.provider().write(saves(["a"]))
    try await put("records/x", ["seq": ["integerValue": "900"]], in: zone)
    let changes = try await read(zone.provider()).changes
    guard case .unreadable(let record)? = changes.last, changes.count == 2 else {
      throw SyncError(.badAnswer, "\(changes)")
    }
    #expect(record.name == "x")
    #expect(record.reason.kind == .badAnswer)
    guard case .refused(let refusal)? = try await zone.provider().write(saves(["x"])).first else {
      throw SyncError(.badAnswer, "not refused")
    }
    #expect(refusal.record == "x")
  }
}
