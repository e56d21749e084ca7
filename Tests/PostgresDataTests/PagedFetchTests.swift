import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// The statements of fetches with a limit.
@Suite("Pages of a PostgreSQL", .enabled(if: PostgresServer.isInstalled))
struct PagedFetchTests {
  @Model
  final class Sample {
    var number: Int
    var remark: String?
    var weight: Decimal?
    var tags: [String]

    init(number: Int) {
      self.number = number
      remark = number % 2 == 0 ? nil : "remark \(number)"
      weight = number % 3 == 0 ? nil : Decimal(number) / 4
      tags = ["a", "b"]
    }
  }

  @Model
  final class Photo {
    var number: Int
    var image: Data

    init(number: Int) { (self.number, image) = (number, Data([1, 2, 3])) }
  }

  private let container: ModelContainer
  /// The application name of the container's connections.
  private let name = "pages_\(UUID().uuidString.prefix(8).lowercased())"

  init() throws {
    container = try ModelContainer(
      for: Schema([Sample.self, Photo.self]),
      configurations: [
        PostgresConfiguration(
          try PostgresServer.shared.address() + "?application_name=\(name)", databaseSchema: name)
      ])
    let context = ModelContext(container)
    for number in 0..<100 {
      context.insert(Sample(number: number))
      context.insert(Photo(number: number))
    }
    try context.save()
  }

  /// The last statements of the container's connections.
  private func lastStatements() throws -> [String] {
    let server = try PostgresConnection(PostgresSettings(try PostgresServer.shared.address()))
    return try server.rows(
      "SELECT query FROM pg_stat_activity WHERE application_name = $1", [.text(name)]
    ).compactMap { row in
      guard case .text(let text)? = row.first else { return nil }
      return text
    }
  }

  /// Limits are part of the statement's text, so that the server plans once; pages are returned as
  /// one value.
  @Test func repeatedPagesAreFetchedAsOneValue() throws {
    let context = ModelContext(container)
    for round in 0..<10 {
      var descriptor = FetchDescriptor<Sample>(
        predicate: #Predicate { $0.number >= round }, sortBy: [SortDescriptor(\.number)])
      descriptor.fetchLimit = 20
      let samples = try context.fetch(descriptor)
      #expect(samples.map(\.number) == Array(round..<round + 20))
      #expect(
        samples.map(\.remark)
          == (round..<round + 20).map { $0 % 2 == 0 ? nil : "remark \($0)" })
    }
    let statements = try lastStatements()
    #expect(statements.contains { $0.contains("record_send(") && $0.contains(" LIMIT 20)") })
  }

  /// The server would collect all rows in memory; otherwise it sends them one by one.
  @Test func pagesOfLargeValuesAreFetchedAsRows() throws {
    let context = ModelContext(container)
    for round in 0..<10 {
      var descriptor = FetchDescriptor<Photo>(
        predicate: #Predicate { $0.number >= round }, sortBy: [SortDescriptor(\.number)])
      descriptor.fetchLimit = 20
      let photos = try context.fetch(descriptor)
      #expect(photos.map(\.number) == Array(round..<round + 20))
      #expect(photos.allSatisfy { $0.image == Data([1, 2, 3]) })
    }
    let statements = try lastStatements()
    #expect(!statements.contains { $0.contains("record_send(") })
    #expect(statements.contains { $0.hasSuffix(" LIMIT 20") })
  }
}
