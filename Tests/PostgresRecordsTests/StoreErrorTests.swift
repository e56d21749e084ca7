import SQLCore
import SwiftDataErrors
import Testing

@testable import PostgresDriver
@testable import PostgresRecords

@Suite("What failures of a server mean")
struct StoreErrorTests {
  @Test(
    arguments: [
      (.undefinedTable, "lacks what its models need"),
      (.undefinedColumn, "lacks what its models need"),
      (.undefinedFunction, "cannot do what it was asked"),
    ] as [(SQLError.Kind, String)])
  func areToldByTheirKind(_ kind: SQLError.Kind, _ text: String) {
    let settings = PostgresSettings("postgres://localhost/none")
    let options = PostgresStoreOptions(name: "errors", settings: settings)
    let message = "operator does not exist: json = text"
    let error = options.describe(SQLError(kind: kind, code: 0, message: message))
    #expect(error == .storeCannotBeOpened)
    #expect("\(error)".contains(text) && "\(error)".contains(message))
  }

  /// What is asked, and what is written, fail in words of their own.
  @Test(
    arguments: [
      ("42501", "SELECT 1", .storeCannotBeOpened, "may not be read"),
      ("42501", "INSERT INTO a VALUES (1)", .storeIsReadOnly, "refuses to be changed"),
      ("22003", "SELECT 1", .unsupportedPredicate, "cannot work out what it is asked"),
      ("22003", "UPDATE a SET b = 1", .valueCannotBeStored, "cannot keep a value"),
      ("54000", "INSERT INTO a VALUES (1)", .valueCannotBeStored, "out of the index"),
      ("54001", "SELECT 1", .valueCannotBeStored, "cannot keep a value"),
      ("P0001", "INSERT INTO a VALUES (1)", .modelValidationFailure, "refused a change"),
      ("53300", "", .storeCannotBeOpened, "no connection free on its server"),
      ("42P05", "SELECT 1", .storeCannotBeOpened, "hasTransactionPooler"),
      ("26000", "SELECT 1", .storeCannotBeOpened, "PgBouncer"),
      ("3D000", "", .storeCannotBeOpened, "CREATE DATABASE"),
    ] as [(String, String, SwiftDataError, String)])
  func areToldByTheirCode(
    _ state: String, _ statement: String, _ code: SwiftDataError, _ text: String
  ) {
    let options = PostgresStoreOptions(
      name: "errors", settings: PostgresSettings("postgres://localhost/none"))
    let error = options.describe(
      SQLError(
        kind: SQLState.kind(state), code: 0, message: "the server's words", statement: statement,
        details: SQLErrorDetails(state: state)))
    #expect(error == code && "\(error)".contains(text), "\(error)")
  }

  @Test func tellOfClosedPools() {
    let options = PostgresStoreOptions(
      name: "errors", settings: PostgresSettings("postgres://localhost/none"))
    let error = options.describe(SQLError(kind: .poolClosed, code: 0, message: "closed"))
    #expect(error == .storeCannotBeOpened && "\(error)".contains("another container"))
  }
}
