import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

@Suite("Files for their owner alone")
struct RestrictedFilesTests {
  private let folder: TestFolder
  private let url: URL

  init() throws {
    folder = try TestFolder()
    url = folder.file("private/deeper/test.store")
  }

  private func open(restricted: Bool) throws -> ModelContext {
    var configuration = ModelConfiguration(url: url)
    configuration.restrictsFileAccess = restricted
    return ModelContext(try ModelContainer(for: Scan.self, configurations: configuration))
  }

  /// The file modes of all items in the folder, by path.
  private func modes() throws -> [String: Int] {
    var modes: [String: Int] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) {
      let file = folder.url.appendingPathComponent(path).path
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      modes[path] = (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
    return modes
  }

  private func fill(_ context: ModelContext) throws {
    context.insert(Scan(1, image: .random(seed: 1)))
    try context.save()
  }

  @Test func newFilesAreAccessibleToTheirOwnerAlone() throws {
    let context = try open(restricted: true)
    try fill(context)
    let modes = try modes()
    #expect(modes["private/deeper/test.store-wal"] == 0o600)
    #expect(modes.keys.contains { $0.contains("_EXTERNAL_DATA/") })
    for (path, mode) in modes { #expect(mode & 0o077 == 0, "\(path)") }
    #expect(try context.fetchCount(FetchDescriptor<Scan>()) == 1)
  }

  @Test func openedFilesLoseTheRightsOfOthers() throws {
    let before = try open(restricted: false)
    try fill(before)
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: url.path + suffix)
    }
    let context = try open(restricted: true)
    let modes = try modes()
    for suffix in ["", "-wal", "-shm"] {
      #expect(modes["private/deeper/test.store" + suffix] == 0o600)
    }
    #expect(modes["private/deeper/.test_SUPPORT"].map { $0 & 0o077 } == 0)
    context.insert(Scan(2))
    try context.save()
    #expect(try before.fetchCount(FetchDescriptor<Scan>()) == 2)
  }

  @Test func unrestrictedFilesFollowTheUmask() throws {
    try fill(try open(restricted: false))
    let mask = umask(0)
    umask(mask)
    #expect(try modes()["private/deeper/test.store"] == 0o644 & ~Int(mask))
  }

  @Test func equalityComparesTheRestriction() {
    var other = ModelConfiguration(url: url)
    other.restrictsFileAccess = true
    #expect(other != ModelConfiguration(url: url))
  }
}
