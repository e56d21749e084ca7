import PostgresDriver
import SQLCore
import SwiftDataErrors
import Testing

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
}
