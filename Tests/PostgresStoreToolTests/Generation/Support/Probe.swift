import Foundation
import SwiftData

/// A row of the table `probes`.
///
/// The class does not express all of the table:
/// - The column `signal` has no property. No property can have its type time without time zone.
/// - The foreign key probes_planet_name_fkey is not a relationship, because it does not refer
///   to the key of planets.
@Model
final class Probe {
  @Attribute(.unique) var id: UUID = UUID()
  var planetName: String?

  init(id: UUID = UUID(), planetName: String? = nil) {
    self.id = id
    self.planetName = planetName
  }
}
