import CAllocationCounting
import Foundation
import OpenSwiftData

/// Something that is done `count` times; `run` tells what it took.
struct Measurement: Sendable {
  let name: String
  let count: Int
  let run: @Sendable (_ library: RecordLibrary, _ count: Int) throws -> Int

  init(
    _ name: String, count: Int = 1_000,
    _ run: @escaping @Sendable (_ library: RecordLibrary, _ count: Int) throws -> Int
  ) {
    self.name = name
    self.count = count
    self.run = run
  }

  /// Runs it `count` and twice `count` times and prints the figures: what is the same for any
  /// count is in neither's difference.
  func report(_ library: RecordLibrary) throws {
    // What is made once in a process is made before.
    _ = try run(library, 10)
    let (once, twice) = (try run(library, count), try run(library, 2 * count))
    print("\(name)\t\(count)\t\(once)\t\(twice)")
  }
}

/// How many blocks of memory `body` asks for.
func allocations(_ body: () throws -> Void) rethrows -> Int {
  let before = allocation_count()
  try body()
  return allocation_count() - before
}

/// How much more memory was in use at most during `body` than before, in bytes.
func peakBytes(_ body: () throws -> Void) rethrows -> Int {
  let before = allocated_bytes()
  allocated_bytes_peak_reset()
  try body()
  return allocated_bytes_peak() - before
}

/// How much more memory is in use after `body` than before, in bytes.
func heldBytes(_ body: () throws -> Void) rethrows -> Int {
  let before = allocated_bytes()
  try body()
  return allocated_bytes() - before
}
