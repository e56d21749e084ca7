import Foundation
import SQLCore
import SwiftDataErrors
import Testing

@testable import PostgresDriver
@testable import PostgresRecords

@Suite("What failures of a server mean")
struct StoreErrorTests {
  @Test(
    arguments: [
      (.undefinedTable, "lacks a table or column that its models need"),
      (.undefinedColumn, "lacks a table or column that its models need"),
      (.undefinedFunction, "cannot run a statement"),
      (.statementTimeout, "Raise statement_timeout"),
    ] as [(SQLError.Kind, String)])
  func failuresAreDescribedByTheirKind(_ kind: SQLError.Kind, _ text: String) {
    let settings = PostgresSettings("postgres://localhost/none")
    let options = PostgresStoreOptions(name: "errors", settings: settings)
    let message = "operator does not exist: json = text"
    let error = options.describe(SQLError(kind: kind, code: 0, message: message))
    #expect(error == .storeCannotBeOpened)
    #expect("\(error)".contains(text))
    #expect("\(error)".contains(message))
  }

  /// Errors of reads and writes have different messages.
  @Test(
    arguments: [
      ("42501", "SELECT 1", .storeCannotBeOpened, "cannot be read"),
      ("42501", "INSERT INTO a VALUES (1)", .storeIsReadOnly, "cannot be changed"),
      ("42501", "INSERT INTO a VALUES (1)", .storeIsReadOnly, "missing privileges"),
      ("25006", "INSERT INTO a VALUES (1)", .storeIsReadOnly, "instead of a replica"),
      ("23505", "INSERT INTO a VALUES (1)", .modelValidationFailure, "no other model has"),
      ("23502", "INSERT INTO a VALUES (1)", .modelValidationFailure, "the database allows"),
      ("55P03", "INSERT INTO a VALUES (1)", .storeIsLocked, "by another transaction"),
      ("22003", "SELECT 1", .unsupportedPredicate, "cannot compute the result of a query"),
      ("22003", "UPDATE a SET b = 1", .valueCannotBeStored, "cannot store a value"),
      ("54000", "INSERT INTO a VALUES (1)", .valueCannotBeStored, "from the index"),
      ("54001", "SELECT 1", .valueCannotBeStored, "cannot store a value"),
      ("P0001", "INSERT INTO a VALUES (1)", .modelValidationFailure, "refused a change"),
      ("53300", "", .storeCannotBeOpened, "no free connection on its server"),
      ("42P05", "SELECT 1", .storeCannotBeOpened, "hasTransactionPooler"),
      ("26000", "SELECT 1", .storeCannotBeOpened, "PgBouncer"),
      ("3D000", "", .storeCannotBeOpened, "CREATE DATABASE"),
    ] as [(String, String, SwiftDataError, String)])
  func failuresAreDescribedByTheirCode(
    _ state: String, _ statement: String, _ code: SwiftDataError, _ text: String
  ) {
    let options = PostgresStoreOptions(
      name: "errors", settings: PostgresSettings("postgres://localhost/none"))
    let error = options.describe(
      SQLError(
        kind: SQLState.kind(state), code: 0, message: "the server's words", statement: statement,
        details: SQLErrorDetails(state: state)))
    #expect(error == code, "\(error)")
    #expect("\(error)".contains(text), "\(error)")
  }

  private static func failure(
    _ address: String, _ kind: SQLError.Kind, _ message: String
  ) -> SwiftDataError {
    PostgresStoreOptions(name: "errors", settings: PostgresSettings(address))
      .describe(SQLError(kind: kind, code: 0, message: message))
  }

  /// The address may contain a password, so it is not quoted.
  @Test(arguments: [
    "postgres://me:s3cret@localhost/app?nonsense=1", "host=localhost password='s3cret",
  ])
  func addressThatCannotBeParsedIsReported(_ address: String) {
    let options = PostgresStoreOptions(
      name: "errors", settings: PostgresSettings(address), schema: "trips")
    #expect(options.place == "<invalid address> schema=trips")
    let error = #expect(throws: SwiftDataError.self) { _ = try options.connect() }
    #expect(error == .storeCannotBeOpened)
    #expect(
      error?.errorDescription == "The store <invalid address> schema=trips cannot be opened: "
        + "The database address cannot be parsed.")
    #expect(error?.recoverySuggestion?.hasPrefix("Use a URL") == true)
    #expect(!String(reflecting: error).contains("s3cret"))
  }

  @Test func closedPoolsAreReportedOnce() {
    let options = PostgresStoreOptions(
      name: "errors", settings: PostgresSettings("postgres://localhost/none"))
    let error = options.describe(PostgresPool.closed)
    #expect(error == .storeCannotBeOpened)
    #expect(error.errorDescription == "The store \(options.place) is closed.")
    #expect(error.recoverySuggestion?.contains("another container") == true)
  }

  /// Privileges do not make a replica writable.
  @Test func readOnlyServersDoNotLackPrivileges() {
    let error = Self.failure("postgres://localhost/none", .readOnly, "read-only transaction")
    #expect(error == .storeIsReadOnly)
    #expect(error.recoverySuggestion?.contains("default_transaction_read_only") == true)
    #expect(error.recoverySuggestion?.contains("privileges") == false)
  }

  @Test(arguments: ["all numbers are in use", "another program is migrating the store"])
  func programsThatExcludeEachOtherAreNamed(_ cause: String) {
    let error = Self.failure("postgres://localhost/none", .busy, cause)
    #expect(error == .storeIsLocked)
    #expect(error.errorDescription?.hasSuffix("cannot be changed now: \(cause).") == true)
    #expect(error.recoverySuggestion?.contains("other programs") == true)
  }

  @Test(
    arguments: [
      ("mysql://user:s3cret@host/x", "cannot be parsed", "postgres://user@host/database"),
      ("host=a\u{0}b", "contains a NUL character", "Remove the character"),
    ])
  func addressesThatCannotBeReadAreReported(
    _ address: String, _ text: String, _ advice: String
  ) throws {
    let settings = PostgresSettings(address)
    let cause = try #require(throws: SQLError.self) { _ = try settings.parsedAddress() }
    let error = PostgresStoreOptions(name: "errors", settings: settings).describe(cause)
    #expect(error == .storeCannotBeOpened)
    #expect(error.errorDescription?.contains("cannot be opened") == true)
    #expect(error.errorDescription?.contains(text) == true)
    #expect(error.recoverySuggestion?.contains(advice) == true)
    #expect(!"\(error)".contains("s3cret"))
  }

  /// Other mistakes in calls are not about the address.
  @Test func mistakesInCallsAreNotAboutTheAddress() {
    let error = Self.failure("postgres://localhost/none", .misuse, "The statement has a mistake")
    #expect(error.errorDescription?.contains("could not be used: The statement") == true)
  }
}
