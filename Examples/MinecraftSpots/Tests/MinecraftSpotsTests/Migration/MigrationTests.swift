import ExampleTestSupport
import Foundation
import StoreFixtures
import SwiftData
import Testing

@testable import MinecraftSpotsCore

@Suite("Migrations")
struct MigrationTests {
  private let history = SpotContents.history

  @Test(arguments: SpotContents.history.steps)
  func migrationsKeepContents(_ step: StoreHistory<SpotContents>.Step) throws {
    // The sample refers to two pictures that do not exist.
    let outcomes = try PictureTransfer.$current.withValue(PictureTransfer(skipsUnreadable: true)) {
      try history.take(step)
    }
    for outcome in outcomes { #expect(outcome.found == outcome.expected) }
  }

  @Test(arguments: SpotContents.history.stepsBack)
  func newerStoresAreRefused(_ step: StoreHistory<SpotContents>.Step) throws {
    let isUnharmed = try history.takeBack(step) { open in
      #expect(throws: SwiftDataError.self) { try open() }
    }
    #expect(isUnharmed)
  }

  @Test(arguments: SpotContents.history.stepsToNewest)
  func savedStoresAreMigrated(_ step: StoreHistory<SpotContents>.Step) throws {
    let outcomes = try PictureTransfer.$current.withValue(PictureTransfer(skipsUnreadable: true)) {
      try history.takeFixture(step)
    }
    for outcome in outcomes { #expect(outcome.found == outcome.expected) }
  }

  @Test func eachVersionHasASavedStore() throws {
    #expect(try history.versionsWithoutFixture().isEmpty)
  }

  @Test(.enabled(if: StoreFixtures.areBeingMade)) func missingFixturesAreMade() throws {
    for url in try history.makeFixtures() {
      #expect(!FileManager.default.fileExists(atPath: url.path + "-wal"))
    }
  }
}
