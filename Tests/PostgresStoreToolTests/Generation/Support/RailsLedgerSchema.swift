import SwiftData

enum RailsLedgerSchema: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [Ledger.self, LedgerEntry.self]
  }
}
