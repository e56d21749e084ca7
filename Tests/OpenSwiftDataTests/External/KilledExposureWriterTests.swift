import Foundation
import SQLCore
import SQLiteDriver
import Testing

@testable import OpenSwiftData
@testable import crashwriter

@Suite("Killed writers of large values")
struct KilledExposureWriterTests {
  private func open(_ url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Exposure.self, configurations: ModelConfiguration(url: url)))
  }

  @Test(.enabled(if: KilledWriter.program != nil, "the helper program is not built"))
  func leaveEveryRowWithItsFileAndNoOtherFiles() throws {
    let folder = try TestFolder()
    let url = folder.file("killed.store")
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    var acknowledged = 0
    for round in 0..<30 {
      let delay = Duration.milliseconds(Int.random(in: 20...300, using: &generator))
      let last = try KilledWriter.run([url.path, "exposures"], for: delay)
      acknowledged = last?.0 ?? acknowledged
      guard FileManager.default.fileExists(atPath: url.path) else { continue }
      let context = try open(url)
      _ = try context.countFiles()
      let exposures = try context.fetch(FetchDescriptor<Exposure>())
      for exposure in exposures {
        #expect(
          exposure.image == Exposure.image(seed: exposure.seed), "seed \(seed), round \(round)")
      }
      #expect(context.deferredFailure == nil, "seed \(seed), round \(round)")
      guard let number = exposures.first?.save else {
        #expect(acknowledged == 0, "seed \(seed), round \(round)")
        continue
      }
      #expect(exposures.allSatisfy { $0.save == number }, "seed \(seed), round \(round)")
      #expect((acknowledged...acknowledged + 1).contains(number), "seed \(seed)")
      if number == acknowledged, let last { #expect(exposures.count == last.1, "seed \(seed)") }
      acknowledged = number
    }
    #expect(acknowledged > 0)
  }
}
