import Foundation
import OpenSwiftData
import Testing

@Suite("Errors")
struct SwiftDataErrorTests {
  private struct Cause: Error, CustomStringConvertible {
    var description: String { "the disk is gone" }
  }

  @Test func areEqualByKind() {
    let explained = SwiftDataError.storeIsFull.explained("There is no room.", path: "/x")
    #expect(explained == .storeIsFull && explained != .storeIsLocked)
    #expect(explained.hashValue == SwiftDataError.storeIsFull.hashValue)
    #expect(SwiftDataError.storeIsFull ~= (explained as any Error))
    #expect(!(SwiftDataError.storeIsFull ~= Cause()))
  }

  @Test func areCaughtByName() {
    func attempt() throws { throw SwiftDataError.unknownSchema.explained("Never seen.") }
    do {
      try attempt()
      Issue.record("Nothing was thrown.")
    } catch SwiftDataError.backwardMigration {
      Issue.record("The wrong kind was caught.")
    } catch SwiftDataError.unknownSchema {
    } catch {
      Issue.record("The kind was not recognised.")
    }
  }

  @Test func sayWhatWhereAndWhatToDo() {
    let error = SwiftDataError.valueCannotBeStored.explained(
      "It has no stored form.", entity: "Trip", property: "map", path: "/x.store",
      advice: "Make it Codable.", underlying: Cause())
    let expected =
      "SwiftDataError.valueCannotBeStored (Trip.map, /x.store): It has no stored form. "
      + "Make it Codable. Reason: the disk is gone"
    #expect(error.description == expected)
    #expect(error.localizedDescription == "It has no stored form (Trip.map, /x.store).")
    #expect(
      error.failureReason == "A value cannot be stored. The reason is: the disk is gone.")
    #expect(error.recoverySuggestion == "Make it Codable.")
    #expect(error.underlyingError is Cause)
    #expect(SwiftDataError.storeIsFull.description == "SwiftDataError.storeIsFull")
  }
}
