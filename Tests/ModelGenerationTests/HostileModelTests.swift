import Foundation
import ModelArchives
import ModelGeneration
import RandomTesting
import Testing

/// For any file, generation ends with code or an error of this module.
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
    try generate(try folder.write(bytes, to: "model"))
  }

  private func generate(_ file: URL) throws {
    do throws(ModelGenerationError) {
      let models = try ModelGenerator.models(from: file)
      #expect(!models.files.isEmpty)
    } catch {
      #expect(!error.message.isEmpty)
    }
  }

  @Test func truncatedModelsAreRefused() throws {
    let folder = try ModelFolder()
    for seed in Self.seeds() {
      for count in stride(from: 0, to: seed.count - 16, by: 1 + seed.count / 300) {
        let file = try folder.write(seed.prefix(count), to: "model")
        #expect(throws: ModelGenerationError.self) { try ModelGenerator.models(from: file) }
      }
    }
  }

  /// Each model has some bytes replaced, removed or repeated.
  @Test(arguments: 0..<4)
  func damagedModelsDoNotCrash(_ part: Int) throws {
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

  /// Models with several versions, in folders whose files may be damaged.
  @Test(arguments: ["Library.xcdatamodeld", "Library.momd"])
  func damagedModelFoldersDoNotCrash(_ name: String) throws {
    let whole = try ModelFolder()
    let files = try Self.files(of: name, whole)
    let folder = try ModelFolder()
    let before = PeakMemory.byteCount
    var generator = SeededGenerator(seed: TestRun.seed(95_000 + UInt64(name.utf8.count)))
    for (path, bytes) in files { try folder.write(bytes, to: path) }
    for _ in 0..<TestRun.count(Self.folderCount) {
      guard let (path, bytes) = files.randomElement(using: &generator) else { continue }
      let damaged =
        path.hasSuffix(".mom") && Bool.random(using: &generator)
        ? DamagedBytes.exchangingObjects(of: bytes, using: &generator)
        : DamagedBytes.of(bytes, using: &generator)
      try folder.write(damaged, to: path)
      try generate(folder.url.appendingPathComponent(name))
      try folder.write(bytes, to: path)
    }
    if let before, let after = PeakMemory.byteCount {
      #expect(after - before < PeakMemory.growthLimit)
    }
  }

  /// The number of folders in a full run; a factor of 5 makes ten thousand.
  private static let folderCount = 2_000

  /// The files of a model with two versions and a file that names the current one.
  private static func files(of name: String, _ folder: ModelFolder) throws -> [(String, Data)] {
    var files: [(String, Data)] = []
    if name.hasSuffix(".momd") {
      var random = RandomModels(seed: 5)
      for version in ["One", "Two"] {
        files.append(
          (
            "\(name)/\(version).mom", ModelArchive.archive(of: random.model(named: "").model)
          ))
      }
      let current = ["NSManagedObjectModel_CurrentVersionName": "Two"]
      let list = try PropertyListSerialization.data(
        fromPropertyList: current, format: .binary, options: 0)
      files.append(("\(name)/VersionInfo.plist", list))
      return files
    }
    let url = try folder.edited(
      ["One": EditedModels.library, "Two": EditedModels.unusual], current: "Two")
    for path in ["One.xcdatamodel/contents", "Two.xcdatamodel/contents", ".xccurrentversion"] {
      files.append(("\(name)/\(path)", try Data(contentsOf: url.appendingPathComponent(path))))
    }
    return files
  }

  /// Deeply nested elements, and large numbers of attributes and entities: reading them ends, and
  /// takes no more memory than models of that size may.
  @Test(arguments: [
    ("<a>", 200_000, ""), ("<a", 1, String(repeating: " b='1'", count: 100_000) + "/>"),
    ("<a", 1, (0..<100_000).map { " b\($0)='1'" }.joined() + "/>"),
    ("<entity name='E'/>", 200_000, ""), ("&amp;", 500_000, ""), ("<!--", 100_000, "-->"),
    ("<entity name='E'><attribute name='a' attributeType='String'/></entity>", 50_000, ""),
  ])
  func largeModelsAreReadInBoundedMemory(_ part: String, _ count: Int, _ end: String) throws {
    let folder = try ModelFolder()
    let text = EditedModels.model(String(repeating: part, count: count) + end)
    let before = PeakMemory.byteCount
    try generate(folder.edited(["One": text]))
    if let before, let after = PeakMemory.byteCount {
      #expect(after - before < PeakMemory.growthLimit)
    }
  }
}
