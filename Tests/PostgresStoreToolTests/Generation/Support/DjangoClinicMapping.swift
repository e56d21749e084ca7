import PostgresData
import SwiftData

extension DjangoClinicSchema {
  /// The tables of the models, for `PostgresConfiguration.mapping`.
  ///
  /// These tables have no model:
  /// - `django_migrations`: It records the migrations of Django.
  static var mapping: PostgresMapping {
    var mapping = PostgresMapping(schema: "django_clinic")
    mapping[ClinicPatient.self] = .table("clinic_patient")
    mapping[ClinicVisit.self] = .table(
      "clinic_visit",
      joins: [
        "clinicPatients": .init("clinic_visit_helpers", owner: "visit_id", member: "patient_id")
      ])
    mapping[ClinicWard.self] = .table("clinic_ward")
    return mapping
  }
}
