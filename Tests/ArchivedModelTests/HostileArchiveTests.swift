import DataSchema
import Foundation
import ModelArchives
import RandomTesting
import Testing

@testable import ArchivedModel

/// Reading any file ends, with a model or an error.
@Suite("Damaged archived models")
struct HostileArchiveTests {
  private static let archive =
    RawDeflate.inflated(Library.modelCache, limit: 1 << 20) ?? Data()

  @Test func bytesThatAreNotAnArchiveAreRefused() throws {
    #expect(!Self.archive.isEmpty)
    for bytes in [Data(), Data([0]), Data("bplist00".utf8), Data(repeating: 0xFF, count: 5_000)] {
      #expect(throws: ArchivedModelError.self) { try ArchivedModel(modelCache: bytes) }
      #expect(throws: ArchivedModelError.self) { try ArchivedModel(archive: bytes) }
    }
  }

  @Test func truncatedArchivesAreRefused() {
    for count in stride(from: 0, to: Library.modelCache.count, by: 7) {
      #expect(throws: ArchivedModelError.self) {
        try ArchivedModel(modelCache: Library.modelCache.prefix(count))
      }
    }
    for count in stride(from: 0, to: Self.archive.count, by: 7) {
      #expect(throws: ArchivedModelError.self) {
        try ArchivedModel(archive: Self.archive.prefix(count))
      }
    }
  }

  /// A few compressed bytes may stand for more than any memory holds.
  @Test func archivesThatExpandWithoutBoundAreRefused() throws {
    let expanded = 8 << 20
    let bomb = try #require(RawDeflate.deflated(Data(count: expanded)))
    #expect(bomb.count < 1 << 16)
    #expect(RawDeflate.inflated(bomb, limit: expanded)?.count == expanded)
    #expect(RawDeflate.inflated(bomb, limit: 1 << 16) == nil)
    #expect(RawDeflate.inflated(Library.modelCache, limit: 1_000) == nil)
    // The same through what reads models, where the limit alone makes the difference.
    let size = Self.archive.count
    #expect(throws: Never.self) { try ArchivedModel(modelCache: Library.modelCache, limit: size) }
    for (cache, limit) in [(bomb, 1 << 16), (Library.modelCache, size - 1)] {
      #expect {
        try ArchivedModel(modelCache: cache, limit: limit)
      } throws: { error in
        "\(error)".contains("too large")
      }
    }
  }

  /// Walking the ancestors of every entity would take too long.
  @Test func longOrCyclicAncestorChainsAreRefused() {
    let names = (0..<TestRun.count(20_000, atLeast: 5_000)).map { "E\($0)" }
    func archive(_ parent: (Int) -> String?) -> Data {
      let entities = names.indices.map {
        EntityDescription(name: names[$0], parentName: parent($0))
      }
      return ModelArchive.archive(of: ModelDescription(entities: entities))
    }
    #expect(throws: ArchivedModelError.self) {
      try ArchivedModel(archive: archive { $0 == 0 ? nil : names[$0 - 1] })
    }
    #expect(throws: ArchivedModelError.self) {
      try ArchivedModel(archive: archive { names[($0 + 1) % names.count] })
    }
  }

  /// Each archive has some bytes replaced: reading it returns a model or throws an error.
  @Test(arguments: 0..<8)
  func damagedArchivesDoNotCrash(_ part: Int) {
    var generator = SeededGenerator(seed: TestRun.seed(50_000 + UInt64(part)))
    for _ in 0..<TestRun.count(10_000) {
      var bytes = Self.archive
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
      }
      _ = try? ArchivedModel(archive: bytes)
    }
  }

  /// Each archive is truncated, has moved pieces or excessive counts, or has exchanged objects, so
  /// that parts
  /// contain their whole.
  @Test(arguments: [false, true])
  func rearrangedArchivesDoNotCrash(_ isExchanged: Bool) {
    let before = PeakMemory.byteCount
    var generator = SeededGenerator(seed: TestRun.seed(isExchanged ? 61_000 : 60_000))
    for number in 0..<TestRun.count(10_000) {
      let bytes =
        isExchanged
        ? DamagedBytes.exchangingObjects(of: Self.archive, using: &generator)
        : DamagedBytes.of(Self.archive, using: &generator)
      // A model that was read has hashes and tables, or reports why it has none.
      guard let model = try? ArchivedModel(archive: bytes).model else { continue }
      #expect(model.versionHashes.count <= model.entities.count, "\(number) \(TestRun.comment)")
      _ = ArchivedModel.archive(of: model)
    }
    if let before, let after = PeakMemory.byteCount {
      #expect(after - before < PeakMemory.growthLimit)
    }
  }
}
