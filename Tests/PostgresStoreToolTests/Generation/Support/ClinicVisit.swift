import Foundation
import SwiftData

/// A row of the table `clinic_visit`.
@Model
final class ClinicVisit {
  var beganAt: Date
  var cost: Decimal
  var follows: ClinicVisit?
  var patient: ClinicPatient
  var ward: ClinicWard?
  @Relationship(deleteRule: .deny, inverse: \ClinicVisit.follows)
  var clinicVisitsAsFollows: [ClinicVisit] = []
  @Relationship(inverse: \ClinicPatient.clinicVisitsInClinicVisitHelpers)
  var clinicPatients: [ClinicPatient] = []

  init(
    beganAt: Date, cost: Decimal, follows: ClinicVisit? = nil, patient: ClinicPatient,
    ward: ClinicWard? = nil
  ) {
    self.beganAt = beganAt
    self.cost = cost
    self.follows = follows
    self.patient = patient
    self.ward = ward
  }
}
