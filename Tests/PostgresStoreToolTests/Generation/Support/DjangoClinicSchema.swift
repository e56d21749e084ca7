import SwiftData

enum DjangoClinicSchema: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [ClinicPatient.self, ClinicVisit.self, ClinicWard.self]
  }
}
