import Foundation
import OpenSwiftData
import PostgresData
import PostgresTesting
import RandomTesting
import Testing

@testable import savepostgres

/// Two contexts, one of which reads from replicas, compared with the expected contents of the
/// store.
@Suite("Random programs on replicas", .serialized, .enabled(if: ParcelStore.canRun))
struct RandomReadingTests {
  private static let servers = Result { try PostgresCluster(replicaCount: 2) }

  /// The contents that the replica reader sees once the replicas have caught up.
  ///
  /// Crates and parcels are read at different times, between which a replica may apply a save.
  private static func settledContents(_ program: ReplicaProgram) throws -> ReplicaProgram.Content {
    var seen = try program.contents(isReader: true)
    for _ in 0..<100 {
      let next = try program.contents(isReader: true)
      if next == seen { return seen }
      seen = next
    }
    return seen
  }

  /// If no lag is allowed, the replica reader sees the same contents as the other context.
  @Test func replicasShowWhatTheServerShows() throws {
    for round in 0..<TestRun.count(20, atLeast: 3) {
      var program = try ReplicaProgram(
        try Self.servers.get(), maximumLag: .zero, seed: TestRun.seed(UInt64(51 + round)))
      for _ in 0..<60 {
        try program.step()
        let wanted = program.model
        for isReader in [true, false] {
          let found = try program.contents(isReader: isReader)
          try #require(found == wanted, "\(TestRun.comment), round \(round)")
        }
      }
      try program.end()
      print("\(program.readCount) reads by replicas, \(program.fallbackCount) by the server")
    }
  }

  /// With unlimited lag it may read and change older contents; the result is the same as without
  /// replicas.
  @Test func savesBasedOnStaleReadsMatchTheServer() throws {
    for round in 0..<TestRun.count(20, atLeast: 3) {
      var program = try ReplicaProgram(
        try Self.servers.get(), maximumLag: nil, seed: TestRun.seed(UInt64(81 + round)))
      var former = program.model
      for _ in 0..<60 {
        try program.step()
        let found = try program.contents(isReader: false)
        try #require(found == program.model, "\(TestRun.comment), round \(round)")
        let seen = try Self.settledContents(program)
        if program.wasReader {
          try #require(seen == program.model, "\(TestRun.comment), round \(round)")
        }
        // The contents were current at some time, and are not older than those it saw before.
        let place = program.versions.lastIndex(of: seen)
        try #require(place != nil, "\(TestRun.comment), round \(round)")
        let last = program.versions.firstIndex(of: former) ?? 0
        try #require(place ?? 0 >= last, "\(TestRun.comment), round \(round)")
        former = seen
      }
      try program.end()
    }
  }
}
