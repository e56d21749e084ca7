import Foundation
import SwiftData

/// A row of the table `planet+survey`.
@Model
final class PlanetSurvey {
  #Unique<PlanetSurvey>([\.planet, \.survey])

  @Attribute(.unique) var id: UUID = UUID()
  var planet: Planet
  var survey: Survey

  init(id: UUID = UUID(), planet: Planet, survey: Survey) {
    self.id = id
    self.planet = planet
    self.survey = survey
  }
}
