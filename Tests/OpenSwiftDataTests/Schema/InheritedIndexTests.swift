import Foundation
import OpenSwiftData
import StoreTesting
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

/// Indexes of a subclass that name what it inherits.
@Suite("Inherited indexes")
struct InheritedIndexTests {
  @Test(arguments: Backend.available)
  func nameInheritedProperties(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Vessel.self, Tanker.self)
    let context = store.makeContext()
    context.insert(Tanker(name: "a", volume: 1))
    context.insert(Vessel(name: "b"))
    try context.save()
    let found = try store.makeContext().fetch(
      FetchDescriptor<Tanker>(predicate: #Predicate { $0.name == "a" && $0.volume == 1 }))
    #expect(found.map(\.name) == ["a"])
  }
}
