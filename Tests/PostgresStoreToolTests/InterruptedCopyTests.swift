import Foundation
import PostgresTesting
import RandomTesting
import RecordStore
import StoreTool
import Testing

/// Copies that are killed before they end.
@Suite(
  "Interrupted copies", .enabled(if: CopyPlace.isAvailable, CopyPlace.reason),
  .timeLimit(.minutes(20)))
struct InterruptedCopyTests {
  private static let rowCount = 5_000

  private func fill(_ engine: RecordEngine) throws {
    try engine.transaction { writer in
      let filler = writer.filler
      try filler.takeKeys(upTo: Int64(Self.rowCount), for: engine.entity("Item"))
      try filler.insert(
        (1...Self.rowCount).map { key in
          Record(
            entity: "Item", key: Int64(key), version: 1, values: ["code": .text("code \(key)")])
        })
    }
  }

  @Test(arguments: [true, false])
  func killedCopiesLeaveAllOrNothing(toServer: Bool) async throws {
    let place = try CopyPlace()
    try fill(place.file("source.store", ShopModel.model))
    var (whole, nothing) = (0, 0)
    let delays = TestRun.isShort ? [0, 0.1, 1] : [0, 0.02, 0.1, 0.3, 0.6, 1, 1.5, 2]
    for delay in delays {
      let target = toServer ? try place.address() : place.path("target-\(delay).store")
      try await kill(place.path("source.store"), target, after: delay)
      let info = CopyRun("query", target, "Item", "--count")
      if info.status == .good {
        #expect(info.output == "\(Self.rowCount)\n", "\(delay) s")
        whole += 1
      } else {
        nothing += 1
        let again = CopyRun("copy", place.path("source.store"), target)
        #expect(again.status == .good, "\(again.messages)")
      }
    }
    // How many are whole depends on the machine; the one that is killed at once never is.
    print("\(delays.count) copies were killed: \(whole) were whole, \(nothing) were not there")
    #expect(nothing > 0)
  }

  private func kill(_ source: String, _ target: String, after delay: Double) async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("swiftdata")
    process.arguments = ["copy", source, target]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // On a busy machine, a delay may be long enough for the whole copy.
    if delay > 0 { try await Task.sleep(for: .seconds(delay)) }
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
