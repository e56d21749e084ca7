import Foundation
import SwiftData

/// A row of the table `planets`.
@Model
final class Planet {
  @Attribute(.unique) var id: UUID = UUID()
  @Attribute(.unique) var name: String
  var type: PlanetType
  var formerTypes: [PlanetType] = []
  var spectrum: [Double]?
  var seen: [Date]?
  var galaxy: Galaxy
  @Relationship(deleteRule: .cascade, inverse: \PlanetSurvey.planet)
  var planetSurveys: [PlanetSurvey] = []

  init(
    id: UUID = UUID(), name: String, type: PlanetType, formerTypes: [PlanetType] = [],
    spectrum: [Double]? = nil, seen: [Date]? = nil, galaxy: Galaxy
  ) {
    self.id = id
    self.name = name
    self.type = type
    self.formerTypes = formerTypes
    self.spectrum = spectrum
    self.seen = seen
    self.galaxy = galaxy
  }
}

enum PlanetType: String, Codable, CaseIterable {
  case smallRocky
  case gasGiant
  case dwarf
}
