import Foundation
import OpenSwiftData
import Testing

@testable import crashwriter

@Suite("The history of several processes")
struct HistoryOfProcessesTests {
  private func context(_ url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Entry.self, configurations: ModelConfiguration(url: url)))
  }

  private func transactions(
    _ context: ModelContext, after token: DefaultHistoryToken?
  ) throws -> [DefaultHistoryTransaction] {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    if let token { descriptor.predicate = #Predicate { $0.token > token } }
    return try context.fetchHistory(descriptor)
  }

  /// Read bit by bit while another process saves, the history tells of each of its saves once, and of those of
  /// this process in between.
  @Test(.enabled(if: KilledWriter.program != nil, "the helper program is not built"))
  func tellsOfEverySaveWhoeverMadeIt() throws {
    let folder = try TestFolder()
    let url = folder.file("shared.store")
    let own = try context(url)
    own.author = "reader"
    let process = Process()
    process.executableURL = KilledWriter.program
    process.arguments = [url.path]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    var seen: [DefaultHistoryTransaction] = []
    var ownSaves = 0
    let deadline = ContinuousClock.now + .seconds(60)
    while seen.count < 20 || ownSaves < 5, ContinuousClock.now < deadline {
      let new = try transactions(own, after: seen.last?.token)
      seen += new
      // The writer overwrites what it finds, but for rows that it did not find at its start.
      guard ownSaves < 5, !new.isEmpty else { continue }
      own.insert(Entry(save: -1, text: "own"))
      try own.save()
      ownSaves += 1
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let last = try context(url)
    seen += try transactions(last, after: seen.last?.token)
    let identifiers = seen.map(\.transactionIdentifier)
    #expect(identifiers == Array(1...Int64(seen.count)))
    #expect(seen.count >= 20 && ownSaves == 5)
    let others = seen.filter { $0.processIdentifier == "crashwriter" }
    #expect(others.allSatisfy { $0.author == nil })
    #expect(seen.filter { $0.author == "reader" }.count == ownSaves)
    #expect(others.count + ownSaves == seen.count)
    // What was inserted and not deleted is what there is.
    var known: Set<PersistentIdentifier> = []
    for change in seen.flatMap(\.changes) {
      switch change {
      case .insert: #expect(known.insert(change.changedPersistentIdentifier).inserted)
      case .update: #expect(known.contains(change.changedPersistentIdentifier))
      case .delete: #expect(known.remove(change.changedPersistentIdentifier) != nil)
      }
    }
    #expect(try Set(last.fetchIdentifiers(FetchDescriptor<Entry>())) == known)
  }
}
