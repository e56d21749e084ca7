import CAllocationCounting
import Foundation
import OpenSwiftData

/// An operation that is repeated `count` times; `run` returns its cost.
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

  /// Runs the operation `count` and twice `count` times, and prints the figures.
  ///
  /// Constant costs are not part of their difference.
  func report(_ library: RecordLibrary) throws {
    // The first run creates what is created only once in a process.
    _ = try run(library, 10)
    let (once, twice) = (try run(library, count), try run(library, 2 * count))
    print("\(name)\t\(count)\t\(once)\t\(twice)")
  }
}

/// The number of memory blocks that `body` allocates.
func allocations(_ body: () throws -> Void) rethrows -> Int {
  let before = allocation_count()
  try body()
  return allocation_count() - before
}

/// The peak increase of memory in use during `body`, in bytes.
func peakBytes(_ body: () throws -> Void) rethrows -> Int {
  let before = allocated_bytes()
  allocated_bytes_peak_reset()
  try body()
  return allocated_bytes_peak() - before
}

/// The increase of memory in use after `body`, in bytes.
func heldBytes(_ body: () throws -> Void) rethrows -> Int {
  let before = allocated_bytes()
  try body()
  return allocated_bytes() - before
}
