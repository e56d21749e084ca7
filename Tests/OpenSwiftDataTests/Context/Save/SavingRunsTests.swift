import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import StoreTesting
import Testing

/// Changes of consecutive rows are written by one statement.
@Suite("Saving many changes at once")
struct SavingRunsTests {
  private func notes(_ context: ModelContext) throws -> [Note] {
    try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)]))
  }

  @Test(arguments: Backend.available)
  func changesOfOnePropertyAreOneStatement(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Note.self)
    try store.makeContext().saveNotes(0..<100)
    let context = store.makeContext()
    for note in try notes(context) { note.rating = Double(note.code) }
    #expect(try countUpdates(store) { try context.save() } == 1)
    #expect(try notes(store.makeReopenedContext()).map(\.rating) == (0..<100).map(Double.init))
  }

  @Test(arguments: Backend.available)
  func rowsBetweenStayAsTheyAre(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Note.self)
    try store.makeContext().saveNotes(0..<100)
    let context = store.makeContext()
    for note in try notes(context) where note.code % 3 == 0 { note.title = "third" }
    #expect(try countUpdates(store) { try context.save() } == 1)
    let titles = try notes(store.makeReopenedContext()).map(\.title)
    #expect(titles == (0..<100).map { $0 % 3 == 0 ? "third" : "note \($0)" })
  }

  /// As a statement for a single row does.
  @Test func theVersionOfEachRowIsRaised() throws {
    let store = try TestStore(.file, for: Note.self)
    let context = store.makeContext()
    let notes = try context.saveNotes(0..<20)
    for note in notes where note.code != 10 { note.title += "!" }
    #expect(try countUpdates(store) { try context.save() } == 1)
    let file = try SQLiteConnection(path: #require(store.url).path, mode: .readWrite)
    let versions = try file.rows("SELECT ZCODE, Z_OPT FROM ZNOTE ORDER BY ZCODE")
    let expected = (0..<20).map { code -> [SQLValue] in
      [.integer(Int64(code)), .integer(code == 10 ? 1 : 2)]
    }
    #expect(versions == expected)
  }

  @Test(arguments: Backend.available)
  func deletionsOfNeighboursAreOneStatement(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Note.self)
    try store.makeContext().saveNotes(0..<100)
    let context = store.makeContext()
    for note in try notes(context) where note.code != 50 { context.delete(note) }
    let texts = try statements(in: store.container) { try context.save() }
    #expect(texts.count { $0.hasPrefix("DELETE") } == 2)
    #expect(try notes(store.makeReopenedContext()).map(\.code) == [50])
  }

  @Test(arguments: Backend.available)
  func rowsDeletedByAnotherContextAreDetected(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Note.self)
    try store.makeContext().saveNotes(0..<40)
    let (context, other) = (store.makeContext(), try store.makeReopenedContext())
    let mine = try notes(context)
    for note in mine { note.isPinned = true }
    for note in try notes(other) where note.code % 5 == 0 { other.delete(note) }
    try other.save()
    try context.save()
    #expect(mine.map { $0.modelContext == nil } == (0..<40).map { $0 % 5 == 0 })
    #expect(try notes(store.makeReopenedContext()).count == 32)
  }

  @Test(arguments: Backend.available)
  func changedUniqueValuesReplaceConflictingRows(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Note.self)
    try store.makeContext().saveNotes(0..<40)
    let context = store.makeContext()
    for note in try notes(context) where note.code < 20 { note.code += 20 }
    try context.save()
    let found = try notes(store.makeReopenedContext())
    #expect(found.map(\.code) == Array(20..<40))
    #expect(found.map(\.title) == (0..<20).map { "note \($0)" })
  }

  @Test(arguments: Backend.available)
  func aRefusedValueUndoesTheSave(_ backend: Backend) throws {
    let store = try TestStore(backend, for: Patient.self)
    let context = store.makeContext()
    let patients = (0..<20).map { Patient(name: "\($0)", isWilling: true) }
    for patient in patients { context.insert(patient) }
    try context.save()
    for patient in patients {
      patient.name += "!"
      patient.mood.isWilling = patient.name != "13!"
    }
    let error = #expect(throws: SwiftDataError.valueCannotBeStored) { try context.save() }
    #expect(error?.description.contains("Patient.mood") == true)
    let stored = try store.makeReopenedContext().fetch(FetchDescriptor<Patient>())
    #expect(!stored.contains { $0.name.hasSuffix("!") })
    patients[13].mood.isWilling = true
    try context.save()
    #expect(
      try store.makeReopenedContext().fetch(FetchDescriptor<Patient>()).map(\.name)
        == (0..<20).map { "\($0)!" })
  }

  /// Reads return the assigned values, no matter which changes are saved together.
  @Test(arguments: 0..<40)
  func storedValuesEqualAssignedValues(seed: UInt64) throws {
    var dice = SeededGenerator(seed: TestRun.seed(seed))
    let store = try TestStore(seed.isMultiple(of: 2) ? .file : .memory, for: Wide.self)
    let context = store.makeContext()
    let count = Int.random(in: 8...60, using: &dice)
    for number in 0..<count {
      let wide = Wide()
      wide.int64 = Int64(number)
      context.insert(wide)
    }
    try context.save()
    let wides = try context.fetch(FetchDescriptor<Wide>(sortBy: [SortDescriptor(\.int64)]))
    for _ in 0..<3 {
      let edits = (0..<Int.random(in: 1...5, using: &dice)).map { _ in
        Edit.allCases.randomElement(using: &dice) ?? .string
      }
      let step = Int.random(in: 1...6, using: &dice)
      for wide in wides where wide.int64 % Int64(step) == 0 {
        for edit in edits { edit.apply(to: wide, &dice) }
      }
      try context.save()
    }
    let order = [SortDescriptor(\Wide.int64)]
    let read = try store.makeReopenedContext().fetch(FetchDescriptor<Wide>(sortBy: order))
    #expect(read.map(Edit.picture) == wides.map(Edit.picture))
  }

  private func countUpdates(_ store: TestStore, _ body: () throws -> Void) throws -> Int {
    try statements(in: store.container, body).count { $0.hasPrefix("UPDATE ZNOTE") }
  }
}

