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
  func killedWritersLeaveEveryRowWithItsFile() throws {
    let folder = try TestFolder()
    let url = folder.file("killed.store")
    var generator = SeededGenerator(seed: TestRun.seed(1))
    var acknowledged = 0
    for round in 0..<TestRun.count(100, atLeast: 30) {
      let last = try KilledWriter.run([url.path, "exposures"], &generator)
      acknowledged = last?.0 ?? acknowledged
      guard FileManager.default.fileExists(atPath: url.path) else { continue }
      let context = try open(url)
      _ = try context.countFiles()
      let exposures = try context.fetch(FetchDescriptor<Exposure>())
      for exposure in exposures {
        #expect(
          exposure.image == Exposure.image(seed: exposure.seed),
          "\(TestRun.comment), round \(round)")
      }
      #expect(context.deferredFailure == nil, "\(TestRun.comment), round \(round)")
      guard let number = exposures.first?.save else {
        #expect(acknowledged == 0, "\(TestRun.comment), round \(round)")
        continue
      }
      #expect(exposures.allSatisfy { $0.save == number }, "\(TestRun.comment), round \(round)")
      #expect((acknowledged...acknowledged + 1).contains(number), "\(TestRun.comment)")
      if number == acknowledged, let last {
        #expect(exposures.count == last.1, "\(TestRun.comment)")
      }
      acknowledged = number
    }
    #expect(acknowledged > 0)
  }
}
