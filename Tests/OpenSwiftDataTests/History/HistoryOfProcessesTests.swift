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

  /// Reads the history in steps while another process saves.
  ///
  /// It must report each save of both processes once.
  @Test(.enabled(if: KilledWriter.program != nil, "the helper program is not built"))
  func savesOfAllProcessesAreRecordedOnce() throws {
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
    while seen.count < 20 || ownSaves < 5, process.isRunning {
      let new = try transactions(own, after: seen.last?.token)
      seen += new
      // The writer only changes rows that it fetched at its start or inserted itself.
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
    #expect(seen.count >= 20)
    #expect(ownSaves == 5)
    let others = seen.filter { $0.processIdentifier == "crashwriter" }
    #expect(others.allSatisfy { $0.author == nil })
    #expect(seen.filter { $0.author == "reader" }.count == ownSaves)
    #expect(others.count + ownSaves == seen.count)
    // The stored rows are those that were inserted and not deleted.
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
