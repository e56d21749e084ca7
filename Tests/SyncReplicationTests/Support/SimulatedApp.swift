import Foundation
import RandomTesting
import RecordStore
import SyncPort

@testable import SyncReplication

/// An app that relates records only by pairs, without lists, as Apple's apps do on CloudKit.
enum SimulatedApp {
  /// The relationships that the app knows.
  private static let relationships = [
    ("Note", "tags", "Tag", "notes"), ("Person", "friends", "Person", "friends"),
  ]

  /// Relates two random records of a server, or unlinks them.
  static func act(
    on server: MemoryServer, _ step: Int, _ generator: inout SeededGenerator,
    _ record: inout SimulationRecord
  ) async throws {
    let records = await server.records
    let (kind, field, otherKind, otherField) =
      relationships.randomElement(using: &generator) ?? ("", "", "", "")
    func any(_ kind: String) -> String? {
      records.values.filter { $0.kind == kind && SyncContent($0).successor == nil }.map(\.name)
        .sorted().randomElement(using: &generator)
    }
    guard let owner = any(kind), let member = any(otherKind), owner != member else { return }
    let pair = SyncPair(
      .init(record: owner, kind: kind, field: field),
      .init(record: member, kind: otherKind, field: otherField))
    let known = records.values.filter {
      SyncPair($0) == pair || SyncPair($0) == SyncPair(pair.second, pair.first)
    }.sorted { $0.name < $1.name }
    // The app treats both as related by any one pair, and removes all pairs to unlink them.
    let writes: [SyncWrite] =
      known.isEmpty
      ? [
        .save(
          (Bool.random(using: &generator) ? pair : SyncPair(pair.second, pair.first)).record(
            named: "app\(step)"))
      ]
      : known.map { .delete(name: $0.name, tag: $0.tag ?? "") }
    _ = try await MemoryProvider(server).write(writes)
    // A device that receives the pair changes a list, which may restore a record that another
    // device deletes.
    for name in [owner, member] {
      record.relations[name, default: []].append(.init(device: -1, field: field, stamp: nil))
    }
  }

  /// Compares the relationships on a device with the pairs on its server.
  static func check(_ device: SimulatedDevice, _ server: MemoryServer) async throws {
    let records = await server.records
    let rows = try device.names()
    var pairs: Set<[String]> = []
    for pair in records.values.compactMap(SyncPair.init) {
      let ends = [pair.first, pair.second].sorted { ($0.field, $0.record) < ($1.field, $1.record) }
      if ends.allSatisfy({ rows.contains($0.record) }) {
        pairs.insert(ends.flatMap { [$0.field, $0.record] })
      }
    }
    let links = try device.links()
    if links != pairs {
      throw SimulationFailure(
        description: """
          device \(device.number) relates \(links.subtracting(pairs).sorted { "\($0)" < "\($1)" }) without pairs, \
          and not \(pairs.subtracting(links).sorted { "\($0)" < "\($1)" })
          """)
    }
  }
}

extension SimulatedDevice {
  /// The links of all many-to-many relationships.
  fileprivate func links() throws -> Set<[String]> {
    try peer.step { step in
      var links: Set<[String]> = []
      for (name, place) in try step.ledger.places() {
        guard let row = try engine.row(place.key, of: step.names.entity(ofKind: place.root)),
          let shape = step.shape(of: row)
        else { continue }
        for field in shape.fields where field.isOrderedByMembers {
          guard case .members(let relationship) = field.content, let inverse = relationship.inverse
          else { continue }
          for key in try step.members(of: row.key, relationship) {
            let root = step.names.root(of: relationship.destination)
            let member = try step.ledger.name(at: LedgerEntry.Place(root: root, key: key)) ?? "?"
            let ends = [(field.name, name), (step.names.field(of: inverse), member)]
            links.insert(ends.sorted { $0 < $1 }.flatMap { [$0.0, $0.1] })
          }
        }
      }
      return links
    }
  }
}
