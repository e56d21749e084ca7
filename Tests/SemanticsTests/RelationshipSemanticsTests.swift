import Foundation
import SwiftData
import Testing

/// Notes 9 to 13: relationships.
@Suite("Relationships")
struct RelationshipSemanticsTests {
  @Test(
    """
    9. The default delete rule is nullify; `cascade` deletes related models; `noAction` leaves dangling \
    references; `deny` prevents the deletion while references exist.
    """)
  func deleteRulesAreApplied() throws {
    #expect(Schema.Relationship().deleteRule == .nullify)
    let context = ModelContext(try office())
    let firm = Firm("f")
    context.insert(firm)
    firm.clerks = [Clerk("nullified")]
    firm.desks = [Desk("goes along")]
    firm.guests = [Guest("left behind")]
    try context.save()
    context.delete(firm)
    try context.save()
    #expect(try context.all(Clerk.self).map { $0.firm == nil } == [true])
    #expect(try context.fetchCount(FetchDescriptor<Desk>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<Guest>()) == 1)
  }

  @Test("10. deny in practice traps or errs elsewhere: here it throws from save().")
  func denyThrowsFromSave() throws {
    let context = ModelContext(try office())
    let firm = Firm("f")
    context.insert(firm)
    firm.debts = [Debt(1)]
    try context.save()
    context.delete(firm)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    #expect(try context.fetchCount(FetchDescriptor<Firm>()) == 1)
  }

  @Test(
    """
    11. minimumModelCount and maximumModelCount default to 0, and a maximum of 0 is no bound. They are \
    not enforced in memory: the array may exceed the limit; save() fails validation.
    """)
  func modelCountsAreCheckedOnSave() throws {
    let context = ModelContext(try office())
    let firm = Firm("f")
    context.insert(firm)
    firm.clerks = (0..<40).map { Clerk("\($0)") }
    try context.save()
    firm.keys = [Key(1), Key(2), Key(3)]
    #expect(firm.keys.count == 3)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    firm.keys.removeLast()
    try context.save()
  }

  @Test(
    """
    12. The inverse is inferred when reliably possible: one candidate pair and the to-one side optional; \
    many-to-many needs an explicit inverse on one side.
    """)
  func inversesAreInferred() throws {
    let office = try #require(try office().schema.entity(for: Firm.self))
    #expect(office.relationshipsByName["clerks"]?.inverseName == "firm")
    let entry = try #require(try diary().schema.entity(for: Entry.self))
    #expect(entry.relationshipsByName["tags"]?.inverseName == "entries")
  }

  @Test(
    """
    13. Inserting a root inserts the whole reachable graph of new models. The schema given as one type \
    is closed over relationships.
    """)
  func insertionIncludesTheReachableGraph() throws {
    let container = try ModelContainer(
      for: Firm.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(
      container.schema.entities.map(\.name).sorted()
        == ["Clerk", "Debt", "Desk", "Firm", "Guest", "Key"])
    let context = ModelContext(container)
    let firm = Firm("f")
    firm.clerks = [Clerk("a"), Clerk("b")]
    context.insert(firm)
    #expect(context.insertedModelsArray.count == 3)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Clerk>()) == 2)
  }
}

@Model final class Firm {
  var name: String
  var clerks: [Clerk] = []
  @Relationship(deleteRule: .cascade, inverse: \Desk.firm) var desks: [Desk] = []
  @Relationship(deleteRule: .noAction, inverse: \Guest.firm) var guests: [Guest] = []
  @Relationship(deleteRule: .deny, inverse: \Debt.firm) var debts: [Debt] = []
  @Relationship(maximumModelCount: 2, inverse: \Key.firm) var keys: [Key] = []
  init(_ name: String) { self.name = name }
}

@Model final class Clerk {
  var name: String
  var firm: Firm?
  init(_ name: String) { self.name = name }
}

@Model final class Desk {
  var name: String
  var firm: Firm?
  init(_ name: String) { self.name = name }
}

@Model final class Guest {
  var name: String
  var firm: Firm?
  init(_ name: String) { self.name = name }
}

@Model final class Debt {
  var amount: Int
  var firm: Firm?
  init(_ amount: Int) { self.amount = amount }
}

@Model final class Key {
  var number: Int
  var firm: Firm?
  init(_ number: Int) { self.number = number }
}

private func office() throws -> ModelContainer {
  try ModelContainer(
    for: Firm.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
}
