import Foundation
import OpenSwiftData
import Testing

/// A value that now and then cannot be encoded.
struct Moody: Codable, Hashable {
  var isWilling: Bool
  struct Unwilling: Error {}

  init(isWilling: Bool) { self.isWilling = isWilling }

  init(from decoder: any Decoder) throws {
    isWilling = try decoder.singleValueContainer().decode(Bool.self)
  }

  func encode(to encoder: any Encoder) throws {
    guard isWilling else { throw Unwilling() }
    var container = encoder.singleValueContainer()
    try container.encode(isWilling)
  }
}

@Model
final class Patient {
  var name: String
  var mood: Moody

  init(name: String, isWilling: Bool) {
    self.name = name
    mood = Moody(isWilling: isWilling)
  }
}

@Suite("Refused values")
struct RefusedValueTests {
  @Test(arguments: Backend.available)
  func undoTheWholeSaveAndNameTheProperty(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Patient.self)
    let context = store.makeContext()
    let (good, bad) = (Patient(name: "a", isWilling: true), Patient(name: "b", isWilling: false))
    context.insert(good)
    context.insert(bad)
    let error = #expect(throws: SwiftDataError.valueCannotBeStored) { try context.save() }
    #expect(error?.description.contains("Patient.mood") == true)
    #expect(good.persistentModelID.storeIdentifier == nil && context.hasChanges)
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Patient>()) == 0)
    bad.mood.isWilling = true
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Patient>()) == 2)
  }

  @Test(arguments: Backend.available)
  func undoUpdatesToo(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Patient.self)
    let context = store.makeContext()
    let patient = Patient(name: "a", isWilling: true)
    context.insert(patient)
    try context.save()
    patient.name = "b"
    patient.mood.isWilling = false
    #expect(throws: SwiftDataError.valueCannotBeStored) { try context.save() }
    #expect(patient.name == "b" && patient.hasChanges)
    context.rollback()
    #expect(patient.name == "a" && patient.mood.isWilling)
  }

  @Test func nameATransformerThatIsNotRegistered() throws {
    let context = try TestStore(.memory, for: Fence.self).makeContext()
    context.insert(Fence(paint: Paint(red: 1)))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.description.contains("NoSuchTransformer") == true)
    #expect(error?.description.contains("Fence.paint") == true)
  }
}

@Model
final class Fence {
  @Attribute(.transformable(by: "NoSuchTransformer")) var paint: Paint

  init(paint: Paint) { self.paint = paint }
}
