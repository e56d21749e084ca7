import ExampleTestSupport
import Foundation
import StoreFixtures
import SwiftData
import Testing

@testable import ReadItLaterCore

@Suite("Migrations")
struct MigrationTests {
  private let history = BookmarkContents.history

  @Test(arguments: BookmarkContents.history.steps)
  func migrationsKeepContents(_ step: StoreHistory<BookmarkContents>.Step) throws {
    for outcome in try history.take(step) { #expect(outcome.found == outcome.expected) }
  }

  @Test(arguments: BookmarkContents.history.stepsBack)
  func newerStoresAreRefused(_ step: StoreHistory<BookmarkContents>.Step) throws {
    let isUnharmed = try history.takeBack(step) { open in
      #expect(throws: SwiftDataError.self) { try open() }
    }
    #expect(isUnharmed)
  }

  @Test(arguments: BookmarkContents.history.stepsToNewest)
  func savedStoresAreMigrated(_ step: StoreHistory<BookmarkContents>.Step) throws {
    for outcome in try history.takeFixture(step) { #expect(outcome.found == outcome.expected) }
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
