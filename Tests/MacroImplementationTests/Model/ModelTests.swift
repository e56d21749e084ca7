import Foundation
import SwiftData
import Testing

@Suite("Model instances")
struct ModelTests {
  @Test func instancesKeepWhatInitializersAssign() {
    let gadget = Gadget(name: "lamp", count: 3)
    #expect(gadget.name == "lamp")
    #expect(gadget.count == 3)
    #expect(gadget.summary == "lamp × 3")
  }

  @Test func instancesStartWithTheirDefaults() {
    let gadget = Gadget(name: "lamp")
    #expect(gadget.made == Date(timeIntervalSinceReferenceDate: 0))
    #expect(gadget.optionalShape == .circle(radius: 1))
    #expect(gadget.spare == nil)
    #expect(gadget.nickname == nil)
    #expect(gadget.alias == nil)
    #expect(gadget.cache == ["warm"])
    #expect(gadget.description == "gadget")
    #expect(gadget.default == 1)
    #expect(gadget.isDeleted)
  }

  @Test func defaultsAreEvaluatedForEachInstance() {
    #expect(Gadget(name: "a").key != Gadget(name: "b").key)
  }

  @Test func aCaseNamedNoneDiffersFromNil() {
    let gadget = Gadget(name: "lamp")
    #expect(gadget.shape == Shape.none)
    gadget.optionalShape = Shape.none
    #expect(gadget.optionalShape == .some(Shape.none))
    gadget.optionalShape = nil
    #expect(gadget.optionalShape == nil)
  }

  @Test func propertiesChangeInPlace() {
    let gadget = Gadget(name: "lamp")
    gadget.count += 2
    gadget.name.append("!")
    gadget.tags.append(contentsOf: ["a", "b"])
    gadget.scores["x", default: 1] += 1
    gadget.place.latitude = 5
    gadget.spare = Place()
    gadget.spare?.longitude = 7
    gadget.revise()
    #expect(gadget.count == 2)
    #expect(gadget.name == "lamp!")
    #expect(gadget.tags == ["a", "b"])
    #expect(gadget.scores == ["x": 2])
    #expect(gadget.place.latitude == 5)
    #expect(gadget.spare?.longitude == 7)
    #expect(gadget.revision == 2)
  }

  @Test func propertiesChangeThroughKeyPaths() {
    let gadget = Gadget(name: "lamp")
    let path: ReferenceWritableKeyPath<Gadget, Int> = \.count
    gadget[keyPath: path] = 4
    #expect(gadget.count == 4)
  }

  @Test @MainActor func keyPathsFromOptionalsAreKnown() {
    #expect(Gadget._$optionalKeyPath(0) == \Gadget?.?.name)
    #expect(Gadget._$optionalKeyPath(7) == \Gadget?.?.spare)
    #expect(Gadget._$optionalKeyPath(11) == \Gadget?.?.nickname)
    #expect(Gadget._$optionalKeyPath(12) == \Gadget?.?.default)
    #expect(Gadget._$optionalKeyPath(16) == \Gadget?.?.revision)
    #expect(Gadget._$optionalKeyPath(17) == nil)
    #expect(Truck._$optionalKeyPath(0) == \Truck?.?.wheels)
    #expect(Truck._$optionalKeyPath(3) == \Truck?.?.plate)
    #expect(Truck._$optionalKeyPath(4) == nil)
  }

  @Test func subclassesInheritProperties() {
    let tanker = Tanker(liquid: "milk")
    tanker.load = 2
    tanker.wheels += 2
    #expect(tanker.liquid == "milk")
    #expect(tanker.plate == "none")
    #expect(tanker.load == 2)
    #expect(tanker.wheels == 8)
  }

  @Test func modelsKeepTheirOwnID() throws {
    let gadget = try JSONDecoder().decode(Versions.Gadget.self, from: Data(#"{"id": "x"}"#.utf8))
    let id: String = gadget.id
    #expect(id == "x")
    #expect(try JSONEncoder().encode(gadget) == Data(#"{"id":"x"}"#.utf8))
  }

  @Test func modelsReferToOtherModels() {
    let vehicle = Vehicle(wheels: 4)
    let owner = Gadget(name: "owner")
    vehicle.owner = owner
    #expect(vehicle.owner === owner)
    vehicle.owner = nil
    #expect(vehicle.owner == nil)
  }
}
