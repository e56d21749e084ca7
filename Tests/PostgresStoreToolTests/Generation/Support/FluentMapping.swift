import PostgresData
import SwiftData

extension FluentSchema {
  /// The tables of the models, for `PostgresConfiguration.mapping`.
  ///
  /// These tables have no model:
  /// - `_fluent_migrations`: It records the migrations of Fluent.
  static var mapping: PostgresMapping {
    var mapping = PostgresMapping(schema: "fluent")
    mapping[Galaxy.self] = .table("galaxies", createdAt: "created_at")
    mapping[Planet.self] = .table("planets")
    mapping[PlanetSurvey.self] = .table("planet+survey")
    mapping[Probe.self] = .table("probes")
    mapping[Survey.self] = .table("surveys")
    return mapping
  }
}
