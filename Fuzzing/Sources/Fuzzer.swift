import Foundation
import Locks

/// A test of a parser for untrusted data, which must accept or reject any bytes.
struct Fuzzer: Sendable {
  let name: String
  /// Parses one input; ends the program if the parser misbehaves.
  let run: @Sendable (UnsafeRawBufferPointer) -> Void
  /// Generates valid inputs with the code that writes them; text seeds are in `Fuzzing/Seeds`.
  let seeds: @Sendable () throws -> [Data]

  init(
    _ name: String, _ run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void,
    seeds: @escaping @Sendable () throws -> [Data] = { [] }
  ) {
    (self.name, self.run, self.seeds) = (name, run, seeds)
  }
}

/// The result of `body`; nil for an error of the type that callers are promised.
///
/// Any other error is a failure.
func attempt<Failure: Error, Result>(
  _ type: Failure.Type, _ body: () throws -> Result
) -> Result? {
  do {
    return try body()
  } catch is Failure {
    return nil
  } catch {
    fatalError("An error of an unexpected type was thrown: \(Swift.type(of: error)): \(error)")
  }
}

/// Ends the program unless a condition is true.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}

/// Runs an asynchronous function and waits for its result.
func waiting<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
  let result = Mutex<Result?>(nil)
  let end = DispatchSemaphore(value: 0)
  Task.detached {
    let value = await body()
    result.withLock { $0 = value }
    end.signal()
  }
  end.wait()
  guard let value = result.withLock({ $0 }) else { fatalError("A task ended without a result.") }
  return value
}

/// A folder for the files of this process, within `TMPDIR`, which the caller of the fuzzer deletes.
enum WorkFolder {
  static let url: URL = {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("fuzz-\(ProcessInfo.processInfo.processIdentifier)")
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      fatalError("No folder for temporary files can be made: \(error)")
    }
    return url
  }()

  /// The URL of a file or a subfolder.
  static func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// Deletes a file with all files that SQLite and stores keep next to it.
  static func remove(_ name: String) {
    for suffix in ["", "-wal", "-shm", "-journal", ".files"] {
      unlink(file(name).path + suffix)
    }
  }
}
