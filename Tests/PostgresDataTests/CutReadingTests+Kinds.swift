import Foundation
import Locks
import NetworkFaults
import OpenSwiftData
import PostgresData
import PostgresTesting
import RandomTesting
import Testing

/// Every kind of read whose connection is cut is repeated in full on another connection.
@Suite(
  "Kinds of readings that are cut", .serialized,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct CutKindTests {
  @Model
  final class Shelf {
    @Attribute(.unique) var number: Int
    @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []
    @Relationship(inverse: \Label.shelves) var labels: [Label] = []

    init(_ number: Int) { self.number = number }
  }

  @Model
  final class Book {
    var number: Int
    var shelf: Shelf?
    @Attribute(.externalStorage) var cover: Data?

    init(_ number: Int) { self.number = number }
  }

  @Model
  final class Label {
    var name: String
    var shelves: [Shelf] = []

    init(_ name: String) { self.name = name }
  }

  /// A kind of read, and the stored contents that it returns.
  private struct Kind: Sendable, CustomStringConvertible {
    let description: String
    let read: @Sendable (ModelContext) throws -> String
  }

  private static func numbers(_ books: [Book]) -> String {
    books.map(\.number).sorted().map(String.init).joined(separator: " ")
  }

  private static let sorted = [SortDescriptor(\Book.number)]

  private static let kinds: [Kind] = [
    Kind(description: "fetch") { try numbers($0.fetch(FetchDescriptor<Book>())) },
    Kind(description: "part of a fetch") { context in
      var descriptor = FetchDescriptor<Book>(sortBy: sorted)
      descriptor.fetchLimit = 5
      return try numbers(context.fetch(descriptor))
    },
    Kind(description: "count") { try "\($0.fetchCount(FetchDescriptor<Book>()))" },
    Kind(description: "identifiers") { context in
      try "\(context.fetchIdentifiers(FetchDescriptor<Book>()).count)"
    },
    Kind(description: "enumeration") { context in
      var numbers: [Int] = []
      try context.enumerate(FetchDescriptor<Book>(sortBy: sorted), batchSize: 7) {
        numbers.append($0.number)
      }
      return "\(numbers)"
    },
    Kind(description: "list") { context in
      let shelf = try context.fetch(FetchDescriptor<Shelf>()).first
      return numbers(shelf?.books ?? [])
    },
    Kind(description: "list of many to many") { context in
      let shelf = try context.fetch(FetchDescriptor<Shelf>()).first
      return (shelf?.labels ?? []).map(\.name).sorted().joined()
    },
    Kind(description: "fault") { context in
      let identifiers = try context.fetchIdentifiers(FetchDescriptor<Book>(sortBy: sorted))
      return "\((context.model(for: identifiers[3]) as? Book)?.number ?? -1)"
    },
    Kind(description: "external value") { context in
      let book = try context.fetch(
        FetchDescriptor<Book>(predicate: #Predicate { $0.number == 2 })
      ).first
      return "\(book?.cover?.count ?? -1) \(book?.cover?.last ?? 0)"
    },
    Kind(description: "some properties") { context in
      var descriptor = FetchDescriptor<Book>()
      descriptor.propertiesToFetch = [\.number]
      return try numbers(context.fetch(descriptor))
    },
    Kind(description: "prefetched list") { context in
      var descriptor = FetchDescriptor<Shelf>()
      descriptor.relationshipKeyPathsForPrefetching = [\.books]
      return try numbers(context.fetch(descriptor).flatMap(\.books))
    },
    Kind(description: "aggregate") { context in
      try "\(context.aggregate(FetchDescriptor<Book>(), .sum(\.number)))"
    },
    Kind(description: "history") { context in
      let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      return "\(all.map(\.changes.count))"
    },
  ]

  private let schema = "kinds_\(UUID().uuidString.prefix(8).lowercased())"

  private func container(
    _ address: String, _ replicas: [String] = []
  ) throws -> ModelContainer {
    var configuration = PostgresConfiguration(address, databaseSchema: schema)
    configuration.maximumConnections = 2
    if !replicas.isEmpty {
      configuration.replicas = PostgresReplicas(
        replicas, maximumLag: nil, catchUpWait: .seconds(20))
    }
    return try ModelContainer(
      for: Schema([Shelf.self, Book.self, Label.self]), configurations: [configuration])
  }

  private func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let shelf = Shelf(1)
    context.insert(shelf)
    shelf.books = (0..<20).map { Book($0) }
    shelf.books[2].cover = Data(repeating: 9, count: 20_000)
    shelf.labels = [Label("a"), Label("b")]
    try context.save()
    shelf.number = 2
    try context.save()
  }

  private static let placeCount = TestRun.isWhole ? 24 : 5

  /// Runs each kind of read once uncut, and then with the connection cut at positions throughout
  /// one direction.
  private func cut(
    _ proxy: CuttingProxy, _ direction: CuttingProxy.Direction,
    _ open: () throws -> ModelContainer
  ) throws {
    for kind in Self.kinds {
      let whole = try open()
      _ = proxy.takeCounts()
      let expected = try kind.read(ModelContext(whole))
      // The history is never read from a replica.
      guard let total = proxy.takeCounts()[direction] else { continue }
      for number in 0..<Self.placeCount {
        let container = try open()
        let place = total * number / Self.placeCount
        proxy.cut(.init(direction, after: place, isReset: number.isMultiple(of: 2)))
        let context = ModelContext(container)
        let title = "\(kind), cut after \(place) of \(total) bytes"
        do {
          #expect(try kind.read(context) == expected, "\(title)")
          // The next save throws the error of a failed lazy read.
          try context.save()
        } catch { Issue.record("\(title): \(error)") }
        proxy.cut(.init(direction, after: .max, isReset: false))
      }
    }
  }

  /// One of several hosts fails, and another, here the same server, is used instead.
  @Test(arguments: CuttingProxy.Direction.allCases)
  func cutReadsMoveToTheNextServer(_ direction: CuttingProxy.Direction) throws {
    let proxy = try CuttingProxy(toPort: PostgresServer.shared.port)
    let host = "127.0.0.1:\(proxy.port)"
    let address = "postgres://tester@\(host),\(host)/postgres"
    try fill(container(address))
    try cut(proxy, direction) { try container(address) }
  }

  @Test(arguments: CuttingProxy.Direction.allCases)
  func cutReplicaReadsMoveToTheServer(_ direction: CuttingProxy.Direction) throws {
    let cluster = try PostgresCluster(replicaCount: 1)
    let proxy = try CuttingProxy(toPort: cluster.ports[1])
    try fill(container(cluster.address(0)))
    let replica = "postgres://tester@127.0.0.1:\(proxy.port)/postgres"
    try cut(proxy, direction) { try container(cluster.address(0), [replica]) }
  }

  /// Reads within a save's transaction, caused by others' writes, are repeated with the whole
  /// transaction.
  @Test(arguments: CuttingProxy.Direction.allCases)
  func cutReadsAreRepeatedWithTheSave(_ direction: CuttingProxy.Direction) throws {
    let proxy = try CuttingProxy(toPort: PostgresServer.shared.port)
    let host = "127.0.0.1:\(proxy.port)"
    let address = "postgres://tester@\(host),\(host)/postgres"
    try fill(container(address))
    let direct = try container(PostgresServer.shared.address())
    var count = 20

    /// Adds a member to a list that others changed meanwhile, while the connection is cut.
    func save(_ cut: CuttingProxy.Cut?) throws -> Int? {
      let title = cut.map { "cut \($0.direction) after \($0.count)" } ?? "whole"
      let context = ModelContext(try container(address))
      let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
      _ = shelf.books.count
      let other = ModelContext(direct)
      try #require(try other.fetch(FetchDescriptor<Shelf>()).first).books.append(Book(count))
      try other.save()
      shelf.books.append(Book(count + 1))
      _ = proxy.takeCounts()
      if let cut { proxy.cut(cut) }
      do { try context.save() } catch { Issue.record("\(title): \(error)") }
      count += 2
      let found = try ModelContext(direct).fetchCount(FetchDescriptor<Book>())
      #expect(found == count, "\(title)")
      let total = proxy.takeCounts()[direction]
      proxy.cut(.init(direction, after: .max, isReset: false))
      return total
    }
    let total = try #require(try save(nil))
    let places = 4 * Self.placeCount
    for number in 0..<places {
      _ = try save(
        .init(direction, after: total * number / places, isReset: number.isMultiple(of: 2)))
    }
  }
}
