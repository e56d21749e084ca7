import Foundation
import OpenSwiftData
import PostgresData
import PostgresTesting
import SQLCore
import Testing

/// The CHECK constraints of enumerations during a migration to other cases.
@Suite(
  "Checks of enumerations that a migration changes", .enabled(if: PostgresServer.isInstalled))
struct EnumerationMigrationTests {
  private let place: CheckedPlace

  init() throws {
    place = try CheckedPlace()
    _ = try place.open(ParcelsV1.self)
  }

  @Test func migratedChecksAllowTheNewCases() throws {
    try place.insert("state", "'sent'")
    _ = try place.open(ParcelsV2.self)
    try place.insert("state", "'lost'")
    #expect(throws: SQLError.self) { try place.insert("state", "'ready'") }
    #expect(try place.constraints() == ["parcel.state_cases"])
  }

  @Test func errorsNameTheValuesThatNewChecksRefuse() throws {
    try place.insert("state", "'ready'")
    let error = try #require(throws: SwiftDataError.self) { try place.open(ParcelsV2.self) }
    #expect(error == .loadIssueModelContainer)
    #expect(error.entity == "Parcel")
    #expect("\(error)".contains("Parcel.state: \"ready\""), "\(error)")
    // The failed migration changed nothing.
    #expect(throws: SQLError.self) { try place.insert("state", "'lost'") }
    _ = try place.open(ParcelsV1.self)
  }

  @Test func checksApplyToValuesThatAStageChanged() throws {
    try place.insert("state", "'ready'")
    try place.insert("state", "'sent'")
    let container = try place.open(ParcelsV2.self, MendingPlan.self)
    let parcels = try ModelContext(container).fetch(FetchDescriptor<ParcelsV2.Parcel>())
    #expect(parcels.map(\.state) == [.sent, .sent])
    #expect(throws: SQLError.self) { try place.insert("state", "'ready'") }
  }

  @Test func errorsNameInvalidValuesThatAStageLeft() throws {
    try place.insert("state", "'ready'")
    let error = try #require(throws: SwiftDataError.self) {
      try place.open(ParcelsV2.self, IdlePlan.self)
    }
    #expect(error == .loadIssueModelContainer, "\(error)")
    #expect("\(error)".contains("\"ready\""), "\(error)")
    _ = try place.open(ParcelsV1.self)
  }

  @Test func checksAreRemovedWhenNoLongerRequested() throws {
    try place.insert("state", "'ready'")
    _ = try place.open(ParcelsV2.self, checks: false)
    #expect(try place.constraints().isEmpty)
  }
}
