import Foundation
import SwiftData

/// A row of the table `clinic_patient`.
@Model
final class ClinicPatient {
  @Attribute(.unique) var id: UUID = UUID()
  var fullName: String
  var bornOn: Date?
  var weight: Double?
  var isInsured: Bool
  var allergies: Data
  @Relationship(deleteRule: .deny, inverse: \ClinicVisit.patient)
  var clinicVisits: [ClinicVisit] = []
  var clinicVisitsInClinicVisitHelpers: [ClinicVisit] = []

  init(
    id: UUID = UUID(), fullName: String, bornOn: Date? = nil, weight: Double? = nil,
    isInsured: Bool, allergies: Data
  ) {
    self.id = id
    self.fullName = fullName
    self.bornOn = bornOn
    self.weight = weight
    self.isInsured = isInsured
    self.allergies = allergies
  }
}
