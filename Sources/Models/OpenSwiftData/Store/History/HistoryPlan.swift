import CoreDataFormat
import Foundation
import PredicateSQL
import SQLCore
import SwiftDataErrors

/// The plan of a fetch of transactions, whose work is split between SQL and memory.
struct HistoryPlan {
  typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

  /// The part that SQL performs.
  let selection: HistoryTransactionTable.Selection
  /// The part that is performed in memory.
  private(set) var rest: Descriptor
  /// Whether SQL returns the transactions in the requested order.
  let isInOrder: Bool
  /// The tokens that the predicate compares transactions with.
  private let positions: [HistoryColumns.Position]

  private let store: String

  /// Whether nothing is left to memory.
  var isExact: Bool { rest.predicate == nil && isInOrder && rest.limit == nil }

  /// Plans a fetch of a store's history, for a database with certain features.
  init(_ descriptor: Descriptor, _ store: String, _ features: SQLFeatures) {
    self.store = store
    let columns = HistoryColumns(store: store, features)
    let (predicate, order) = PredicateTranslator(columns: columns)
      .translate(descriptor.predicate, sortedBy: descriptor.sortBy)
    positions = columns.positions
    rest = descriptor
    if predicate?.isExact ?? true { rest.predicate = nil }
    isInOrder = order.isExact
    let takesLimit = rest.predicate == nil && isInOrder
    selection = HistoryTransactionTable.Selection(
      condition: predicate?.condition, order: order.terms,
      limit: takesLimit ? rest.limit.map(Int64.init) : nil)
    if takesLimit { rest.fetchLimit = 0 }
  }

  /// Checks that the history after the predicate's tokens still exists.
  ///
  /// - Parameters:
  ///   - stores: The identifiers of all stores of the container.
  ///   - range: Returns the range of the history's transactions; nil if there is no history.
  /// - Throws: `SwiftDataError.historyTokenExpired`, and what `range` throws.
  func checkTokens(among stores: [String], _ range: () throws -> ClosedRange<Int64>?) throws {
    guard !positions.isEmpty else { return }
    let known = try range()
    for position in positions where !position.token.isEmpty {
      guard let number = position.token.tokenValue?[store] else {
        if stores.contains(where: { position.token.tokenValue?[$0] != nil }) { continue }
        throw SwiftDataError.historyTokenExpired.explained(
          "The token belongs to the store \(position.token.storeIdentifier), which is not in the "
            + "container.",
          advice: "Fetch the models again, and continue from the newest token of the history.")
      }
      // A token whose own transaction is requested counts as the position before it.
      let last = position.isIncluded && number > 0 ? number - 1 : number
      guard let known, number > known.upperBound || last < known.lowerBound else { continue }
      throw SwiftDataError.historyTokenExpired.explained(
        number > known.upperBound
          ? "The token's transaction \(number) does not exist; the store's last one is "
            + "\(known.upperBound)."
          : "The history after transaction \(last) was deleted up to \(known.lowerBound).",
        advice: "Fetch the models again, and continue from the newest token of the history.")
    }
  }
}

/// The names and columns of a store's transactions that the predicate translator needs.
final class HistoryColumns: ColumnResolving {
  private typealias Column = HistoryTransactionTable.Column
  private typealias Transaction = DefaultHistoryTransaction

  /// A token after which transactions are requested.
  struct Position {
    let token: DefaultHistoryToken
    /// Whether the token's own transaction is requested, too.
    let isIncluded: Bool
  }

  let features: SQLFeatures
  private let store: String
  /// The tokens after which transactions are requested.
  private(set) var positions: [Position] = []

  init(store: String, _ features: SQLFeatures) { (self.store, self.features) = (store, features) }

  var tableName: String { HistoryTransactionTable.name }
  var treeNumber: Int { 0 }
  var primaryKeyColumn: String { Column.number.rawValue }
  var ordersIdentifiers: Bool { true }

  func place(of keyPath: AnyKeyPath) -> PropertyPlace? {
    switch keyPath {
    case \Transaction.token: .identifier
    case \Transaction.transactionIdentifier, \Transaction.id: Self.place(.number)
    case \Transaction.timestamp: Self.place(.date)
    case \Transaction.author: Self.place(.author, isOptional: true)
    case \Transaction.processIdentifier: Self.place(.process)
    case \Transaction.bundleIdentifier: Self.place(.bundle)
    case \Transaction.storeIdentifier: Self.place(.store)
    default: nil
    }
  }

  private static func place(_ column: Column, isOptional: Bool = false) -> PropertyPlace {
    .column(ResolvedColumn(name: column.rawValue, isOptional: isOptional))
  }

  /// The transaction number of this store's tokens that equal a token; nil if none of them equals
  /// it.
  func primaryKey(of reference: Any) -> SQLValue? {
    guard let numbers = (reference as? DefaultHistoryToken)?.tokenValue, numbers.count == 1 else {
      return nil
    }
    return numbers[store].map { .integer($0) }
  }

  func bound(for reference: Any, isLess: Bool, allowsEqual: Bool) -> SQLValue? {
    guard let token = reference as? DefaultHistoryToken else { return nil }
    if !isLess { positions.append(Position(token: token, isIncluded: allowsEqual)) }
    // Every token comes after an empty one; no token comes before or after one of another store.
    if token.isEmpty { return .integer(0) }
    return .integer(token.tokenValue?[store] ?? (isLess ? .min : .max))
  }
}
