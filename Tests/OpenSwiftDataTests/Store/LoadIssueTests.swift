import Foundation
import OpenSwiftData
import Testing

/// `SwiftDataError.loadIssueModelContainer` as a pattern that matches errors of unusable stores.
@Suite("Load issues")
struct LoadIssueTests {
  @Model final class Thing {
    var name = ""
    init() {}
  }
  enum Other {
    @Model final class Stranger {
      var number = 0
      init() {}
    }
  }

  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func open(_ url: URL, for type: any PersistentModel.Type = Thing.self) throws {
    _ = try ModelContainer(for: type, configurations: ModelConfiguration(url: url))
  }

  /// Checks that the pattern matches in the forms that programs use.
  private func expectLoadIssue(
    _ kind: SwiftDataError, opening url: URL, location: SourceLocation = #_sourceLocation
  ) {
    do {
      try open(url)
      Issue.record("The store was opened.", sourceLocation: location)
    } catch SwiftDataError.loadIssueModelContainer {
    } catch {
      Issue.record("Not caught: \(error)", sourceLocation: location)
    }
    do {
      try open(url)
      Issue.record("The store was opened the second time.", sourceLocation: location)
    } catch let error as SwiftDataError {
      // The error's kind stays the same.
      #expect(error == kind, sourceLocation: location)
      #expect(error != .loadIssueModelContainer, sourceLocation: location)
      #expect(kind ~= error, sourceLocation: location)
      switch error {
      case .loadIssueModelContainer: break
      default: Issue.record("Not matched: \(error)", sourceLocation: location)
      }
    } catch {
      Issue.record("Not typed: \(error)", sourceLocation: location)
    }
  }

  @Test func unusableStoresMatchThePattern() throws {
    let junk = folder.file("junk.store")
    try Data(repeating: 65, count: 8192).write(to: junk)
    expectLoadIssue(.storeIsNotADatabase, opening: junk)

    let other = folder.file("other.store")
    try open(other, for: Other.Stranger.self)
    let container = try ModelContainer(
      for: Other.Stranger.self, configurations: ModelConfiguration(url: other))
    let context = ModelContext(container)
    context.insert(Other.Stranger())
    try context.save()
    expectLoadIssue(.storeSchemaMismatch, opening: other)

    let cut = folder.file("cut.store")
    try open(cut)
    try Data(contentsOf: cut).prefix(5000).write(to: cut)
    try? FileManager.default.removeItem(atPath: cut.path + "-wal")
    expectLoadIssue(.storeIsCorrupt, opening: cut)

    let place = folder.file("folder.store")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    expectLoadIssue(.storeCannotBeOpened, opening: place)
    #if os(Linux)
      expectLoadIssue(
        .storeCannotBeOpened, opening: URL(fileURLWithPath: "/proc/missing/x.store"))
    #endif
  }

  /// Programs that match the pattern to set a store aside must not set aside an intact one.
  @Test func passingErrorsDoNotMatchThePattern() {
    for kind in [SwiftDataError.storeIsLocked, .storeIsFull, .duplicateConfiguration] {
      #expect(!(SwiftDataError.loadIssueModelContainer ~= kind.whileLoading))
    }
  }

  /// Damage found by a fetch does not mean that the container could not be created.
  @Test func errorsAfterLoadingDoNotMatchThePattern() {
    let error: any Error = SwiftDataError.storeIsCorrupt
    #expect(!(SwiftDataError.loadIssueModelContainer ~= error))
    #expect(SwiftDataError.loadIssueModelContainer ~= SwiftDataError.storeIsCorrupt.whileLoading)
    #expect(!(SwiftDataError.storeIsCorrupt ~= SwiftDataError.loadIssueModelContainer))
  }

  @Test func loadIssuesEqualOnlyTheirKind() {
    let error = SwiftDataError.storeIsCorrupt.whileLoading
    #expect(error == .storeIsCorrupt)
    #expect(error.hashValue == SwiftDataError.storeIsCorrupt.hashValue)
    #expect(error != .loadIssueModelContainer)
  }
}
