import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Model configurations")
struct ModelConfigurationTests {
  private let file = URL(fileURLWithPath: "/somewhere/trips.store")

  @Test func placesTheStoreInTheFolderForData() {
    let configuration = ModelConfiguration()
    #expect(configuration.name == "default")
    #expect(configuration.url.lastPathComponent == "default.store")
    #expect(configuration.allowsSave && !configuration.isStoredInMemoryOnly)
    #expect(ModelConfiguration("main").url.lastPathComponent == "main.store")
    let folder = ModelConfiguration("main").url.deletingLastPathComponent()
    #expect(folder == configuration.url.deletingLastPathComponent())
  }

  #if !canImport(Darwin)
    @Test func followsTheBaseDirectorySpecification() {
      #expect(DefaultLocation.dataHome(["XDG_DATA_HOME": "/data"]).path == "/data")
      let home = FileManager.default.homeDirectoryForCurrentUser.path
      for environment in [[:], ["XDG_DATA_HOME": ""], ["XDG_DATA_HOME": "relative"]] {
        #expect(DefaultLocation.dataHome(environment).path == home + "/.local/share")
      }
      #expect(DefaultLocation.programName(["/usr/bin/trips", "x"]) == "trips")
      #expect(DefaultLocation.programName([]) == "swiftdata")
    }

    @Test func placesGroupsInFoldersOfTheirOwn() {
      let configuration = ModelConfiguration(groupContainer: .identifier("group.trips"))
      #expect(configuration.url.pathComponents.suffix(2) == ["group.trips", "default.store"])
      #expect(configuration.groupAppContainerIdentifier == "group.trips")
    }
  #endif

  @Test func keepsStoresInMemoryNowhere() throws {
    let configuration = ModelConfiguration(for: Trip.self, isStoredInMemoryOnly: true)
    #expect(configuration.url.path == "/dev/null")
    #expect(configuration.schema?.entitiesByName["Stop"] != nil)
    try configuration.validate()
  }

  @Test func takesTheNameOfAFile() throws {
    let configuration = ModelConfiguration(url: file, cloudKitDatabase: .private("iCloud.trips"))
    #expect(configuration.name == "trips" && configuration.id == file)
    #expect(configuration.cloudKitContainerIdentifier == "iCloud.trips")
    #expect(ModelConfiguration("other", url: file).name == "other")
    try configuration.validate()
  }

  @Test func comparesEveryPart() {
    let plain = ModelConfiguration(url: file)
    #expect(plain == ModelConfiguration("trips", url: file))
    #expect(plain != ModelConfiguration(url: file, allowsSave: false))
    #expect(plain != ModelConfiguration(url: file, cloudKitDatabase: .none))
    #expect(plain != ModelConfiguration(schema: Schema([Trip.self]), url: file))
    #expect(ModelConfiguration(groupContainer: .none) != ModelConfiguration())
    #expect(Set([plain, ModelConfiguration(url: file)]).count == 1)
  }

  @Test func takesPathsForNames() throws {
    let whole = ModelConfiguration("/somewhere/trips.sqlite")
    #expect(whole.url.path == "/somewhere/trips.sqlite" && whole.name == "/somewhere/trips.sqlite")
    #expect(ModelConfiguration("/somewhere/trips").url.path == "/somewhere/trips.store")
    let partial = ModelConfiguration("years/2026")
    #expect(partial.url.pathComponents.suffix(2) == ["years", "2026.store"])
    for configuration in [whole, partial] { try configuration.validate() }
  }

  @Test(arguments: ["a/", "/", "../up", "a/../b", "/a/../b", "a\0b"])
  func refusesNamesThatNameNoFile(_ name: String) {
    #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
      try ModelConfiguration(name).validate()
    }
  }

  @Test func limitsTheFileNameInBytes() throws {
    // SQLite puts "-journal" after the name, and 255 bytes is what file systems take.
    try ModelConfiguration(String(repeating: "a", count: 241)).validate()
    for name in [String(repeating: "a", count: 242), String(repeating: "ß", count: 121)] {
      #expect(throws: SwiftDataError.configurationFileNameTooLong) {
        try ModelConfiguration(name).validate()
      }
    }
  }

  @Test func refusesURLsOfNoFile() throws {
    let url = try #require(URL(string: "https://example.com/trips.store"))
    #expect(throws: SwiftDataError.storeCannotBeOpened) {
      try ModelConfiguration(url: url).validate()
    }
  }

  @Test func refusesTwoConfigurationsOfOneStore() throws {
    let again = ModelConfiguration("b", url: URL(fileURLWithPath: "/somewhere/x/../trips.store"))
    #expect(throws: SwiftDataError.duplicateConfiguration) {
      try ModelConfiguration.validateDistinct([ModelConfiguration(url: file), again])
    }
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    try ModelConfiguration.validateDistinct([memory, memory, ModelConfiguration(url: file)])
  }
}
