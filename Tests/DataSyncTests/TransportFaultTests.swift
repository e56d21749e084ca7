import DataSync
import Foundation
import OpenSwiftData
import RandomTesting
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

/// One device sends, deletes and changes records, and another one reads them.
///
/// A fault affects one of the requests of either device.
@Suite("Syncs whose requests fail", .serialized)
struct TransportFaultTests {
  private enum Device: String { case sender, reader }

  private struct Case {
    let device: Device
    let fault: FaultTransport.Fault
    let number: Int
  }

  /// The number of requests of each device without faults.
  private struct Counts {
    var sender = 0
    var reader = 0
  }

  @Test func syncsSurviveAFaultOfAnyRequest() async throws {
    let place = try await KintoPlace(.memory)
    let counts = try await run(place, nil)
    #expect(counts.sender >= 10)
    #expect(counts.reader >= 5)
    var cases: [Case] = []
    for fault in FaultTransport.Fault.allCases {
      cases += (0..<counts.sender).map { Case(device: .sender, fault: fault, number: $0) }
      cases += (0..<counts.reader).map { Case(device: .reader, fault: fault, number: $0) }
    }
    let all = cases.count
    if !TestRun.isWhole {
      var generator = SeededGenerator(seed: TestRun.seed(71))
      cases = Array(cases.shuffled(using: &generator).prefix(TestRun.count(all, atLeast: 14)))
    }
    for one in cases { _ = try await run(place, one) }
    print("\(cases.count) of \(all) faults: \(counts.sender) and \(counts.reader) requests")
  }

  private func run(_ place: KintoPlace, _ one: Case?) async throws -> Counts {
    let collection = KintoPlace.newCollection()
    let transports = [Device.sender, .reader].map { device in
      FaultTransport(
        SystemTransport(), one?.device == device ? one?.fault : nil, at: one?.number ?? 0)
    }
    let containers = [try SyncedStores.make(), try SyncedStores.make()]
    let engines = try zip(containers, transports).map { container, transport in
      try SyncEngine(container, place.provider(collection, transport: transport))
    }
    let comment = Comment(
      rawValue: one.map { "\($0.device) \($0.fault) \($0.number)" } ?? "no fault")
    try fill(containers[0])
    try await sync(engines[0], comment)
    try edit(containers[0])
    try await sync(engines[0], comment)
    try await sync(engines[1], comment)
    let contents = try containers.map { try SyncedStores.contents($0) }
    #expect(contents[0] == contents[1], comment)
    #expect(contents[0].count == Self.rowCount, comment)
    #expect(contents[0].contains { $0.contains("600000 7 7") }, comment)
    #expect(try await place.records(collection).count == Self.rowCount, comment)
    for engine in engines {
      let counts = try await engine.counts()
      #expect(counts.pending == 0, comment)
      #expect(counts.waiting == 0, comment)
    }
    return Counts(sender: transports[0].requestCount, reader: transports[1].requestCount)
  }

  /// Syncs until there is no failure: after one fault, at most twice.
  private func sync(_ engine: SyncEngine, _ comment: Comment) async throws {
    do {
      try await engine.syncNow()
    } catch let error as SyncError {
      #expect(error.isTransient, comment)
      try await engine.syncNow()
    }
  }

  // Three people with ten notes each and five tags, minus the deleted note.
  private static let rowCount = 3 + 29 + 5

  private func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let tags = (0..<5).map { SyncedTag(label: "tag \($0)") }
    for tag in tags { context.insert(tag) }
    for number in 0..<3 {
      let person = SyncedPerson(name: "person \(number)")
      context.insert(person)
      for place in 0..<10 {
        let note = SyncedNote(title: "note \(number) \(place)")
        note.owner = person
        note.tags = [tags[place % 5], tags[(place + number) % 5]]
        if number == 1, place == 3 { note.picture = Data(repeating: 7, count: 600_000) }
        context.insert(note)
      }
    }
    try context.save()
  }

  private func edit(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let notes = try context.fetch(FetchDescriptor<SyncedNote>(sortBy: [SortDescriptor(\.title)]))
    context.delete(notes[4])
    notes[5].title += " changed"
    notes[6].owner = notes[20].owner
    try context.save()
  }
}
