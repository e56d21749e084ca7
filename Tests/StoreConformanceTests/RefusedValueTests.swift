import Foundation
import OpenSwiftData
import Testing

@Suite("Refused values")
struct RefusedValueTests {
  @Test(arguments: TestedStore.all)
  func undoTheWholeSaveAndNameTheProperty(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Patient.self)
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

  @Test(arguments: TestedStore.all)
  func undoUpdatesToo(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Patient.self)
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

  @Model
  final class Ledger {
    var entries: [Decimal] = []
    var title = ""
    init() {}
  }

  /// What was written could not be read again, nor any fetch that met its row.
  @Test(arguments: TestedStore.supporting(.nonFiniteNumbers))
  func areDecimalsInCollectionsThatAreNoNumbers(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Ledger.self)
    let context = store.makeContext()
    let ledger = Ledger()
    (ledger.entries, ledger.title) = ([1, .nan], "NaN")
    context.insert(ledger)
    #expect(throws: SwiftDataError.valueCannotBeStored) { try context.save() }
    ledger.entries = [1, 2.5]
    try context.save()
    let found = try store.makeContext().fetch(FetchDescriptor<Ledger>())
    #expect(found.map(\.entries) == [[1, 2.5]] && found.map(\.title) == ["NaN"])
  }
}
