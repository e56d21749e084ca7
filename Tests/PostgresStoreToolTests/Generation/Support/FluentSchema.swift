import SwiftData

enum FluentSchema: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [Galaxy.self, Planet.self, PlanetSurvey.self, Probe.self, Survey.self]
  }
}
