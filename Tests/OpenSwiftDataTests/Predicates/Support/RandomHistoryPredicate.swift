import Foundation
import RandomTesting

@testable import OpenSwiftData

private typealias Transaction = DefaultHistoryTransaction

/// Generates predicates on the given transactions.
struct RandomHistoryPredicate {
  private let transactions: [Transaction]

  init(_ transactions: [DefaultHistoryTransaction]) { self.transactions = transactions }

  func make(_ generator: inout SeededGenerator) -> Predicate<DefaultHistoryTransaction>? {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: nil
    case 1, 2: simple(&generator)
    default: joined(&generator)
    }
  }

  private func joined(_ generator: inout SeededGenerator) -> Predicate<Transaction> {
    let one = transactions[Int.random(in: transactions.indices, using: &generator)]
    let other = transactions[Int.random(in: transactions.indices, using: &generator)]
    let (token, last, author, date) = (one.token, other.token, other.author, other.timestamp)
    let (number, limit) = (one.id, other.id)
    let name = Bool.random(using: &generator) ? "PathLeaf" : "PathStone"
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: return #Predicate { $0.token > token && $0.author == author }
    case 1: return #Predicate { $0.token > token && !($0.token > last) }
    case 2: return #Predicate { $0.token <= token || $0.author != author }
    case 3: return #Predicate { $0.timestamp > date || $0.transactionIdentifier < number }
    case 4: return #Predicate { !($0.author == author && $0.id >= limit) && $0.id <= number }
    case 5:
      return #Predicate {
        $0.token > token
          && $0.changes.contains { $0.changedPersistentIdentifier.entityName == name }
      }
    case 6:
      return #Predicate {
        $0.token < token
          || $0.changes.contains { $0.changedPersistentIdentifier.entityName == name }
      }
    case 7:
      return #Predicate {
        ($0.id < number || $0.author == author)
          && ($0.changes.contains { $0.changedPersistentIdentifier.entityName == name }
            || $0.timestamp >= date)
      }
    default: return #Predicate { $0.id == number || $0.token == last || $0.timestamp == date }
    }
  }

  private func simple(_ generator: inout SeededGenerator) -> Predicate<Transaction> {
    let one = transactions[Int.random(in: transactions.indices, using: &generator)]
    let (token, number, date, author) = (one.token, one.id, one.timestamp, one.author)
    let (process, bundle) = (one.processIdentifier, one.bundleIdentifier)
    let name = Bool.random(using: &generator) ? "PathLeaf" : "PathStone"
    let foreign = DefaultHistoryToken(store: "elsewhere", transaction: number)
    let merged = token.merging(foreign)
    switch Int.random(in: 0..<16, using: &generator) {
    case 0: return #Predicate { $0.token > token }
    case 1: return #Predicate { $0.token >= merged }
    case 2: return #Predicate { $0.token == token }
    case 3: return #Predicate { $0.token == merged || $0.token != token }
    case 4: return #Predicate { merged > $0.token }
    case 5: return #Predicate { $0.token < foreign || $0.token <= foreign }
    case 6: return #Predicate { $0.transactionIdentifier < number }
    case 7: return #Predicate { $0.timestamp >= date }
    case 8: return #Predicate { $0.timestamp < date }
    case 9: return #Predicate { $0.author == author }
    case 10: return #Predicate { $0.author != author }
    case 11: return #Predicate { ($0.author ?? "none") > "B" }
    case 12: return #Predicate { $0.author?.isEmpty == true }
    case 13: return #Predicate { $0.processIdentifier == process && $0.bundleIdentifier != bundle }
    case 14: return #Predicate { ($0.author ?? "").contains("n") }
    default:
      return #Predicate {
        $0.changes.contains { $0.changedPersistentIdentifier.entityName == name }
      }
    }
  }

  static func order(
    _ generator: inout SeededGenerator
  ) -> [SortDescriptor<DefaultHistoryTransaction>] {
    let order: SortOrder = Bool.random(using: &generator) ? .forward : .reverse
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return [SortDescriptor(\.transactionIdentifier, order: order)]
    case 1: return [SortDescriptor(\.token, order: order)]
    case 2: return [SortDescriptor(\.author, order: order), SortDescriptor(\.timestamp)]
    case 3: return [SortDescriptor(\.author, comparator: .lexical, order: order)]
    case 4: return [SortDescriptor(\.timestamp, order: order)]
    default: return []
    }
  }
}
