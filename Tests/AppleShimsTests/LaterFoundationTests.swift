// Scoped imports choose types; members are chosen by themselves.
import struct AppleShims.Logger
import AppleShims
import Foundation
import LaterFoundation
import struct LaterFoundation.LocalizedStringResource
import Testing

/// Whether programs go on to compile where another module has the same declarations.
@Suite("Declarations that another module has, too")
struct LaterFoundationTests {
  #if !canImport(Darwin)
    @Test func membersOfTheOtherModuleAreTaken() {
      #expect(String(localized: "Good") == "later")
      #expect(String(localized: "Good", comment: "of a mood") == "later")
      let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "a")
      #expect(folder?.path == "/later")
      var numbers = [1, 2, 3]
      numbers.move(fromOffsets: [0], toOffset: 3)
      numbers.remove(atOffsets: [0])
      #expect(numbers == [1, 2, 3])
      #expect(Notification.Name.NSPersistentStoreRemoteChange.rawValue == "later")
    }

    @Test func typesAreChosenByScopedImports() {
      let resource: LocalizedStringResource = "Title"
      #expect(resource.origin == "later")
      Logger(subsystem: "tests", category: "types").debug("\(1, privacy: .public)")
    }
  #endif
}
