import CoreDataFormat
import DataSchema
import Foundation
import Locks
import RecordStore

/// Adapts a custom store, one that conforms to SwiftData's ``DataStore`` protocol, to contexts.
///
/// Contexts work with rows, while such a store reads and writes snapshots. The rows exist only in
/// memory, laid out as in a file. Only one thread at a time calls the store, so it need not be
/// thread-safe.
final class SnapshotStore<Base: DataStore>: ModelStore, @unchecked Sendable {
  // `@unchecked`: `base` is only used under the lock; everything else is constant or thread-safe.

  let base: Base
  private let lock = NSRecursiveLock()

  let identifier: String
  let path: String
  let tables: StoreTables
  let rowIdentifiers = RowIdentifiers()
  /// The number of writes by contexts.
  private let writes = Atomic<Int>(0)

  /// - Parameters:
  ///   - base: The open store.
  ///   - name: The name of its configuration.
  ///   - model: The entities that it contains.
  /// - Throws: `SwiftDataError.unsupportedModel` for inconsistent entities.
  init(_ base: Base, named name: String, _ model: ModelDescription) throws {
    self.base = base
    identifier = base.identifier
    path = name
    do {
      tables = .schema(try SchemaTables(model: model.withoutFiles))
    } catch {
      throw SwiftDataError.unsupportedModel.explained(
        "The models of the store \(name) cannot be mapped to tables.",
        advice: "Change the model that the underlying error names.", underlying: error)
    }
  }

  var identifiers: RowIdentifiers? { rowIdentifiers }
  var isTransactional: Bool { false }
  var version: Int { writes.load(ordering: .acquiring) }

  func noteWriting() { writes.add(1, ordering: .acquiringAndReleasing) }

  /// Calls the store under the lock.
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
      "A row cannot be used: its primary key is \(key), but keys must be positive.",
      entity: entity, path: path,
      advice: "Change the store so that its snapshots have the identifiers of stored models.")
  }
}

extension ModelDescription {
  /// The model with all values in rows, since a custom store has no files beside them.
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
