import DataSchema
import Foundation
import PostgresDriver
import PostgresRecords
import PostgresTesting
import RecordStore
import SwiftDataErrors

/// The same entities in SQLite and in PostgreSQL, which receive the same operations.
///
/// Rows are numbered in the order of their insertion, because their keys may differ.
final class TwinStores {
  /// One of the two stores.
  struct Twin {
    let engine: RecordEngine
    /// The keys of the rows, by row number.
    var keys: [Int64] = []
    /// The numbers of the rows, by the root of their entities and by key.
    var numbers: [String: [Int64: Int]] = [:]

    /// The root entity, which has the table and shares its keys with its subentities.
    func root(of entity: String) throws -> String { try engine.entity(entity).root.name }

    func number(_ key: Int64, _ entity: String) throws -> Int {
      numbers[try root(of: entity)]?[key] ?? -1
    }
  }

  private(set) var sqlite: Twin
  private(set) var postgres: Twin
  /// The entities of the rows, by row number.
  private(set) var entities: [String] = []
  private let folder: URL
  init(_ model: ModelDescription) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    sqlite = Twin(
      engine: try RecordEngine(
        StoreOptions(name: "twin", path: folder.appendingPathComponent("twin.store").path),
        model: model))
    let server = try PostgresServer.shared
    let store = try PostgresStore(
      PostgresStoreOptions(
        name: "twin", settings: PostgresSettings(server.address()),
        schema: "twin_\(UUID().uuidString.lowercased())"),
      model: model)
    postgres = Twin(engine: try RecordEngine(store, model))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A set of operations that refer to rows by number; inserted rows get the next free numbers.
  struct Edit {
    var insertions: [(entity: String, values: [String: RecordValue])] = []
    var changes: [(row: Int, values: [String: RecordValue])] = []
    var members: [(row: Int, relationship: String, members: [Int])] = []
    var deletions: [Int] = []
  }

  /// Applies the same operations to both stores.
  ///
  /// - Returns: The results of both, which must be equal.
  func perform(_ edit: Edit) -> (sqlite: String, postgres: String) {
    let known = entities.count
    let names = edit.insertions.map(\.entity)
    entities += names
    let outcomes = (
      Self.perform(edit, &sqlite, entities, known), Self.perform(edit, &postgres, entities, known)
    )
    // Deleted rows are not edited any more.
    for row in entities.indices where !entities[row].isEmpty {
      let isThere =
        sqlite.keys[row] != 0 && postgres.keys[row] != 0
        && (try? sqlite.engine.row(sqlite.keys[row], of: sqlite.root(of: entities[row]))) != nil
      if !isThere { entities[row] = "" }
    }
    return outcomes
  }

  private static func perform(
    _ edit: Edit, _ twin: inout Twin, _ entities: [String], _ known: Int
  ) -> String {
    var changes = RecordChanges(author: "twin")
    let keys = twin.keys
    func key(_ row: Int) -> Int64 { row < known ? keys[row] : -Int64(row - known) - 1 }
    func values(_ values: [String: RecordValue]) -> [String: RecordValue] {
      values.mapValues { if case .row(let row) = $0 { .row(key(Int(row))) } else { $0 } }
    }
    for (offset, insertion) in edit.insertions.enumerated() {
      changes.insert(insertion.entity, key: -Int64(offset) - 1, values(insertion.values))
    }
    for change in edit.changes {
      changes.change(key(change.row), of: entities[change.row], values(change.values))
    }
    for list in edit.members {
      changes.relate(
        key(list.row), of: entities[list.row], list.relationship, to: list.members.map(key))
    }
    for row in edit.deletions { changes.delete([key(row)], of: entities[row]) }
    do {
      let outcome = try twin.engine.save(changes)
      for offset in edit.insertions.indices {
        let key = outcome.keys[-Int64(offset) - 1] ?? 0
        twin.keys.append(key)
        let root = try twin.root(of: entities[known + offset])
        if twin.numbers[root]?[key] == nil {
          twin.numbers[root, default: [:]][key] = known + offset
        }
      }
      let deleted = try outcome.deleted.map { rows in
        "\(rows.entity): \(try rows.keys.map { try twin.number($0, rows.entity) }.sorted())"
      }
      return "upserted \(outcome.upserted.sorted()) missing \(outcome.missing.count) \(deleted)"
    } catch {
      for _ in edit.insertions { twin.keys.append(0) }
      // The error's message names the store, so only its code is compared.
      return (error as? SwiftDataError).map { "\($0.code)" } ?? "\(error)"
    }
  }

  /// The contents of one of the stores.
  func contents(_ twin: Twin) throws -> [String] {
    var lines: [String] = []
    for entity in twin.engine.schema.entities {
      for row in try twin.engine.rows(RecordQuery(entity.name)) where row.entity == entity.name {
        var line = "\(try twin.number(row.key, row.entity)) v\(row.version) \(row.entity)"
        for (name, value) in row.values.sorted(by: { $0.key < $1.key }) {
          if case .row(let key) = value,
            let destination = try twin.engine.entity(row.entity).relationships
              .first(where: { $0.name == name })?.destination.name
          {
            line += " \(name)=#\(try twin.number(key, destination))"
          } else {
            line += " \(name)=\(value.told)"
          }
        }
        for relationship in entity.relationships where relationship.isToMany {
          let members = try twin.engine.members(of: row.key, row.entity, relationship.name)
          let destination = relationship.destination.name
          line += " \(relationship.name)=\(try members.map { try twin.number($0, destination) })"
        }
        lines.append(line)
      }
    }
    return lines.sorted()
  }

  /// The history of one of the stores.
  func history(_ twin: Twin) throws -> [String] {
    try twin.engine.history().map { transaction in
      let changes = try transaction.changes.map { change in
        "\(change.kind) \(change.entity) \(try twin.number(change.key, change.entity)) "
          + "\(change.properties) \(change.tombstone.sorted { $0.key < $1.key })"
      }
      return "\(transaction.author ?? "-"): \(changes.sorted())"
    }
  }
}

extension RecordValue {
  /// A text that is equal for equal values.
  fileprivate var told: String {
    guard case .composite(let parts) = self else { return "\(self)" }
    return "{\(parts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.told)" })}"
  }
}
