// Scoped imports select the types; members need no import of their own.
import struct AppleShims.Logger
import AppleShims
import Foundation
import LaterFoundation
import struct LaterFoundation.LocalizedStringResource
import Testing

/// Programs still compile if another module declares the same names.
@Suite("Declarations that another module has, too")
struct LaterFoundationTests {
  #if !canImport(Darwin)
    @Test func membersOfTheOtherModuleAreUsed() {
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
