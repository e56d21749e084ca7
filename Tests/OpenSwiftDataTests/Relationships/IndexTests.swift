import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

/// Declared indexes are created, and SQLite uses them.
@Suite("Indexes in use")
struct IndexTests {
  private func plan(of text: String, in store: TestStore) throws -> String {
    let url = try #require(store.url)
    let connection = try SQLiteConnection(path: url.path, mode: .readOnly)
    return try connection.rows("EXPLAIN QUERY PLAN " + text).compactMap { $0.last?.text }
      .joined(separator: "; ")
  }

  private func fetched<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, _ store: TestStore
  ) throws -> String {
    let context = store.makeContext()
    let texts = try statements(in: store.container) { _ = try context.fetch(descriptor) }
    return try plan(of: try #require(texts.last), in: store)
  }

  @Test func binaryIndexesServeConditionsAndSorts() throws {
    let store = try TestStore(.file, UniqueSchema.models)
    let name = "Ann"
    let byHolder = try fetched(
      FetchDescriptor<Account>(predicate: #Predicate { $0.holder == name }), store)
    #expect(byHolder.contains("USING INDEX Z_Account_SwiftDataIndexOnBinaryholder"), "\(byHolder)")
    let ordered = try fetched(
      FetchDescriptor<Account>(
        predicate: #Predicate { $0.bank == name }, sortBy: [SortDescriptor(\.number)]), store)
    #expect(ordered.contains("USING INDEX"), "\(ordered)")
    #expect(!ordered.contains("TEMP B-TREE"), "\(ordered)")
  }

  @Test func uniquenessAndForeignKeysAreIndexed() throws {
    let store = try TestStore(.file, UniqueSchema.models)
    let code = "c"
    let byCode = try fetched(
      FetchDescriptor<Client>(predicate: #Predicate { $0.code == code }), store)
    #expect(byCode.contains("USING INDEX Z_Client_UNIQUE_code"), "\(byCode)")
    let context = store.makeContext()
    let account = Account(number: 1, bank: "A", holder: "Ann")
    account.bookings = [Booking(text: "x")]
    context.insert(account)
    try context.save()
    let other = store.makeContext()
    let read = try #require(try other.fetch(FetchDescriptor<Account>()).first)
    let texts = statements(in: store.container) { _ = read.bookings }
    let members = try plan(of: try #require(texts.last), in: store)
    #expect(members.contains("ZBOOKING_ZACCOUNT_INDEX"), "\(members)")
    #expect(!members.contains("TEMP B-TREE"), "\(members)")
  }

  @Test func spatialIndexesFindPlacesInABox() throws {
    let store = try TestStore(.file, UniqueSchema.models)
    let context = store.makeContext()
    var random = SeededGenerator(seed: 5)
    for number in 0..<2_000 {
      context.insert(
        Place(
          name: "\(number)", latitude: .random(in: -90...90, using: &random),
          longitude: .random(in: -180...180, using: &random)))
    }
    try context.save()
    let (latitudes, longitudes) = (10.0...20.0, 30.0...60.0)
    let predicate = #Predicate<Place> {
      latitudes.contains($0.latitude) && longitudes.contains($0.longitude)
    }
    let descriptor = FetchDescriptor<Place>(predicate: predicate)
    let found = try context.fetch(descriptor)
    let all = try context.fetch(FetchDescriptor<Place>())
    let expected = all.filter {
      latitudes.contains($0.latitude) && longitudes.contains($0.longitude)
    }
    #expect(Set(found.map(\.name)) == Set(expected.map(\.name)))
    #expect(!found.isEmpty)
    let text = try fetched(descriptor, store)
    #expect(text.contains("VIRTUAL TABLE INDEX"), "\(text)")
  }

  @Test func spatialIndexesHideNothingFromNegations() throws {
    let store = try TestStore(.file, UniqueSchema.models)
    let context = store.makeContext()
    for number in 0..<20 {
      let place = Double(number)
      context.insert(Place(name: "\(number)", latitude: place, longitude: -place))
    }
    try context.save()
    let (low, high) = (5.0, -3.0)
    let all = try context.fetch(FetchDescriptor<Place>())
    func check(_ predicate: Predicate<Place>) throws {
      let found = try context.fetch(FetchDescriptor(predicate: predicate))
      #expect(try found == all.filter(predicate.evaluate))
    }
    try check(#Predicate { !($0.latitude < low && $0.longitude > high) })
    try check(#Predicate { ($0.latitude < low && $0.longitude > high) == false })
    try check(#Predicate { !($0.latitude < low) && !($0.longitude < high) })
    try check(#Predicate { $0.latitude < low ? $0.longitude > high : $0.latitude > low })
  }
}
