import Foundation
import SwiftData

/// A row of the table `clinic_ward`.
@Model
final class ClinicWard {
  @Attribute(.unique) var name: String
  var bedCount: Int
  @Relationship(deleteRule: .deny, inverse: \ClinicVisit.ward)
  var clinicVisits: [ClinicVisit] = []

  init(name: String, bedCount: Int) {
    self.name = name
    self.bedCount = bedCount
  }
}
