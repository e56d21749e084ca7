import ExampleSupport
import ExampleTestSupport
import Foundation
import StoreFixtures
import Testing

@testable import MinecraftSpotsCore
@testable import spots

@Suite("Core Data stores that the program opens in place")
struct OldStoreTests {
  /// The kind of item at the path of a spot's picture.
  enum Picture: String, CaseIterable {
    case absent, folder, unreadable, outside

    func make(_ name: String, in folder: URL) throws {
      let url = folder.appendingPathComponent(name)
      switch self {
      case .absent: break
      case .folder:
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      case .unreadable:
        try FileManager.default.createSymbolicLink(
          atPath: url.path, withDestinationPath: OddFile.unreadable.make(in: folder))
      case .outside:
        try pngData(count: 100).write(to: url)
      }
    }
  }

  private struct Report: Decodable {
    var isNeeded: Bool
    var pictures: PictureReport?
  }

  private func name(_ picture: Picture) -> String {
    picture == .outside ? "../b.png" : "b.png"
  }

  /// Calls the body with a store of spots: one has the picture a.png, one each of the other
  /// pictures, one none.
  private func withStore(
    _ others: [String] = ["b.png"], _ body: (SpotsRunner, URL) async throws -> Void
  ) async throws {
    try await withSpots { program in
      let folder = program.folder.appendingPathComponent("app")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let url = folder.appendingPathComponent("AppModel.sqlite")
      do {
        let file = try CoreDataStoreFile(at: url)
        let pictures: [String?] = ["a.png", nil] + others.map(Optional.some)
        for name in pictures {
          try file.addItem(
            id: UUID(), place: ("1", "2", "3"), world: nil, imageName: name, created: Date(),
            updated: nil)
        }
      }
      try pngData(count: 1_000).write(to: folder.appendingPathComponent("a.png"))
      try await body(program, url)
    }
  }

  private func run(
    _ program: SpotsRunner, _ url: URL, _ arguments: String...
  ) async -> ProgramRunner.Outcome {
    await program.runner.run(
      arguments + ["--store", url.path],
      environment: ["XDG_CONFIG_HOME": program.folder.appendingPathComponent("config").path])
  }

  private func pictureCount(_ program: SpotsRunner, _ url: URL) async throws -> Int {
    let list = await run(program, url, "list", "--with-photo", "--json")
    return try list.decoded(as: [SpotRecord].self).count
  }

  @Test func storeWithReadablePicturesIsMigratedAndBackedUp() async throws {
    try await withStore { program, url in
      let folder = url.deletingLastPathComponent()
      try pngData(count: 2_000).write(to: folder.appendingPathComponent("b.png"))
      let report: Report = try await run(program, url, "report", "--json").decoded()
      #expect(report.isNeeded)
      #expect(report.pictures == PictureReport(folder: folder.path, readable: 2))
      let list = await run(program, url, "list")
      #expect(list.code == .success)
      let kept = url.path + ".backup-0.1.0"
      #expect(list.messages.contains("A backup of the old store was saved as \(kept).\n"))
      #expect(!list.messages.contains("starts empty"))
      #expect(try await pictureCount(program, url) == 2)
      let names = try SpotContents.versions[0].contents(of: URL(fileURLWithPath: kept))
        .items.compactMap(\.imageName)
      #expect(names.sorted() == ["a.png", "b.png"])
      let later: Report = try await run(program, url, "report", "--json").decoded()
      #expect(!later.isNeeded)
      #expect(later.pictures == nil)
    }
  }

  @Test(arguments: Picture.allCases)
  func storeStaysUnchangedIfAPictureIsUnreadable(_ picture: Picture) async throws {
    let name = name(picture)
    try await withStore([name]) { program, url in
      let folder = url.deletingLastPathComponent()
      try picture.make(name, in: folder)
      let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      for command in ["list", "worlds", "migrate"] {
        let refused = await run(program, url, command)
        #expect(refused.code == .refused)
        #expect(refused.output.isEmpty)
        #expect(refused.messages.contains("names a picture that cannot be read"))
        #expect(refused.messages.contains("“\(name)”"), "\(refused.messages)")
        #expect(refused.messages.contains("spots migrate --without-pictures --store \(url.path)"))
      }
      #expect(try SpotContents.versions[0].contents(of: url).items.count == 3)
      let after = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(
        after.filter { !$0.contains("-wal") && !$0.contains("-shm") }
          == before.filter { !$0.contains("-wal") && !$0.contains("-shm") })
      let report = await run(program, url, "report")
      #expect(report.output.contains("Pictures: 1 to copy into the store from \(folder.path)."))
      #expect(report.output.contains("1 cannot be read"))
      #expect(report.output.contains("“\(name)”"))
    }
  }

  @Test(arguments: Picture.allCases)
  func spotIsMigratedWithoutItsPictureOnRequest(_ picture: Picture) async throws {
    let name = name(picture)
    try await withStore([name]) { program, url in
      try picture.make(name, in: url.deletingLastPathComponent())
      let migrated = await run(program, url, "migrate", "--without-pictures")
      #expect(migrated.code == .success)
      #expect(migrated.messages.contains("warning: a spot is migrated without its picture."))
      #expect(migrated.messages.contains("“\(name)”"))
      #expect(try await pictureCount(program, url) == 1)
      let kept = URL(fileURLWithPath: url.path + ".backup-0.1.0")
      let names = try SpotContents.versions[0].contents(of: kept).items.compactMap(\.imageName)
      #expect(names.sorted() == ["a.png", name].sorted())
    }
  }