/// A change of one property.
private enum Edit: CaseIterable {
  case string, double, data, uuid, date, bool, decimal, optionalString, optionalData, optionalInt

  func apply(to wide: Wide, _ dice: inout SeededGenerator) {
    let number = Int.random(in: 0..<1_000, using: &dice)
    switch self {
    case .string: wide.string = ["", "x", "é\0y", String(number)].randomElement(using: &dice) ?? ""
    case .double: wide.double = [.nan, -.infinity, 0.1, Double(number)][number % 4]
    case .data: wide.data = Data(repeating: 7, count: number % 5)
    case .uuid: wide.uuid = UUID()
    case .date: wide.date = Date(timeIntervalSinceReferenceDate: Double(number) / 8)
    case .bool: wide.bool.toggle()
    case .decimal: wide.decimal = Decimal(number) / 4
    case .optionalString: wide.optionalString = number % 3 == 0 ? nil : String(number)
    case .optionalData: wide.optionalData = number % 3 == 0 ? nil : Data([UInt8(number % 256)])
    case .optionalInt: wide.optionalInt = number % 3 == 0 ? nil : number
    }
  }

  /// The values of the changed properties, as text.
  static func picture(_ wide: Wide) -> String {
    let values: [Any?] = [
      wide.string, wide.double, wide.data.map(Int.init), wide.uuid, wide.date, wide.bool,
      wide.decimal, wide.optionalString, wide.optionalData.map { $0.map(Int.init) },
      wide.optionalInt,
    ]
    return "\(values)"
  }
}
