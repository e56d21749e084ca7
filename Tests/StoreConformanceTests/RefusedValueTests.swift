import Foundation
import OpenSwiftData
import Testing

@Suite("Refused values")
struct RefusedValueTests {
  @Test(arguments: TestedStore.all)
  func aRefusedValueUndoesTheWholeSave(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Patient.self)
    let context = store.makeContext()
    let (good, bad) = (Patient(name: "a", isWilling: true), Patient(name: "b", isWilling: false))
    context.insert(good)
    context.insert(bad)
    let error = #expect(throws: SwiftDataError.valueCannotBeStored) { try context.save() }
    #expect(error?.description.contains("Patient.mood") == true)
    #expect(good.persistentModelID.storeIdentifier == nil)
    #expect(context.hasChanges)
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Patient>()) == 0)
    bad.mood.isWilling = true
    try context.save()
    #expect(try store.makeContext().fetchCount(FetchDescriptor<Patient>()) == 2)
  }

  @Test(arguments: TestedStore.all)
  func aRefusedUpdateStaysPending(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Patient.self)
    let context = store.makeContext()
    let patient = Patient(name: "a", isWilling: true)
    context.insert(patient)
    try context.save()
    patient.name = "b"
    patient.mood.isWilling = false
    #expect(throws: SwiftDataError.valueCannotBeStored) { try context.save() }
    #expect(patient.name == "b")
    #expect(patient.hasChanges)
    let stored = try store.makeContext().fetch(FetchDescriptor<Patient>())
    #expect(stored.map { $0.name } == ["a"])
    #expect(stored.map { $0.mood.isWilling } == [true])
    context.rollback()
    #expect(patient.name == "a")
    #expect(patient.mood.isWilling)
  }

  @Model
  final class Ledger {
    var entries: [Decimal] = []
    var title = ""
    init() {}
  }

  /// If it were stored, fetches of its row would fail.
  @Test(arguments: TestedStore.supporting(.nonFiniteNumbers))
  func decimalNaNInCollectionsIsRefused(_ kind: TestedStore) throws {
    let store = try TestStore(kind, for: Ledger.self)
    let context = store.makeContext()
    let ledger = Ledger()
    (ledger.entries, ledger.title) = ([1, .nan], "NaN")
    context.insert(ledger)
    #expect(throws: SwiftDataError.valueCannotBeStored) { try context.save() }
    ledger.entries = [1, 2.5]
    try context.save()
    let found = try store.makeContext().fetch(FetchDescriptor<Ledger>())
    #expect(found.map(\.entries) == [[1, 2.5]])
    #expect(found.map(\.title) == ["NaN"])
  }
}
