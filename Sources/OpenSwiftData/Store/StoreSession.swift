import CoreDataFormat
import SQLCore
import SQLiteDriver

/// What one context needs to work on one store: a connection of its own, and the statements it
/// worked out.
final class StoreSession {
  let store: SQLiteStore
  let connection: any SQLConnection
  private let ownedConnection: SQLiteConnection

  typealias UpdatePlan = (text: String, parameters: RowColumns, key: Int)

  private struct UpdateKey: Hashable {
    let binding: ObjectIdentifier
    let changes: UInt64
  }

  private var updatePlans: [UpdateKey: UpdatePlan] = [:]

  init(_ store: SQLiteStore) throws {
    self.store = store
    ownedConnection = try store.checkOut()
    connection = ownedConnection
  }

  /// Gives the connection back; the session is not used afterwards.
  func close() { store.checkIn(ownedConnection) }

  /// The statement of `fragment`, with its values bound.
  func prepare(_ fragment: SQLFragment) throws -> any PreparedStatement {
    let rendered = connection.dialect.render(fragment)
    do {
      let statement = try connection.prepare(rendered.text)
      for (index, value) in rendered.values.enumerated() {
        statement.parameters.bind(value, index + 1)
      }
      return statement
    } catch {
      throw store.describe(error)
    }
  }

  /// Reads the row of one instance; false when there is none.
  @discardableResult
  func withRow(
    _ key: Int64, of binding: EntityBinding, _ body: (_RowLoader) -> Void
  ) throws -> Bool {
    try describingErrors {
      let statement = try connection.prepare(binding.statements.selectAll + " WHERE Z_PK = ?")
      defer { statement.reset() }
      statement.parameters.bind(key, 1)
      guard try statement.step() else { return false }
      let loader = _RowLoader(
        row: statement.row, columns: binding.statements.allColumns.first, binding: binding)
      body(loader)
      if let failure = loader.failure { throw failure }
      return true
    }
  }

  /// Fills the empty slots of an instance from its row, where it has one.
  func fill(
    _ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, _ binding: EntityBinding
  ) throws {
    if try withRow(state.pointee.key, of: binding, { binding.load(object, $0) }) {
      state.pointee.flags.remove(.partial)
    }
  }

  /// Runs `body` and turns what the database reports into what a store's user understands.
  func describingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLError {
      throw store.describe(error)
    }
  }

  /// The UPDATE of the properties in `changes`, worked out once for each combination.
  func updatePlan(_ binding: EntityBinding, _ changes: UInt64) -> UpdatePlan {
    let key = UpdateKey(binding: ObjectIdentifier(binding), changes: changes)
    if let plan = updatePlans[key] { return plan }
    let plan = binding.statements.update(changes)
    updatePlans[key] = plan
    return plan
  }

  func checkWritable() throws {
    guard store.allowsSave else {
      throw SwiftDataError.storeIsReadOnly.explained(
        "The store \(store.path) was opened with allowsSave: false.",
        advice: "Make its configuration with allowsSave: true.")
    }
  }
}
