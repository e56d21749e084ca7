import OpenSwiftData
import PostgresTesting
import Testing

/// Rows that another program inserted into a store's own tables.
@Suite(
  "Foreign rows in a PostgreSQL",
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct ForeignRowTests {
  /// NULL in a required column is read as the default value, or as the first case.
  @Test func missingValuesReadAsTheirDefaults() throws {
    let place = try CheckedPlace()
    let container = try place.open(ParcelsV1.self, checks: false)
    try place.insert("rating", "2")
    let context = ModelContext(container)
    let parcel = try #require(try context.fetch(FetchDescriptor<ParcelsV1.Parcel>()).first)
    #expect(parcel.state == .ready)
    #expect(parcel.rating == .good)
    #expect(parcel.weight == .light)
    #expect(parcel.label == .plain)
    #expect(parcel.choice == .yes)
    #expect(parcel.detail.kind == .ready)
    #expect(parcel.detail.text.isEmpty)
    // The model can be changed and saved like any other.
    parcel.state = .sent
    try context.save()
    #expect(
      try ModelContext(container).fetch(FetchDescriptor<ParcelsV1.Parcel>()).first?.state == .sent)
  }
}
