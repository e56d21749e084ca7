import Foundation
import OpenSwiftData
import Testing

@Model
class Admission {
  #Unique<Admission>([\.row, \.seat])
  @Attribute(.unique) var code: Int
  var row: Int
  var seat: Int
  init(code: Int, row: Int? = nil) {
    self.code = code
    self.row = row ?? code
    self.seat = 1
  }
}

@Model
class PaidAdmission: Admission {
  #Unique<PaidAdmission>([\.number, \.seat])
  #Index<PaidAdmission>([\.number], [\.code, \.number])
  var number: Int
  init(code: Int, number: Int) {
    self.number = number
    super.init(code: code)
  }
}

@Model
final class FreeAdmission: Admission {
  var reason: String = ""
  @Relationship(inverse: \Visitor.admission) var guest: Visitor?
  init(code: Int, reason: String = "") {
    self.reason = reason
    super.init(code: code)
  }
}

@Model
final class Visitor {
  var name: String
  var admission: FreeAdmission?
  init(name: String) { self.name = name }
}

/// A constraint of a base class applies to the rows of all its subclasses.
@Suite("Unique values and inheritance")
struct InheritanceUniqueTests {
  private func makeStore(_ kind: TestedStore) throws -> TestStore {
    try TestStore(kind, [Admission.self, PaidAdmission.self, FreeAdmission.self, Visitor.self])
  }

  @Test(arguments: TestedStore.supporting(.inheritance, .uniqueConstraints))
  func anInsertUpdatesTheRowOfItsClass(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let first = store.makeContext()
    let old = FreeAdmission(code: 1, reason: "old")
    old.guest = Visitor(name: "g")
    first.insert(old)
    try first.save()
    let context = store.makeContext()
    let new = FreeAdmission(code: 1, reason: "new")
    context.insert(new)
    try context.save()
    #expect(new.persistentModelID == old.persistentModelID)
    let found = try store.makeContext().fetch(FetchDescriptor<Admission>())
    #expect(found.map { ($0 as? FreeAdmission)?.reason } == ["new"])
  }

  @Test(arguments: TestedStore.supporting(.inheritance, .uniqueConstraints, .replacedRows))
  func anInsertReplacesTheRowOfAnotherClass(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    let plain = Admission(code: 1)
    let free = FreeAdmission(code: 2, reason: "r")
    free.guest = Visitor(name: "g")
    context.insert(plain)
    context.insert(free)
    try context.save()
    let paid = PaidAdmission(code: 1, number: 7)
    let general = Admission(code: 2)
    context.insert(paid)
    context.insert(general)
    try context.save()
    #expect(plain.modelContext == nil)
    #expect(free.modelContext == nil)
    #expect(try context.fetch(FetchDescriptor<Visitor>()).first?.admission == nil)
    let found = try store.makeReopenedContext().fetch(
      FetchDescriptor<Admission>(sortBy: [SortDescriptor(\.code)]))
    #expect(found.map { "\(type(of: $0))" } == ["PaidAdmission", "Admission"])
    #expect((found[0] as? PaidAdmission)?.number == 7)
  }

  @Test(arguments: TestedStore.supporting(.inheritance, .uniqueConstraints, .replacedRows))
  func theLastOfSeveralInsertsWins(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    let tickets = [
      FreeAdmission(code: 1, reason: "a"), PaidAdmission(code: 1, number: 2),
      FreeAdmission(code: 1, reason: "b"),
      Admission(code: 3), FreeAdmission(code: 4, reason: "c"),
    ]
    for ticket in tickets { context.insert(ticket) }
    try context.save()
    let found = try store.makeContext().fetch(
      FetchDescriptor<Admission>(sortBy: [SortDescriptor(\.code)]))
    #expect(found.map(\.code) == [1, 3, 4])
    #expect(try context.fetchCount(FetchDescriptor<Admission>()) == 3)
    #expect(found[2] is FreeAdmission)
  }

  @Test(arguments: TestedStore.supporting(.inheritance, .uniqueConstraints, .replacedRows))
  func aChangeReplacesTheRowOfAnotherClass(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    let (plain, free) = (Admission(code: 1), FreeAdmission(code: 2))
    let (paid, other) = (PaidAdmission(code: 3, number: 1), PaidAdmission(code: 4, number: 2))
    for ticket in [plain, free, paid, other] { context.insert(ticket) }
    try context.save()
    free.code = 1
    // The subclass's own constraint includes the inherited property `seat`.
    other.number = 1
    try context.save()
    let found = try store.makeContext().fetch(
      FetchDescriptor<Admission>(sortBy: [SortDescriptor(\.code)]))
    #expect(found.map(\.code) == [1, 4])
    #expect(found[0] is FreeAdmission)
    #expect((found.last as? PaidAdmission)?.number == 1)
    #expect(plain.modelContext == nil)
    #expect(paid.modelContext == nil)
  }

  @Test(arguments: TestedStore.supporting(.inheritance, .uniqueConstraints))
  func rowsOfDifferentClassesSwapTheirValues(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    let (free, paid) = (FreeAdmission(code: 1), PaidAdmission(code: 2, number: 1))
    context.insert(free)
    context.insert(paid)
    try context.save()
    (free.code, paid.code) = (2, 1)
    (free.row, paid.row) = (2, 1)
    try context.save()
    let found = try store.makeContext().fetch(
      FetchDescriptor<Admission>(sortBy: [SortDescriptor(\.code)]))
    #expect(found.map { "\(type(of: $0))" } == ["PaidAdmission", "FreeAdmission"])
  }

  @Test(arguments: TestedStore.supporting(.inheritance, .uniqueConstraints, .replacedRows))
  func undoRestoresTheRowAnInsertClaimed(_ kind: TestedStore) throws {
    let store = try makeStore(kind)
    let context = store.makeContext()
    context.insert(FreeAdmission(code: 1, reason: "old"))
    try context.save()
    let manager = UndoManager()
    context.undoManager = manager
    context.insert(FreeAdmission(code: 1, reason: "new"))
    try context.save()
    manager.undo()
    try context.save()
    let found = try store.makeContext().fetch(FetchDescriptor<FreeAdmission>())
    #expect(found.map(\.reason) == ["old"])
  }
}
