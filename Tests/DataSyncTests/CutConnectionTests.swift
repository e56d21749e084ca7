import DataSync
import Foundation
import KintoSync
import NetworkFaults
import OpenSwiftData
import SyncHTTP
import SyncTesting
import Testing

/// Connections of the system's HTTP client close at any byte of a request or response.
@Suite("Connections that are cut")
struct CutConnectionTests {
  /// Cut positions in the bytes that a first sync sends or receives, in thousandths.
  private static let places = [0, 120, 333, 640, 930, 999]

  // A person, notes and tags of each device.
  private static let rowCount = 242

  private func fill(_ container: ModelContainer, _ name: String) throws {
    let context = ModelContext(container)
    let person = SyncedPerson(name: name)
    context.insert(person)
    for number in 0..<60 {
      let note = SyncedNote(title: "note \(number) of \(name)")
      note.owner = person
      note.tags = [SyncedTag(label: "tag \(number)")]
      if number == 7 { note.picture = Data(repeating: UInt8(name.utf8.count), count: 300_000) }
      context.insert(note)
    }
    try context.save()
  }

  @Test(arguments: CuttingProxy.Direction.allCases)
  func cutConnectionsLeaveStoresAndServerEqual(_ direction: CuttingProxy.Direction) async throws {
    let place = try await KintoPlace(.memory)
    let proxy = try CuttingProxy(toPort: #require(place.server.port))
    let address = try #require(URL(string: "http://127.0.0.1:\(proxy.port)"))
    var total = 0
    // The first run is not cut, and measures the number of bytes.
    for (number, thousandths) in ([0] + Self.places).enumerated() {
      let collection = KintoPlace.newCollection()
      func provider(timeout: Double) -> KintoProvider {
        KintoProvider(
          address, collection: collection,
          credentials: .basic(user: place.user, password: place.password),
          transport: SystemTransport(timeout: timeout))
      }
      let containers = [try SyncedStores.make(), try SyncedStores.make()]
      for (number, container) in containers.enumerated() {
        try fill(container, String(repeating: "x", count: number + 1))
      }
      let other = try SyncEngine(containers[1], place.provider(collection))
      try await other.syncNow()
      let engine = try SyncEngine(containers[0], provider(timeout: 60))
      if number > 0 {
        let cut = CuttingProxy.Cut(
          direction, after: total * thousandths / 1_000, isReset: number.isMultiple(of: 2))
        proxy.cut(cut)
        do {
          // `URLSession` detects some disconnects within a request only by its timeout.
          try await SyncEngine(containers[0], provider(timeout: 8)).syncNow()
        } catch let error as SyncError {
          #expect(error.isTransient, "\(cut) \(error)")
        }
        #expect(proxy.hasCut, "\(cut)")
      } else {
        _ = proxy.takeCounts()
        try await engine.syncNow()
        total = proxy.takeCounts()[direction] ?? 0
        #expect(total > 300_000)
      }
      for _ in 0..<2 { for engine in [engine, other] { try await engine.syncNow() } }
      let contents = try containers.map(SyncedStores.contents)
      #expect(contents[0] == contents[1])
      let records = try await place.records(collection)
      #expect(contents[0].count == Self.rowCount)
      #expect(records.count == Self.rowCount)
      let third = try SyncedStores.make()
      try await SyncEngine(third, place.provider(collection)).syncNow()
      #expect(try SyncedStores.contents(third) == contents[0])
    }
  }
}
