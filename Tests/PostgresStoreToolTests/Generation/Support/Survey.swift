import Foundation
import SwiftData

/// A row of the table `surveys`.
@Model
final class Survey {
  @Attribute(.unique) var id: UUID = UUID()
  var title: String
  @Relationship(deleteRule: .cascade, inverse: \PlanetSurvey.survey)
  var planetSurveys: [PlanetSurvey] = []

  init(id: UUID = UUID(), title: String) {
    self.id = id
    self.title = title
  }
}
