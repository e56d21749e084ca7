import DataSchema
import Foundation
import PostgresTesting
import RandomTesting
import RecordStore
import StoreTool
import Testing

/// Copies of many rows by a program with limited memory.
@Suite(
  "Large copies", .enabled(if: CopyPlace.isAvailable, CopyPlace.reason), .timeLimit(.minutes(20)))
struct LargeCopyTests {
  /// Many times the memory limit: 100 MB, or 400.
  private static let rowCount = TestRun.isWhole ? 40_000 : 10_000
  private static let picture = Data(repeating: 7, count: 10_000)
  /// The allowed memory beyond that for a small store: SQLite's pages, and some rows.
  private static let bound = 90 << 20

  private func fill(_ engine: RecordEngine, _ count: Int) throws {
    try engine.transaction { writer in
      let shelves = (1...100).map { (key: Int64) in
        Record(entity: "Shelf", key: key, version: 1, values: ["name": .text("\(key)")])
      }
      try writer.filler.insert(shelves)
      let filler = writer.filler
      try filler.takeKeys(upTo: Int64(count), for: engine.entity("Item"))
      for start in stride(from: 1, to: count, by: 1_000) {
        try filler.insert((start..<start + 1_000).map(Self.row))
      }
    }
  }

  private static func row(_ key: Int) -> Record {
    let values: [String: RecordValue] = [
      "code": .text("a code of some length \(key)"), "picture": .data(picture),
      "shelf": .row(Int64(key % 100 + 1)),
      "weight": .real(Double(key)), "number": .uuid(UUID()),
    ]
    return Record(
      entity: key.isMultiple(of: 3) ? "Book" : "Item", key: Int64(key), version: 1, values: values)
  }

  @Test func largeCopiesUseBoundedMemory() async throws {
    let place = try CopyPlace()
    var peaks: [[Int]] = []
    for (name, count) in [("small", 1_000), ("large", Self.rowCount)] {
      try fill(place.file("\(name).store", ShopModel.model), count)
      let (address, back) = (try place.address(), place.path("\(name)back.store"))
      var ofCopies: [Int] = []
      for (from, to) in [(place.path("\(name).store"), address), (address, back)] {
        let copy = try await BoundedCopy(from, to)
        #expect(copy.status == 0, "\(copy.text)")
        print("\(count) rows were copied with \(copy.peak >> 20) MB at most in \(copy.duration)")
        ofCopies.append(copy.peak)
      }
      peaks.append(ofCopies)
      let kept = try RecordEngine(StoreOptions(name: "back", path: back))
      #expect(try kept.count("Item") == count)
    }
    for (small, large) in zip(peaks[0], peaks[1]) { #expect(large < small + Self.bound) }
  }
}

/// A run of the program in a separate process.
private struct BoundedCopy {
  let status: Int32
  let text: String
  /// The peak memory in bytes.
  let peak: Int
  let duration: Duration

  init(_ from: String, _ to: String) async throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let process = Process()
    process.executableURL = folder.appendingPathComponent("swiftdata")
    process.arguments = ["copy", from, to]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    let start = ContinuousClock.now
    try process.run()
    peak = await Self.peak(of: process.processIdentifier)
    process.waitUntilExit()
    status = process.terminationStatus
    duration = start.duration(to: .now)
    text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// The peak memory of a process when it ends.
  ///
  /// This uses a separate thread: a task could be delayed by others for the whole run.
  private static func peak(of process: Int32) async -> Int {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var peak = 0
        while let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
          let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        {
          peak = max(peak, (Int(line.filter(\.isNumber)) ?? 0) << 10)
          Thread.sleep(forTimeInterval: 0.01)
        }
        continuation.resume(returning: peak)
      }
    }
  }
}
