#if os(Linux)
  import CSQLite
  import Foundation
  import OpenSwiftData
  import StoreTesting
  import Testing

  /// Failures of the operating system, each in a separate process with failing system calls.
  @Suite("Failures of the system")
  struct SystemFailureTests {
    private let folder: TestFolder
    private let path: String

    init() throws {
      folder = try TestFolder()
      path = folder.file("test.store").path
      try ModelContext(Self.open(path)).saveNotes(1...3)
    }

    private static func open(
      _ path: String, allowsSave: Bool = true, readsPart: Bool = false
    ) throws -> ModelContainer {
      var configuration = ModelConfiguration(
        url: URL(fileURLWithPath: path), allowsSave: allowsSave)
      configuration.readsPartOfStore = readsPart
      return try ModelContainer(for: Note.self, configurations: configuration)
    }

    /// Checks that an error contains the given texts and gives no harmful advice.
    private static func expect(
      _ texts: String..., of body: () throws -> Void, location: SourceLocation = #_sourceLocation
    ) {
      let error = #expect(throws: SwiftDataError.self, sourceLocation: location, performing: body)
      let text = "\(error, default: "")"
      for part in texts { #expect(text.contains(part), "\(text)", sourceLocation: location) }
      for part in ["Restore", "damaged"] {
        #expect(!text.contains(part), "\(text)", sourceLocation: location)
      }
      if let error {
        #expect(!(SwiftDataError.loadIssueModelContainer ~= error), sourceLocation: location)
      }
    }

    @Test func failedReadsAreNotReportedAsDamage() async {
      await #expect(processExitsWith: .success) { [path = path as String] in
        FailingCalls.fail("pread", EIO)
        FailingCalls.fail("pread64", EIO)
        FailingCalls.fail("read", EIO)
        for allowsSave in [true, false] {
          Self.expect(
            "reading or writing", "Input/output error", "may be intact", "try again"
          ) {
            _ = try Self.open(path, allowsSave: allowsSave)
          }
        }
      }
    }

    @Test func failedWritesAreNotReportedAsDamage() async {
      await #expect(processExitsWith: .success) { [path = path as String] in
        let context = ModelContext(try Self.open(path))
        context.insert(Note(code: 4))
        for (number, texts) in [
          (EIO, ["reading or writing", "may be intact"]),
          (ENOSPC, ["no space left on its disk", "Free some space"]),
        ] {
          for name in ["pwrite", "pwrite64", "write"] { FailingCalls.fail(name, number) }
          for text in texts { Self.expect(text) { try context.save() } }
        }
        for name in ["pwrite", "pwrite64", "write"] { FailingCalls.restore(name) }
        try context.save()
        #expect(try ModelContext(Self.open(path)).codes() == [1, 2, 3, 4])
      }
    }

    @Test func tooManyOpenFilesAreReported() async {
      await #expect(processExitsWith: .success) { [path = path as String] in
        _ = try? Self.open(path)
        OpenFileLimit.exhaust()
        Self.expect("Too many open files", "limit", "ulimit -n") { _ = try Self.open(path) }
      }
    }

    @Test(arguments: [
      (EMFILE, ["Too many open files", "ulimit"]), (ENFILE, ["Too many open files in system"]),
      (ENOSPC, ["no space left on its disk"]), (EDQUOT, ["no space left on its disk"]),
      (EIO, ["Input/output error"]), (ENOMEM, ["memory"]),
    ])
    func filesBesideTheStoreThatCannotBeOpenedAreReported(
      _ number: Int32, _ texts: [String]
    ) async {
      await #expect(processExitsWith: .success) {
        [path = path as String, number = number as Int32, texts = texts as [String]] in
        FailingCalls.failOpening("-wal", number)
        for text in texts { Self.expect(text) { _ = try Self.open(path) } }
      }
    }

    @Test(arguments: [false, true])
    func storesInFoldersThatMayNotBeWrittenAreRead(_ readsPart: Bool) async {
      await #expect(processExitsWith: .success) {
        [path = path as String, readsPart = readsPart as Bool] in
        FailingCalls.failOpening("-wal", EACCES)
        let container = try Self.open(path, allowsSave: false, readsPart: readsPart)
        let contexts = [ModelContext(container), ModelContext(container)]
        for context in contexts { #expect(try context.codes() == [1, 2, 3]) }
        // Another program with write access changes the store.
        FailingCalls.restore("open")
        try ModelContext(Self.open(path)).saveNotes(4...5_000)
        for context in contexts {
          Self.expect("another program has changed", "open it again") { _ = try context.codes() }
        }
        FailingCalls.failOpening("-wal", EACCES)
        #expect(try ModelContext(Self.open(path, allowsSave: false)).codes().count == 5_000)
      }
    }

    @Test func logsInFoldersThatMayNotBeWrittenAreReported() async throws {
      let writer = try Self.open(path)
      try ModelContext(writer).saveNotes(4...5)
      // Copies the files as a killed program would leave them.
      let copy = folder.file("copy.store").path
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
      await #expect(processExitsWith: .success) { [copy = copy as String] in
        FailingCalls.failOpening("-shm", EACCES)
        let error = #expect(throws: SwiftDataError.self) {
          _ = try Self.open(copy, allowsSave: false)
        }
        let text = "\(error, default: "")"
        for part in ["write-ahead log", "Make the folder writable"] {
          #expect(text.contains(part), "\(text)")
        }
      }
    }
  }

  /// Failing system calls of SQLite, in a process that runs no other test.
  private enum FailingCalls {
    typealias Opening = @convention(c) (UnsafePointer<CChar>, Int32, Int32) -> Int32
    nonisolated(unsafe) private static var number: Int32 = 0
    nonisolated(unsafe) private static var suffix = ""
    nonisolated(unsafe) private static var opening: Opening?

    /// Makes a system call for reading or writing fail.
    static func fail(_ name: String, _ number: Int32) {
      Self.number = number
      let failing: @convention(c) () -> Int = {
        errno = FailingCalls.number
        return -1
      }
      replace(name, unsafeBitCast(failing, to: sqlite3_syscall_ptr.self))
    }

    static func restore(_ name: String) { replace(name, nil) }

    /// Makes opening files with this suffix fail.
    static func failOpening(_ suffix: String, _ number: Int32) {
      (Self.suffix, Self.number) = (suffix, number)
      let vfs = sqlite3_vfs_find(nil)
      opening = unsafeBitCast(vfs?.pointee.xGetSystemCall(vfs, "open"), to: Opening?.self)
      let failing: Opening = { path, flags, mode in
        guard String(cString: path).hasSuffix(FailingCalls.suffix) else {
          return FailingCalls.opening?(path, flags, mode) ?? -1
        }
        errno = FailingCalls.number
        return -1
      }
      replace("open", unsafeBitCast(failing, to: sqlite3_syscall_ptr.self))
    }

    private static func replace(_ name: String, _ call: sqlite3_syscall_ptr?) {
      let vfs = sqlite3_vfs_find(nil)
      _ = vfs?.pointee.xSetSystemCall(vfs, name, call)
    }
  }
#endif
