import PostgresData
import SwiftData

extension RailsLedgerSchema {
  /// The tables of the models, for `PostgresConfiguration.mapping`.
  ///
  /// These tables have no model:
  /// - `schema_migrations`: It records the migrations of Rails.
  static var mapping: PostgresMapping {
    var mapping = PostgresMapping(schema: "rails_ledger")
    mapping[Ledger.self] = .table("ledgers")
    mapping[LedgerEntry.self] = .table("ledger_entries")
    return mapping
  }
}
