import Foundation
import OpenSwiftData
import PostgresData
import PostgresTesting
import RandomTesting
import Testing

@testable import savepostgres

/// Two contexts, one of a container that reads from replicas, and what the store holds after what they did.
@Suite("Random programs on replicas", .serialized, .enabled(if: ParcelStore.canRun))
struct RandomReadingTests {
  private static let servers = Result { try PostgresCluster(replicaCount: 2) }

  /// What the one that reads from replicas sees when a replica has nothing more to do: what it reads crates by and what
  /// it reads parcels by are moments of their own, between which a replica may take in a save.
  private static func settledContents(_ program: ReplicaProgram) throws -> ReplicaProgram.Content {
    var seen = try program.contents(isReader: true)
    for _ in 0..<100 {
      let next = try program.contents(isReader: true)
      if next == seen { return seen }
      seen = next
    }
    return seen
  }

  /// Where no lag is allowed, the one that reads from replicas sees what the other sees.
  @Test func showWhatTheServerShows() throws {
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

  /// With any lag it may see, and change, what is older; what comes of it is what would come of it without replicas.
  @Test func changeWhatTheServerShows() throws {
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
        // What it sees was so at some time, and not before what it saw last.
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
