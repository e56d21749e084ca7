import DataSchema
import Foundation
import PostgresTesting
import RandomTesting
import RecordStore
import StoreTool
import Testing

/// Copies of many rows, by a program that may take little memory.
@Suite(
  "Large copies", .enabled(if: CopyPlace.isAvailable, CopyPlace.reason), .timeLimit(.minutes(10)))
struct LargeCopyTests {
  /// All of them take minutes without optimization.
  private static let rowCount = TestRun.isWhole ? 100_000 : 20_000

  private func fill(_ engine: RecordEngine) throws {
    try engine.transaction { writer in
      let shelves = (1...100).map { (key: Int64) in
        Record(entity: "Shelf", key: key, version: 1, values: ["name": .text("\(key)")])
      }
      try writer.filler.insert(shelves)
      let filler = writer.filler
      try filler.takeKeys(upTo: Int64(Self.rowCount), for: engine.entity("Item"))
      for start in stride(from: 1, to: Self.rowCount, by: 1_000) {
        try filler.insert((start..<start + 1_000).map(Self.row))
      }
    }
  }

  private static func row(_ key: Int) -> Record {
    let values: [String: RecordValue] = [
      "code": .text("a code of some length \(key)"), "shelf": .row(Int64(key % 100 + 1)),
      "weight": .real(Double(key)), "number": .uuid(UUID()),
    ]
    return Record(
      entity: key.isMultiple(of: 3) ? "Book" : "Item", key: Int64(key), version: 1, values: values)
  }

  @Test func takeNoMoreMemoryThanSmallOnes() async throws {
    let place = try CopyPlace()
    try fill(place.file("large.store", ShopModel.model))
    let (address, back) = (try place.address(), place.path("back.store"))
    for (from, to) in [(place.path("large.store"), address), (address, back)] {
      let copy = try await BoundedCopy(from, to)
      #expect(copy.status == 0, "\(copy.text)")
      #expect(copy.peak < 150 << 20, "\(copy.peak) bytes")
      print(
        "\(Self.rowCount) rows were copied with \(copy.peak >> 20) MB at most in \(copy.duration)")
    }
    let kept = try RecordEngine(StoreOptions(name: "back", path: back))
    #expect(try kept.count("Item") == Self.rowCount)
  }
}

/// A run of the program in a process of its own.
private struct BoundedCopy {
  let status: Int32
  let text: String
  /// The most memory that it had at once, in bytes.
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
    var peak = 0
    while process.isRunning {
      let path = "/proc/\(process.processIdentifier)/status"
      let lines = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      if let line = lines.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }) {
        peak = max(peak, (Int(line.filter(\.isNumber)) ?? 0) << 10)
      }
      // Other tests go on meanwhile.
      try await Task.sleep(for: .milliseconds(20))
    }
    process.waitUntilExit()
    (status, self.peak) = (process.terminationStatus, peak)
    duration = start.duration(to: .now)
    text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
