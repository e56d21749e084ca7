import Foundation
import OpenSwiftData
import Testing

@Model
class Phone: Device {
  var number: Int
  var codes: [String] = []

  init(name: String, number: Int) {
    self.number = number
    super.init(name: name)
  }
}

@Model
final class CarPhone: Phone {
  var car: Device?

  override init(name: String, number: Int) { super.init(name: name, number: number) }
}

/// Models that inherit from a model of another module.
@Suite("Inheritance across modules")
struct InheritanceAcrossModulesTests {
  @Test(arguments: TestedStore.supporting(.inheritance))
  func subclassesOfAnOpenModelAreStored(_ kind: TestedStore) throws {
    let store = try TestStore(kind, [Device.self, DeviceLabel.self, Phone.self, CarPhone.self])
    let context = store.makeContext()
    let phone = CarPhone(name: "p", number: 7)
    phone.labels = [DeviceLabel(text: "mine")]
    phone.codes = ["a"]
    context.insert(phone)
    let car = Device(name: "c")
    phone.car = car
    try context.save()
    phone.number += 1
    phone.name = "q"
    phone.codes.append("b")
    try context.save()
    let other = try store.makeReopenedContext()
    let all = try other.fetch(FetchDescriptor<Device>(sortBy: [SortDescriptor(\.name)]))
    #expect(all.map { "\(type(of: $0))" } == ["Device", "CarPhone"])
    let found = try #require(all[1] as? CarPhone)
    #expect((found.number, found.codes, found.labels.count) == (8, ["a", "b"], 1))
    #expect(found.car === all[0])
    let same = FetchDescriptor<CarPhone>(
      predicate: #Predicate { $0.name == "q" && $0.number == 8 },
      sortBy: [SortDescriptor(\.name), SortDescriptor(\.number)])
    #expect(try other.fetch(same) == [found])
    let labels = FetchDescriptor<DeviceLabel>(predicate: #Predicate { $0.device is Phone })
    #expect(try other.fetchCount(labels) == 1)
    other.delete(found)
    try other.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<DeviceLabel>()) == 0)
  }
}
