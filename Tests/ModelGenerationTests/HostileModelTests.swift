import Foundation
import ModelArchives
import ModelGeneration
import RandomTesting
import Testing

/// Whatever stands in a file, generating ends, with code or an error of this module.
@Suite("Damaged models")
struct HostileModelTests {
  private static func seeds() -> [Data] {
    var random = RandomModels(seed: 4)
    let model = random.model(named: "")
    return [
      Data(EditedModels.library.utf8), Data(EditedModels.unusual.utf8),
      ModelArchive.archive(of: model.model),
    ]
  }

  private func generate(_ bytes: Data, _ folder: ModelFolder) throws {
    let file = try folder.write(bytes, to: "model")
    do throws(ModelGenerationError) {
      let models = try ModelGenerator.models(from: file)
      #expect(!models.files.isEmpty)
    } catch {
      #expect(!error.message.isEmpty)
    }
  }

  @Test func areRefusedWhereTheyAreCutOff() throws {
    let folder = try ModelFolder()
    for seed in Self.seeds() {
      for count in stride(from: 0, to: seed.count - 16, by: 1 + seed.count / 300) {
        let file = try folder.write(seed.prefix(count), to: "model")
        #expect(throws: ModelGenerationError.self) { try ModelGenerator.models(from: file) }
      }
    }
  }

  /// Each with some bytes replaced, removed or repeated.
  @Test(arguments: 0..<4)
  func neverEndTheProgram(_ part: Int) throws {
    let folder = try ModelFolder()
    let seeds = Self.seeds()
    var generator = SeededGenerator(seed: TestRun.seed(90_000 + UInt64(part)))
    for number in 0..<TestRun.count(10_000) {
      var bytes = seeds[number % seeds.count]
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2:
          let other = Int.random(in: 0..<bytes.count, using: &generator)
          let end = min(bytes.count, place + 40)
          bytes.insert(contentsOf: Data(bytes[place..<end]), at: other)
        default: bytes.removeSubrange(place..<min(bytes.count - 1, place + 5))
        }
      }
      try generate(bytes, folder)
    }
  }
}
