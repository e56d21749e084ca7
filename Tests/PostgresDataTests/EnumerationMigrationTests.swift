import Foundation
import OpenSwiftData
import PostgresData
import PostgresTesting
import SQLCore
import Testing

/// What becomes of the constraints of enumerations when a store is migrated to other cases.
@Suite(
  "Checks of enumerations that a migration changes", .enabled(if: PostgresServer.isInstalled))
struct EnumerationMigrationTests {
  private let place: CheckedPlace

  init() throws {
    place = try CheckedPlace()
    _ = try place.open(ParcelsV1.self)
  }

  @Test func allowTheCasesOfTheNewVersion() throws {
    try place.insert("state", "'sent'")
    _ = try place.open(ParcelsV2.self)
    try place.insert("state", "'lost'")
    #expect(throws: SQLError.self) { try place.insert("state", "'ready'") }
    #expect(try place.constraints() == ["parcel.state_cases"])
  }

  @Test func nameTheValuesThatItDoesNotAllow() throws {
    try place.insert("state", "'ready'")
    let error = try #require(throws: SwiftDataError.self) { try place.open(ParcelsV2.self) }
    #expect(error == .loadIssueModelContainer && error.entity == "Parcel")
    #expect("\(error)".contains("Parcel.state: \"ready\""), "\(error)")
    // Nothing has become of it.
    #expect(throws: SQLError.self) { try place.insert("state", "'lost'") }
    _ = try place.open(ParcelsV1.self)
  }

  @Test func askWhatAStageHasMadeOfThem() throws {
    try place.insert("state", "'ready'")
    try place.insert("state", "'sent'")
    let container = try place.open(ParcelsV2.self, MendingPlan.self)
    let parcels = try ModelContext(container).fetch(FetchDescriptor<ParcelsV2.Parcel>())
    #expect(parcels.map(\.state).allSatisfy { $0 == .sent } && parcels.count == 2)
    #expect(throws: SQLError.self) { try place.insert("state", "'ready'") }
  }

  @Test func nameTheValuesThatAStageHasLeft() throws {
    try place.insert("state", "'ready'")
    let error = try #require(throws: SwiftDataError.self) {
      try place.open(ParcelsV2.self, IdlePlan.self)
    }
    #expect(error == .loadIssueModelContainer && "\(error)".contains("\"ready\""), "\(error)")
    _ = try place.open(ParcelsV1.self)
  }

  @Test func areGoneWhereTheNewVersionDoesNotAskForThem() throws {
    try place.insert("state", "'ready'")
    _ = try place.open(ParcelsV2.self, checks: false)
    #expect(try place.constraints().isEmpty)
  }
}
