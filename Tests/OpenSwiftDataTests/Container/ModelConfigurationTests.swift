import Foundation
import SQLCore
import SQLiteDriver
import Testing

@testable import OpenSwiftData

@Suite("Model configurations")
struct ModelConfigurationTests {
  private let file = URL(fileURLWithPath: "/somewhere/trips.store")

  @Test func storesArePlacedInTheDataFolder() {
    let configuration = ModelConfiguration()
    #expect(configuration.name == "default")
    #expect(configuration.url.lastPathComponent == "default.store")
    #expect(configuration.allowsSave)
    #expect(!configuration.isStoredInMemoryOnly)
    #expect(ModelConfiguration("main").url.lastPathComponent == "main.store")
    let folder = ModelConfiguration("main").url.deletingLastPathComponent()
    #expect(folder == configuration.url.deletingLastPathComponent())
  }

  #if !canImport(Darwin)
    @Test func theDataFolderFollowsTheBaseDirectorySpecification() {
      #expect(DefaultLocation.dataHome(["XDG_DATA_HOME": "/data"]).path == "/data")
      let home = FileManager.default.homeDirectoryForCurrentUser.path
      for environment in [[:], ["XDG_DATA_HOME": ""], ["XDG_DATA_HOME": "relative"]] {
        #expect(DefaultLocation.dataHome(environment).path == home + "/.local/share")
      }
      #expect(DefaultLocation.programName(["/usr/bin/trips", "x"]) == "trips")
      #expect(DefaultLocation.programName([]) == "swiftdata")
    }

    @Test func groupContainersHaveTheirOwnFolders() {
      let configuration = ModelConfiguration(groupContainer: .identifier("group.trips"))
      #expect(configuration.url.pathComponents.suffix(2) == ["group.trips", "default.store"])
      #expect(configuration.groupAppContainerIdentifier == "group.trips")
    }
  #endif

  #if os(Linux)
    @Test(.enabled(if: KilledWriter.program != nil, "the helper program is not built"))
    func theDefaultStoreIsInTheDataFolder() throws {
      let folder = try TestFolder()
      let process = Process()
      process.executableURL = KilledWriter.program
      process.environment = ["XDG_DATA_HOME": folder.url.path]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      // The first line comes after the first save.
      _ = output.fileHandleForReading.availableData
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let url = folder.file("crashwriter/default.store")
      try #require(FileManager.default.fileExists(atPath: url.path))
      let file = try SQLiteConnection(path: url.path, mode: .readWrite)
      let count = try #require(try file.rows("SELECT COUNT(*) FROM ZENTRY").first?.first?.number)
      #expect(count > 0)
    }
  #endif

  @Test func storesInMemoryHaveNoFile() throws {
    let configuration = ModelConfiguration(for: Trip.self, isStoredInMemoryOnly: true)
    #expect(configuration.url.path == "/dev/null")
    #expect(configuration.schema?.entitiesByName["Stop"] != nil)
    try configuration.validate()
  }

  @Test func aConfigurationIsNamedAfterItsFile() throws {
    let configuration = ModelConfiguration(url: file, cloudKitDatabase: .private("iCloud.trips"))
    #expect(configuration.name == "trips")
    #expect(configuration.id == file)
    #expect(configuration.cloudKitContainerIdentifier == "iCloud.trips")
    #expect(ModelConfiguration("other", url: file).name == "other")
    try configuration.validate()
  }

  @Test func equalityComparesEveryPart() {
    let plain = ModelConfiguration(url: file)
    #expect(plain == ModelConfiguration("trips", url: file))
    #expect(plain != ModelConfiguration(url: file, allowsSave: false))
    #expect(plain != ModelConfiguration(url: file, cloudKitDatabase: .none))
    #expect(plain != ModelConfiguration(schema: Schema([Trip.self]), url: file))
    #expect(ModelConfiguration(groupContainer: .none) != ModelConfiguration())
    #expect(Set([plain, ModelConfiguration(url: file)]).count == 1)
  }

  @Test func namesMayBePaths() throws {
    let whole = ModelConfiguration("/somewhere/trips.sqlite")
    #expect(whole.url.path == "/somewhere/trips.sqlite")
    #expect(whole.name == "/somewhere/trips.sqlite")
    #expect(ModelConfiguration("/somewhere/trips").url.path == "/somewhere/trips.store")
    let partial = ModelConfiguration("years/2026")
    #expect(partial.url.pathComponents.suffix(2) == ["years", "2026.store"])
    for configuration in [whole, partial] { try configuration.validate() }
  }

  @Test(arguments: ["a/", "/", "../up", "a/../b", "/a/../b", "a\0b"])
  func invalidFileNamesAreRefused(_ name: String) {
    #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
      try ModelConfiguration(name).validate()
    }
  }

  @Test func fileNamesAreLimitedInBytes() throws {
    // SQLite appends "-journal" to the name, and file systems allow 255 bytes.
    try ModelConfiguration(String(repeating: "a", count: 241)).validate()
    for name in [String(repeating: "a", count: 242), String(repeating: "ß", count: 121)] {
      #expect(throws: SwiftDataError.configurationFileNameTooLong) {
        try ModelConfiguration(name).validate()
      }
    }
  }

  @Test func urlsThatAreNotFilesAreRefused() throws {
    let url = try #require(URL(string: "https://example.com/trips.store"))
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try ModelConfiguration(url: url).validate()
    }
  }

  @Test func twoConfigurationsOfOneStoreAreRefused() throws {
    let again = ModelConfiguration("b", url: URL(fileURLWithPath: "/somewhere/x/../trips.store"))
    #expect(throws: SwiftDataError.duplicateConfiguration) {
      try ModelConfiguration.validateDistinct([ModelConfiguration(url: file), again])
    }
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    try ModelConfiguration.validateDistinct([memory, memory, ModelConfiguration(url: file)])
  }
}
