import CoreDataFormat
import Foundation
import PredicateSQL
import RecordStore
import SQLCore
import SwiftDataErrors

/// How the transactions that a descriptor asks for are found: what SQL does, and what is left to memory.
struct HistoryPlan {
  typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

  /// What SQL does.
  let selection: HistoryTransactionTable.Selection
  /// What memory does.
  private(set) var rest: Descriptor
  /// Whether SQL gives the transactions in the order that is asked for.
  let isInOrder: Bool
  /// What the predicate compares tokens with.
  private let positions: [HistoryColumns.Position]

  private let store: String

  /// Whether nothing is left to memory.
  var isExact: Bool { rest.predicate == nil && isInOrder && rest.limit == nil }

  /// Plans a fetch of the history of a store, whose database has some features.
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

  /// Checks that what came after the tokens of the predicate is there.
  ///
  /// - Parameters:
  ///   - stores: The identifiers of all stores of the container.
  ///   - range: Gives the tokens that the history leads up to; nil for no history.
  /// - Throws: `SwiftDataError.historyTokenExpired`, and what `range` throws.
  func checkTokens(among stores: [String], _ range: () throws -> ClosedRange<Int64>?) throws {
    guard !positions.isEmpty else { return }
    let known = try range()
    for position in positions where !position.token.isEmpty {
      guard let number = position.token.tokenValue?[store] else {
        if stores.contains(where: { position.token.tokenValue?[$0] != nil }) { continue }
        throw SwiftDataError.historyTokenExpired.explained(
          "The token is of the store \(position.token.storeIdentifier), which the container has not.",
          advice: "Read the models anew, and begin with the newest token of the history.")
      }
      // A token that is to be among the results stands one before itself.
      let last = position.isIncluded && number > 0 ? number - 1 : number
      guard let known, number > known.upperBound || last < known.lowerBound else { continue }
      throw SwiftDataError.historyTokenExpired.explained(
        number > known.upperBound
          ? "The store has made no transaction \(number); its last is \(known.upperBound)."
          : "What came after transaction \(last) is deleted up to \(known.lowerBound).",
        advice: "Read the models anew, and begin with the newest token of the history.")
    }
  }
}

/// What the translator of predicates asks of the transactions of a store.
final class HistoryColumns: ColumnResolving {
  private typealias Column = HistoryTransactionTable.Column
  private typealias Transaction = DefaultHistoryTransaction

  /// A token after which transactions are asked for.
  struct Position {
    let token: DefaultHistoryToken
    /// Whether its own transaction is asked for as well.
    let isIncluded: Bool
  }

  let features: SQLFeatures
  private let store: String
  /// The tokens after which transactions are asked for.
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

  /// The number that tokens equal to one have; nil where none of the store's is equal to it.
  func primaryKey(of reference: Any) -> SQLValue? {
    guard let numbers = (reference as? DefaultHistoryToken)?.tokenValue, numbers.count == 1 else {
      return nil
    }
    return numbers[store].map { .integer($0) }
  }

  func bound(for reference: Any, isLess: Bool, allowsEqual: Bool) -> SQLValue? {
    guard let token = reference as? DefaultHistoryToken else { return nil }
    if !isLess { positions.append(Position(token: token, isIncluded: allowsEqual)) }
    // Every token comes after one that knows no store, and none before or after another store's.
    if token.isEmpty { return .integer(0) }
    return .integer(token.tokenValue?[store] ?? (isLess ? .min : .max))
  }
}
