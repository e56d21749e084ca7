import CoreDataFormat
import DataSchema
import Foundation
import FoundationEssentials
import RecordStore

extension ModelConfiguration {
  /// The options with which the configuration's store is opened.
  var storeOptions: StoreOptions {
    StoreOptions(
      name: name, path: url.path, isInMemory: isStoredInMemoryOnly, allowsSave: allowsSave,
      tracksHistory: tracksHistory, historyLimit: historyRetention.limit,
      restrictsFileAccess: restrictsFileAccess,
      allowsSavingMirroredStore: allowsSavingMirroredStore, readsPart: readsPartOfStore,
      template: storeTemplate)
  }

  /// Creates a configuration for a store that is already open.
  init(_ options: StoreOptions) {
    self.init(
      name: options.name, schema: nil, url: URL(fileURLWithPath: options.path),
      isStoredInMemoryOnly: options.isInMemory, allowsSave: options.allowsSave,
      groupContainer: .none, cloudKitDatabase: .none)
    tracksHistory = options.tracksHistory
    historyRetention = HistoryRetention(options.historyLimit)
    restrictsFileAccess = options.restrictsFileAccess
    allowsSavingMirroredStore = options.allowsSavingMirroredStore
    readsPartOfStore = options.readsPart
    storeTemplate = options.template
  }
}

extension MigrationSource {
  /// Whether the store needs no migration, as far as is known without examining a plan's versions.
  func isPlainlyCurrent(_ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?) -> Bool {
    // A store that is read in part is not migrated.
    if readsPart { return true }
    if !metadata.holds(model) {
      guard metadata.versionHashes == model.versionHashes else { return false }
      guard let stored = metadata.schema else { return plan == nil }
      guard stored.canonical == model.canonical else { return false }
    }
    let newest = plan.map { $0.schemas.last?.versionIdentifier } ?? schema.version
    return StoreVersion.identifier(metadata) == newest
      && (!schema.isVersioned || schema.version == newest)
  }
}
