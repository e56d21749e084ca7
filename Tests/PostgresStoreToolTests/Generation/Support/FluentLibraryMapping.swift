import PostgresData
import SwiftData

extension FluentLibrarySchema {
  /// The tables of the models, for `PostgresConfiguration.mapping`.
  ///
  /// These tables have no model:
  /// - `_fluent_migrations`: It records the migrations of Fluent.
  static var mapping: PostgresMapping {
    var mapping = PostgresMapping(schema: "fluent_library")
    mapping[Shelf.self] = .table("shelves")
    mapping[Visitor.self] = .table(
      "visitors",
      joins: ["volumes": .init("visitor+volume", owner: "visitor_id", member: "volume_id")])
    mapping[Volume.self] = .table("volumes")
    return mapping
  }
}