  @Test func spotsMigratedWithoutTheirPicturesAreCounted() async throws {
    let names = ["b", "b", "c", "d", "e", "e", "f"].map { "\($0).png" }
    try await withStore(names) { program, url in
      let report: Report = try await run(program, url, "report", "--json").decoded()
      #expect(report.pictures?.unreadable.map(\.spots) == [2, 1, 1, 2, 1])
      let refused = await run(program, url, "list")
      #expect(refused.messages.contains("names 5 pictures that cannot be read"))
      let migrated = await run(program, url, "migrate", "--without-pictures")
      #expect(migrated.code == .success)
      for line in [
        "2 spots are migrated without their picture. The folder of pictures has no file “b.png”.",
        "a spot is migrated without its picture. The folder of pictures has no file “d.png”.",
        "3 more spots are migrated without their pictures.",
      ] {
        #expect(migrated.messages.contains("spots: warning: \(line)\n"), "\(migrated.messages)")
      }
      #expect(try await pictureCount(program, url) == 1)
    }
  }

  /// A backup is always made, so that no option asks for it.
  @Test func migrateHasNoOptionForTheBackup() async throws {
    try await withStore { program, url in
      let refused = await run(program, url, "migrate", "--without-pictures", "--backup")
      #expect(refused.code == .usage)
      #expect(refused.messages.hasPrefix("spots: Unknown option --backup."))
      let help = await run(program, url, "help", "migrate")
      #expect(!help.output.contains("--backup"))
      #expect(help.output.contains("A backup of the old store is always kept"))
    }
  }

  @Test func picturesAreReadFromTheFolderInTheOption() async throws {
    try await withStore { program, url in
      let other = program.folder.appendingPathComponent("pictures")
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
      for name in ["a.png", "b.png"] {
        try pngData(count: 500).write(to: other.appendingPathComponent(name))
      }
      let report: Report = try await run(
        program, url, "report", "--json", "--images", other.path
      ).decoded()
      #expect(report.pictures == PictureReport(folder: other.path, readable: 2))
      let none = await run(program, url, "migrate", "--images", "/no/such/folder")
      #expect(none.code == .failure)
      #expect(none.messages.contains("is not a folder"))
      let migrated = await run(program, url, "migrate", "--images", other.path)
      #expect(migrated.code == .success)
      #expect(try await pictureCount(program, url) == 2)
    }
  }

  @Test func backupDoesNotReplaceAnotherFile() async throws {
    try await withStore { program, url in
      let taken = URL(fileURLWithPath: url.path + ".backup-0.1.0")
      try Data("mine".utf8).write(to: taken)
      let migrated = await run(program, url, "migrate", "--without-pictures")
      #expect(migrated.messages.contains("was saved as \(taken.path)-2.\n"))
      #expect(try Data(contentsOf: taken) == Data("mine".utf8))
      #expect(FileManager.default.fileExists(atPath: taken.path + "-2"))
    }
  }

  @Test func savedStoreIsReportedRefusedAndMigrated() async throws {
    try await withSpots { program in
      let url = try StoreFixtures.copy(
        of: "MinecraftSpots", version: "0.1.0", to: program.folder)
      let before = try Data(contentsOf: url)
      let report = await run(program, url, "report")
      #expect(report.code == .success)
      #expect(report.output.contains("0.1.0"))
      #expect(report.output.contains("1.0.0"))
      #expect(report.output.contains("2 cannot be read"))
      let refused = await run(program, url, "list")
      #expect(refused.code == .refused)
      #expect(refused.messages.contains("names 2 pictures"))
      #expect(try Data(contentsOf: url) == before)
      let migrated = await run(program, url, "migrate", "--without-pictures")
      #expect(migrated.messages.contains("migrating 0.1.0 to 1.0.0, stage 1 of 1"))
      #expect(try await pictureCount(program, url) == 1)
    }
  }

  /// The folders of an app: the store is in Library, the pictures are in Documents.
  @Test func picturesInTheFoldersOfAnAppAreMigrated() async throws {
    try await withSpots { program in
      let files = FileManager.default
      let library = program.folder.appendingPathComponent("Library/Application Support")
      let documents = program.folder.appendingPathComponent("Documents")
      for folder in [library, documents] {
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
      }
      let url = library.appendingPathComponent("AppModel.sqlite")
      do {
        let file = try CoreDataStoreFile(at: url)
        try file.addItem(
          id: UUID(), place: ("1", "2", "3"), world: nil, imageName: "a.png", created: Date(),
          updated: nil)
      }
      let picture = pngData(count: 400_000)
      try picture.write(to: documents.appendingPathComponent("a.png"))
      let report = await run(program, url, "report")
      #expect(report.output.contains("Pictures: 1 to copy into the store from \(documents.path)."))
      #expect(report.output.contains("a backup of the old store is saved next to it"))
      let first = await run(program, url, "list")
      #expect(first.code == .success)
      #expect(!first.messages.contains("データがリセットされる"))
      let exported = program.folder.appendingPathComponent("out.png")
      let id = try await run(program, url, "list", "--json").decoded(as: [SpotRecord].self)[0].id
      _ = await run(program, url, "export", id, exported.path)
      #expect(try Data(contentsOf: exported) == picture)
    }
  }

  @Test func picturesAreAddedByASecondImport() async throws {
    try await withStore { program, url in
      let first = await program("import-core-data", url.path)
      #expect(first.output == "Imported 3 spots and 0 worlds.\n")
      #expect(first.messages.contains("spots import-core-data \(url.path) --images FOLDER"))
      let folder = url.deletingLastPathComponent()
      try pngData(count: 900).write(to: folder.appendingPathComponent("b.png"))
      let second = await program("import-core-data", url.path)
      #expect(
        second.output
          == "Imported 0 spots and 0 worlds; 3 already existed, 1 got their picture.\n")
      #expect(try await program.spots("--with-photo").count == 2)
    }
  }
}
