import Foundation
import OpenSwiftData
import Testing

@Suite("Errors")
struct SwiftDataErrorTests {
  private struct Cause: Error, CustomStringConvertible {
    var description: String { "the disk is gone" }
  }

  @Test func errorsOfOneKindAreEqual() {
    let explained = SwiftDataError.storeIsFull.explained("There is no room.", path: "/x")
    #expect(explained == .storeIsFull)
    #expect(explained != .storeIsLocked)
    #expect(explained.hashValue == SwiftDataError.storeIsFull.hashValue)
    #expect(SwiftDataError.storeIsFull ~= (explained as any Error))
    #expect(!(SwiftDataError.storeIsFull ~= Cause()))
  }

  @Test func errorsAreCaughtByName() {
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

  @Test func errorsSayCausePlaceAndAdvice() {
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

  /// What follows a list does not belong to its last entry.
  @Test func adviceFollowsAListOnALineOfItsOwn() {
    let error = SwiftDataError.storeSchemaMismatch.explained(
      "The tables differ:\n- Trip\n- Stop", entity: "Trip", path: "/x.store",
      advice: "Change the models.", underlying: Cause())
    let expected = """
      SwiftDataError.storeSchemaMismatch (Trip, /x.store): The tables differ:
      - Trip
      - Stop
      Change the models. Reason: the disk is gone
      """
    #expect(error.description == expected)
    #expect(error.errorDescription == "The tables differ (Trip, /x.store):\n- Trip\n- Stop")
    let bare = SwiftDataError.storeSchemaMismatch.explained("The tables differ:\n- Trip")
    #expect(bare.description == "SwiftDataError.storeSchemaMismatch: The tables differ:\n- Trip")
    // A value in a text may have several lines.
    let lines = SwiftDataError.valueCannotBeRead.explained(
      "The value 'a:\nb' is not a number.", entity: "Trip", advice: "Change it.")
    #expect(lines.description.hasSuffix("'a:\nb' is not a number. Change it."))
    #expect(lines.errorDescription == "The value 'a:\nb' is not a number (Trip).")
    let outer = SwiftDataError.storeIsFull.explained("It failed.", underlying: error)
    #expect(outer.failureReason?.hasSuffix("The reason is: \(error.localizedDescription)") == true)
  }

  @Test func causesAndTheirAdviceAreGivenOnce() {
    let advice = SwiftDataError.advice(of: Cause(), or: "Look.")
    let inner = SwiftDataError.unsupportedModel.explained("It is odd.", advice: advice)
    let outer = SwiftDataError.valueCannotBeStored.explained(
      "It was not stored.", advice: SwiftDataError.advice(of: inner, or: "Guess."),
      underlying: inner)
    #expect(outer.recoverySuggestion == "Look.")
    #expect(
      outer.description == "SwiftDataError.valueCannotBeStored: It was not stored. Reason: "
        + "SwiftDataError.unsupportedModel: It is odd. Look.")
    let told = SwiftDataError.storeIsFull.explained(
      "It failed: the disk is gone.", underlying: Cause())
    #expect(told.description == "SwiftDataError.storeIsFull: It failed: the disk is gone.")
  }

  /// The library wrote the store, and the program's models are those of the other.
  @Test func adviceForNewerStoresNamesWhatIsOld() {
    #expect(SwiftDataError.storeIsNewer.recoverySuggestion?.contains("library") == true)
    #expect(SwiftDataError.backwardMigration.recoverySuggestion?.contains("program") == true)
    #expect(SwiftDataError.backwardMigration.recoverySuggestion?.contains("library") == false)
  }
}
