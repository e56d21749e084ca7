import DataSync
import Foundation
import OpenSwiftData
import RandomTesting
import SQLCore
import SQLiteDriver
import SyncPort
import SyncTesting
import Testing

@testable import crashsync

@Suite("Syncs of stores that are in trouble")
struct StoreFailureTests {
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "StoreFailureTests-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func store(_ name: String) -> URL { url.appendingPathComponent("\(name).store") }
  }

  private let folder: Folder
  private let server = MemoryServer()

  init() throws { folder = try Folder() }

  private func insert(_ title: String, _ container: ModelContainer) throws {
    let context = ModelContext(container)
    context.insert(SyncedNote(title: title))
    try context.save()
  }

  private func set(_ count: Int, _ container: ModelContainer) throws {
    let context = ModelContext(container)
    for note in try context.fetch(FetchDescriptor<SyncedNote>()) { note.count = count }
    try context.save()
  }

  private func counts(_ containers: [ModelContainer]) throws -> [Int] {
    try containers.flatMap { container in
      try ModelContext(container).fetch(FetchDescriptor<SyncedNote>()).map(\.count)
    }
  }

  @Test func aReadOnlyStoreIsReported() async throws {
    let url = folder.store("readonly")
    try insert("note", SyncedStores.make(url))
    let container = try ModelContainer(
      for: SyncedPerson.self, SyncedNote.self, SyncedTag.self,
      configurations: ModelConfiguration(url: url, allowsSave: false))
    let engine = try SyncEngine(container, MemoryProvider(server))
    await #expect { try await engine.syncNow() } throws: { error in
      guard let error = error as? SyncError else { return false }
      return error.kind == .storeFailed && !error.isTransient
        && error.message.contains("note") == false
        && error.description.count > 40
    }
    #expect(engine.status.lastError?.kind == .storeFailed)
    #expect(await server.records.isEmpty)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<SyncedNote>()) == 1)
  }

  @Test func aLockThatCannotBeCreatedIsReported() async throws {
    let container = try SyncedStores.make(folder.store("a"))
    try insert("note", container)
    // A folder has the path of the file that locks the store among processes.
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("a.store-sync"), withIntermediateDirectories: true)
    let engine = try SyncEngine(container, MemoryProvider(server))
    await #expect { try await engine.syncNow() } throws: { error in
      (error as? SyncError)?.kind == .storeFailed && (error as? SyncError)?.advice != nil
    }
  }

  @Test func aSyncOfAnotherContainerIsReportedAsBusy() async throws {
    let url = folder.store("a")
    let containers = [try SyncedStores.make(url), try SyncedStores.make(url)]
    try insert("note", containers[0])
    let isReached = AsyncStream<Void>.makeStream()
    let provider = TroubledProvider(
      MemoryProvider(server),
      before: { request, _ in
        guard request == .write else { return }
        isReached.continuation.yield()
        try await Task.sleep(for: .seconds(3_600))
      })
    let holder = try SyncEngine(containers[0], provider)
    let sync = Task { try await holder.syncNow() }
    for await _ in isReached.stream { break }
    var options = SyncOptions()
    options.patience = 0.1
    let other = try SyncEngine(containers[1], MemoryProvider(server), options)
    await #expect { try await other.syncNow() } throws: { error in
      (error as? SyncError)?.kind == .busy && (error as? SyncError)?.isTransient == true
    }
    await holder.stop()
    _ = await sync.result
    #expect(try await other.syncNow().sent == 1)
  }

  /// Sanitizers write their own files, which the limit would affect, too.
  private static var isSanitized: Bool {
    #if THREAD_SANITIZER
      true
    #else
      ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil
    #endif
  }

  /// The path of the program beside the one that runs the tests.
  private static let program = HelperProgram.url("crashsync")?.path

  /// No file of the program may grow: that a disk is full looks the same.
  @Test(
    .disabled(if: isSanitized, "a sanitizer needs files that grow"),
    .enabled(if: program != nil, "the helper program is not built"))
  func syncsSucceedAfterAFullDisk() async throws {
    let program = try #require(Self.program)
    let place = try await KintoPlace(.memory)
    let (url, collection) = (folder.store("full"), KintoPlace.newCollection())
    // Another device sent more than the disk has room for.
    let source = try CrashSync.open(folder.store("source"))
    let context = ModelContext(source)
    for number in 0..<400 {
      let item = CrashItem(writer: "b", number: number)
      item.shared = String(repeating: "x", count: 2_000)
      context.insert(item)
    }
    try context.save()
    try await SyncEngine(source, place.provider(collection)).syncNow()
    let output = folder.url.appendingPathComponent("output")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c", "trap '' XFSZ; ulimit -f 400; exec \"$@\"", "bash", program, url.path,
      place.server.absoluteString, place.user, place.password, collection, "a",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    var text = "\n"
    while !text.contains("\nfailed ") {
      let data = pipe.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      text += String(decoding: data, as: UTF8.self)
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(text.contains("\nfailed storeFailed"), "\(text.suffix(500)) \(output.path)")
    let container = try CrashSync.open(url)
    try await SyncEngine(container, place.provider(collection)).syncNow()
    let fetched = try ModelContext(container).fetch(
      FetchDescriptor<CrashItem>(predicate: #Predicate { $0.writer == "b" }))
    #expect(Set(fetched.map(\.number)) == Set(0..<400))
    #expect(fetched.count == 400)
  }

  /// A clock that is a year slow never loses against changes that the device already received.
  @Test(arguments: [false, true])
  func changesOfASlowClockReplaceSeenOnes(_ isConcurrent: Bool) async throws {
    let url = folder.store("behind")
    let containers = [try SyncedStores.make(url), try SyncedStores.make()]
    let engines = try containers.map { try SyncEngine($0, MemoryProvider(server)) }
    try insert("note", containers[1])
    try await engines[1].syncNow()
    try set(3, containers[1])
    for number in [1, 0] { try await engines[number].syncNow() }
    #expect(try counts(containers) == [3, 3])
    try set(7, containers[0])
    let connection = try SQLiteConnection(path: url.path, mode: .readWrite)
    try connection.run("UPDATE ATRANSACTION SET ZTIMESTAMP = ZTIMESTAMP - 31536000")
    if isConcurrent { try set(9, containers[1]) }
    for number in isConcurrent ? [0, 1, 0] : [0, 1] { try await engines[number].syncNow() }
    // Of two concurrent changes the one with the later clock time is used.
    #expect(try counts(containers) == (isConcurrent ? [9, 9] : [7, 7]))
  }
}
