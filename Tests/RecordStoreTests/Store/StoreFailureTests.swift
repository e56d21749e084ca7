import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import SwiftDataErrors
import Testing

@Suite("What failures of a store's file mean")
struct StoreFailureTests {
  private let location = StoreLocation(StoreOptions(name: "errors", path: "/errors.store"))

  /// Only another model can have a value that must be unique.
  @Test(
    arguments: [
      (.uniqueViolation, "UNIQUE constraint failed: ZBOOK.ZCODE", "that no other model has"),
      (.constraintViolation, "NOT NULL constraint failed: ZTAG.ZLABEL", "constraints and"),
      (.constraintViolation, "CHECK constraint failed: ZPAGES > 0", "constraints and"),
      (.constraintViolation, "FOREIGN KEY constraint failed", "constraints and"),
    ] as [(SQLError.Kind, String, String)])
  func constraintAdviceFitsTheConstraint(
    _ kind: SQLError.Kind, _ message: String, _ advice: String
  ) {
    let error = location.describe(SQLError(kind: kind, code: 19, message: message))
    #expect(error == .modelValidationFailure)
    #expect(error.errorDescription == "The store /errors.store refused a change: \(message).")
    #expect(error.recoverySuggestion?.contains(advice) == true, "\(error)")
  }

  @Test func triggersThatRefuseChangesAreReported() throws {
    let folder = try TemporaryFolder()
    let engine = try RecordModels.open(folder)
    let path = folder.url.appendingPathComponent("library.store").path
    try SQLiteConnection(path: path, mode: .readWrite).run(
      "CREATE TRIGGER T AFTER INSERT ON ZBOOK BEGIN SELECT RAISE(ABORT, 'Books are full.'); END")
    var changes = RecordChanges()
    changes.insert("Book", ["title": .text("A")])
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try engine.save(changes) }
    // The sentence of the trigger ends once.
    #expect(error?.errorDescription == "The store \(path) refused a change: Books are full.")
    #expect(error?.recoverySuggestion?.contains("constraints and triggers") == true)
    #expect(try engine.rows(RecordQuery("Book")).isEmpty)
  }

  @Test func entityNamesAreListedIfThereAreAny() throws {
    let text = AttributeDescription(name: "text", type: .string)
    let notes = EntityDescription(name: "Note", properties: [.attribute(text)])
    for (entities, advice) in [
      ([], "Open a store that has the entity; this one has no entities."),
      ([notes], "Use one of its entities: Note."),
    ] as [([EntityDescription], String)] {
      let engine = try RecordEngine(
        StoreOptions(name: "memory", path: "", isInMemory: true),
        model: ModelDescription(entities: entities))
      let error = #expect(throws: SwiftDataError.unknownSchema) { _ = try engine.entity("Trip") }
      #expect(error?.recoverySuggestion == advice)
    }
  }
}
