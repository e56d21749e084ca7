import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import StoreFixtures
import Testing

/// The stores that the examples wrote, opened by their own stored schemas.
@Suite("Stores of the examples, without their models")
struct ExampleStoreTests {
  static let stores: [(String, String)] = [
    "Appcadia", "MinecraftSpots", "ReadItLater", "SampleTrips",
  ].flatMap { system in
    ((try? StoreFixtures.versions(of: system)) ?? []).sorted().map { (system, $0) }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ store: (String, String)) throws -> (RecordEngine, URL) {
    let url = try StoreFixtures.copy(of: store.0, version: store.1, to: folder.url)
    return (try RecordEngine(StoreOptions(name: store.0, path: url.path)), url)
  }

  @Test func allExampleStoresAreFound() { #expect(Self.stores.count >= 11) }

  @Test(arguments: stores)
  func exampleStoresAreReadWhole(_ store: (String, String)) throws {
    let (engine, _) = try open(store)
    var total = 0
    for entity in engine.model.entities {
      let rows = try engine.rows(RecordQuery(entity.name))
      #expect(try engine.count(entity.name) == rows.count)
      total += rows.count
      for row in rows {
        for property in entity.properties {
          switch property {
          case .attribute(let attribute) where !attribute.isOptional && !attribute.isTransient:
            #expect(!row[attribute.name].isNull, "\(entity.name).\(attribute.name)")
          case .relationship(let relationship) where relationship.isToMany:
            for member in try engine.members(of: row.key, entity.name, relationship.name) {
              #expect(try engine.row(member, of: relationship.destination) != nil)
            }
          default: break
          }
        }
      }
    }
    #expect(total > 0)
  }

  @Test(arguments: stores)
  func rowsOfExamplesAreChanged(_ store: (String, String)) throws {
    let (engine, url) = try open(store)
    var changes = RecordChanges(author: "test")
    var expected: [(entity: String, key: Int64, name: String)] = []
    for entity in engine.model.entities {
      guard let name = entity.plainText, let row = try engine.rows(RecordQuery(entity.name)).last
      else { continue }
      changes.change(row.key, of: entity.name, [name: .text("changed \(entity.name)")])
      expected.append((entity.name, row.key, name))
    }
    try #require(!expected.isEmpty)
    let outcome = try engine.save(changes)
    #expect(outcome.missing.isEmpty)
    let other = try RecordEngine(StoreOptions(name: "other", path: url.path, allowsSave: false))
    for (entity, key, name) in expected {
      #expect(try other.row(key, of: entity)?[name] == .text("changed \(entity)"))
    }
    let told = try other.history().last(where: { $0.author == "test" })
    #expect(told?.changes.count == expected.count)
    #expect(told?.changes.allSatisfy { $0.kind == .update && $0.properties.count == 1 } == true)
    try expectIntegrity(url)
  }

  @Test(arguments: stores)
  func rowsOfExamplesAreDeleted(_ store: (String, String)) throws {
    let (engine, url) = try open(store)
    for entity in engine.model.entities {
      guard let row = try engine.rows(RecordQuery(entity.name, limit: 1)).first else { continue }
      let outcome = try engine.delete([row.key], of: entity.name)
      #expect(outcome.deleted.contains { $0.keys.contains(row.key) })
      #expect(try engine.row(row.key, of: entity.name) == nil)
    }
    // No remaining row refers to a deleted one.
    for entity in engine.model.entities {
      for row in try engine.rows(RecordQuery(entity.name)) {
        for case .relationship(let relationship) in entity.properties {
          for member in try engine.members(of: row.key, entity.name, relationship.name) {
            #expect(try engine.row(member, of: relationship.destination) != nil)
          }
        }
      }
    }
    try expectIntegrity(url)
  }

  private func expectIntegrity(_ url: URL) throws {
    let connection = try SQLiteConnection(path: url.path, mode: .readOnly)
    // Indexes with the library's collations can be checked only on the store's connections.
    #expect(try connection.rows("PRAGMA quick_check") == [[.text("ok")]])
  }
}

extension EntityDescription {
  /// A text attribute without a uniqueness constraint.
  fileprivate var plainText: String? {
    let unique = Set(uniquenessConstraints.joined())
    for case .attribute(let attribute) in properties
    where attribute.type == .string && !unique.contains(attribute.name)
      && (attribute.valueTypeName?.contains("String") ?? true) && !attribute.isTransient
    {
      return attribute.name
    }
    return nil
  }
}
