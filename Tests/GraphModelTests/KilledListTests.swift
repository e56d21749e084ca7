import Foundation
import OpenSwiftData
import RandomTesting
import StoreTesting
import TestModels
import Testing

@testable import crashlists

/// Processes that change the same lists and are killed meanwhile lose no order, link or row.
@Suite("Killed writers of lists")
struct KilledListTests {
  /// The helper program next to the test runner.
  private static let writer = HelperProgram.url("crashlists")

  private static let rounds = TestRun.count(1_000, atLeast: 8)
  private static let writers = ["w0", "w1", "w2", "w3"]

  /// The members of a playlist that belong to one writer.
  private struct Share: Hashable {
    let list: String
    let writer: String
  }

  @Test(.enabled(if: writer != nil, "the helper program is not built"))
  func everyWriterFindsItsOrder() throws {
    let folder = try TestFolder()
    let url = folder.file("lists.store")
    try makeStore(url)
    var generator = SeededGenerator(seed: TestRun.seed(77))
    var known: [Share: [String]] = [:]
    var saves = 0
    for round in 0..<Self.rounds {
      let runs = try Self.writers.enumerated().map { number, name in
        let seed = UInt64(round * Self.writers.count + number) + TestRun.seed(1) % 1_000
        return try HelperProgram(Self.writer, [url.path, name, "\(seed)"])
      }
      // Programs are killed before and after their first save.
      for run in runs { try run.waitForLines(prefix: round.isMultiple(of: 2) ? "done" : "try") }
      usleep(UInt32(generator.next() % 120_000))
      var tried: [Share: [String]] = [:]
      for (run, name) in zip(runs, Self.writers) {
        let steps = Steps(try run.kill())
        #expect(steps.refusals.isEmpty, "\(steps.refusals.prefix(2)), \(TestRun.comment)")
        for (list, order) in steps.saved { known[Share(list: list, writer: name)] = order }
        if let last = steps.tried { tried[Share(list: last.list, writer: name)] = last.order }
        saves += steps.count
      }
      let found = try shares(url)
      for (share, order) in found where order != known[share] ?? [] {
        try #require(
          order == tried[share],
          "\(share): \(order), saved \(known[share] ?? []), \(TestRun.comment), round \(round)")
      }
      for (share, order) in known where found[share] == nil && !order.isEmpty {
        try #require(tried[share] == [], "\(share) is empty, \(TestRun.comment), round \(round)")
      }
      known = found
      if round % 20 == 0 { try StoreChecker(url, ListSchema.models, history: .whole).check() }
    }
    try StoreChecker(url, ListSchema.models, history: .whole).check()
    print(
      "\(Self.rounds) rounds of \(Self.writers.count) programs were killed after \(saves) saves")
    #expect(saves > Self.rounds)
  }

  private func open(_ url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(ListSchema.models), configurations: ModelConfiguration(url: url)))
  }

  private func makeStore(_ url: URL) throws {
    let context = try open(url)
    for name in ListWriter.names { context.insert(Playlist(name: name)) }
    try context.save()
  }

  /// Each writer's members of each playlist: songs and singers must be the same in the same order,
  /// and no others may exist.
  private func shares(_ url: URL) throws -> [Share: [String]] {
    let context = try open(url)
    var shares: [Share: [String]] = [:]
    var members: Set<String> = []
    let lists = try context.fetch(FetchDescriptor<Playlist>())
    #expect(lists.count == ListWriter.names.count)
    for list in lists {
      let (songs, singers) = (list.songs.map(\.code), list.singers.map(\.code))
      try #require(Set(songs) == Set(singers))
      try #require(songs.count == singers.count)
      members.formUnion(songs)
      for code in songs {
        let share = Share(list: list.name, writer: String(code.prefix { $0 != "-" }))
        shares[share, default: []].append(code)
      }
      for writer in Self.writers {
        let own = singers.filter { $0.hasPrefix(writer + "-") }
        try #require(own == shares[Share(list: list.name, writer: writer)] ?? [])
      }
    }
    #expect(Set(try context.fetch(FetchDescriptor<Song>()).map(\.code)) == members)
    let singers = try context.fetch(FetchDescriptor<Singer>())
    #expect(Set(singers.map(\.code)) == members)
    #expect(singers.allSatisfy { $0.playlists.count == 1 })
    return shares
  }
}

extension KilledListTests {
  /// The saves that a writer reported.
  private struct Steps {
    var saved: [String: [String]] = [:]
    /// The order that may or may not be saved.
    var tried: (list: String, order: [String])?
    var refusals: [String] = []
    var count = 0

    init(_ lines: [Substring]) {
      for line in lines {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch words[0] {
        case "try" where words.count == 3:
          tried = (words[1], words[2].split(separator: ",").map(String.init))
        case "done":
          if let tried { saved[tried.list] = tried.order }
          tried = nil
          count += 1
        case "refused":
          refusals.append(String(line))
          tried = nil
        default: break
        }
      }
    }
  }
}
