import CoreDataFormat
import DataSchema
import Foundation
import Locks
import RecordStore

/// A store that somebody wrote to SwiftData's ``DataStore`` protocol, as contexts know it.
///
/// Contexts work with rows; such a store gives and takes snapshots. The rows exist in memory only, laid out
/// as a file's would be. One thread at a time is in the store, whose author need not think of others.
final class SnapshotStore<Base: DataStore>: ModelStore, @unchecked Sendable {
  // `@unchecked`: `base` is used under the lock alone; all else is constant, or guards itself.

  let base: Base
  private let lock = NSRecursiveLock()

  let identifier: String
  let path: String
  let tables: StoreTables
  let rowIdentifiers = RowIdentifiers()
  /// How often contexts have written.
  private let writes = Atomic<Int>(0)

  /// - Parameters:
  ///   - base: The store, open.
  ///   - name: What its configuration is called.
  ///   - model: The entities that it keeps.
  /// - Throws: `SwiftDataError.unsupportedModel` for entities that contradict themselves.
  init(_ base: Base, named name: String, _ model: ModelDescription) throws {
    self.base = base
    identifier = base.identifier
    path = name
    do {
      tables = .schema(try SchemaTables(model: model.withoutFiles))
    } catch {
      throw SwiftDataError.unsupportedModel.explained(
        "The models of the store \(name) cannot be laid out.", underlying: error)
    }
  }

  var identifiers: RowIdentifiers? { rowIdentifiers }
  var isTransactional: Bool { false }
  var version: Int { writes.load(ordering: .acquiring) }

  func noteWriting() { writes.add(1, ordering: .acquiringAndReleasing) }

  /// Asks the store while nobody else does.
  func asking<Result>(_ body: (Base) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(base)
  }

  func openSession(
    for editingState: EditingState, _ reports: StatementReports
  ) throws -> any ModelStoreSession { SnapshotSession(self, editingState) }

  func erase() throws {
    defer { noteWriting() }
    try asking { try $0.erase() }
  }

  func impossibleKey(_ key: Int64, of entity: String?) -> SwiftDataError {
    SwiftDataError.storeIsCorrupt.explained(
      "A row has the primary key \(key).", entity: entity, path: path)
  }
}

extension ModelDescription {
  /// The same with all values in rows: a store of snapshots has no files beside them.
  fileprivate var withoutFiles: ModelDescription {
    var model = self
    for entity in model.entities.indices {
      for property in model.entities[entity].properties.indices {
        guard case .attribute(var attribute) = model.entities[entity].properties[property] else {
          continue
        }
        attribute.storesExternally = false
        model.entities[entity].properties[property] = .attribute(attribute)
      }
    }
    return model
  }
}
