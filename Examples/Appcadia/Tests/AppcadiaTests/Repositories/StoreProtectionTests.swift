import AppcadiaCore
import ExampleSupport
import ExampleTestSupport
import Foundation
import StoreFixtures
import SwiftData
import Testing

@testable import appcadia

@Suite("Store protection")
struct StoreProtectionTests {
  /// The permissions of everything below a folder, by path.
  private func modes(below folder: URL) throws -> [String: Int] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).reduce(into: [:]) {
      let path = folder.appendingPathComponent($1).path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      $0[$1] = (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
  }

  @Test func standardProtectionMatchesTheDesign() {
    let standard = StoreProtection.standard
    #expect(standard.fileProtectionType == "NSFileProtectionComplete")
    #expect(standard.isOwnerOnly)
    let configuration = standard.applied(to: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(configuration.restrictsFileAccess)
    #expect(configuration.tracksHistory)
  }

  @Test func newFilesAreAccessibleOnlyToTheirOwner() async throws {
    try await withTemporaryFolder { folder async throws in
      let url = folder.appendingPathComponent("made/a.store")
      let container = try ModelContainer.appcadia(ModelConfiguration(url: url))
      try await SwiftDataGoalRepository(context: ModelContext(container))
        .createGoal(Goal(title: "a"))
      let modes = try modes(below: folder)
      #expect(modes["made/a.store"] == 0o600)
      #expect(modes["made/a.store-wal"] == 0o600)
      #expect(modes["made/a.store-shm"] == 0o600)
      #expect(modes["made"] == 0o700)
      withExtendedLifetime(container) {}
    }
  }

  /// Copies a store of an earlier version that other users may read, with a folder for large
  /// values.
  private func makeOpenStore(_ version: String, in folder: URL) throws -> URL {
    let url = try StoreFixtures.copy(of: "Appcadia", version: version, to: folder)
    let values = folder.appendingPathComponent(".\(version)_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
    return url
  }

  @Test func oldStoresLosePermissionsOfOtherUsers() async throws {
    try await withTemporaryFolder { folder async throws in
      let url = try makeOpenStore("1.2.0", in: folder)
      let container = try ModelContainer.appcadia(ModelConfiguration(url: url))
      let modes = try modes(below: folder)
      #expect(modes["1.2.0.store"] == 0o600)
      #expect(modes[".1.2.0_SUPPORT"].map { $0 & 0o077 } == 0)
      withExtendedLifetime(container) {}
    }
  }

  @Test(arguments: ["goals", "migrate"])
  func everyCommandProtectsTheStore(_ command: String) async throws {
    try await withTemporaryFolder { folder async throws in
      let url = try makeOpenStore("1.0.0", in: folder)
      let others = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let options = command == "migrate" ? ["--backup"] : []
      let outcome = await ProgramRunner(Appcadia.program, folder: folder)
        .run([command, "--store", url.path] + options)
      #expect(outcome.code == .success)
      let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(command == "goals" || made.count > others.count)
      for (path, mode) in try modes(below: folder)
      where path == "1.0.0.store" || !others.contains(String(path.prefix { $0 != "/" })) {
        #expect(mode & 0o077 == 0, "\(path)")
      }
    }
  }

  @Test func folderOfTheStoreIsProtected() async throws {
    try await withTemporaryFolder { folder async throws in
      let program = ProgramRunner(Appcadia.program, folder: folder)
      let outcome = await program.run(["add", "a"], environment: ["XDG_DATA_HOME": folder.path])
      #expect(outcome.code == .success)
      let modes = try modes(below: folder)
      #expect(modes["appcadia"] == 0o700)
      #expect(modes["appcadia/appcadia.store"] == 0o600)
    }
  }
}
