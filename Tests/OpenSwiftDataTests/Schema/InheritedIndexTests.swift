import Foundation
import OpenSwiftData
import Testing

@Model
class Vessel {
  var name: String
  init(name: String) { self.name = name }
}

@available(macOS 26, *)
@Model
final class Tanker: Vessel {
  #Index<Tanker>([\.name], [\.name, \.volume])
  var volume: Int

  init(name: String, volume: Int) {
    self.volume = volume
    super.init(name: name)
  }
}

/// Indexes of a subclass that include inherited properties.
@Suite("Inherited indexes")
struct InheritedIndexTests {
  @Test func subclassIndexesNameInheritedProperties() throws {
    let entity = try #require(Schema([Vessel.self, Tanker.self]).entity(for: Tanker.self))
    #expect(entity.indices == [["name"], ["name", "volume"]])
  }
}
