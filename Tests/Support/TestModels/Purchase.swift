import Foundation
import OpenSwiftData
import RandomTesting

/// A model with all kinds of attributes that set operations treat differently.
@Model
package final class Purchase {
  @Attribute(.unique) package var code: Int
  package var title: String
  package var comment: String?
  package var count: Int
  package var optionalCount: Int?
  package var tiny: Int8
  package var byte: UInt8?
  package var wide: UInt64
  package var ratio: Double
  package var optionalRatio: Double?
  package var float: Float
  package var price: Decimal
  package var discount: Decimal?
  package var date: Date
  package var dueDate: Date?
  package var isPaid: Bool
  package var token: UUID
  package var page: URL
  package var stage: Stage
  package var mood: Temper?
  package var spot: Spot?
  package var tags: [String]

  package init(code: Int, from random: inout SeededGenerator) {
    self.code = code
    title = Self.titles.randomElement(using: &random) ?? ""
    comment = Bool.random(using: &random) ? nil : Self.titles.randomElement(using: &random)
    count = .random(in: -5...5, using: &random)
    optionalCount = Bool.random(using: &random) ? nil : .random(in: -3...3, using: &random)
    tiny = .random(in: -90...90, using: &random)
    byte = Bool.random(using: &random) ? nil : .random(in: 10...200, using: &random)
    wide = [2, 7, 1 << 40, 1 << 63, .max - 1000].randomElement(using: &random) ?? 0
    // Sums of these are exact in any order.
    ratio = Double(Int.random(in: -40...40, using: &random)) / 8
    optionalRatio = Bool.random(using: &random) ? nil : Double.random(in: 0...4, using: &random)
    float = Float(Int.random(in: -40...40, using: &random)) / 4
    price = Self.prices.randomElement(using: &random) ?? 0
    discount = Bool.random(using: &random) ? nil : Self.prices.randomElement(using: &random)
    date = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0...9, using: &random)))
    dueDate = Bool.random(using: &random) ? nil : Date(timeIntervalSinceReferenceDate: 1e8)
    isPaid = .random(using: &random)
    token = UUID(
      uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, random.next() % 2 == 0 ? 1 : 2))
    page = URL(filePath: Bool.random(using: &random) ? "/a" : "/b")
    stage = Stage.allCases.randomElement(using: &random) ?? .open
    mood = [nil, .calm, .wild].randomElement(using: &random) ?? nil
    spot =
      [nil, Spot(row: 1, seat: "é"), Spot(row: 1, seat: "e\u{301}"), Spot(row: 2, seat: nil)]
      .randomElement(using: &random) ?? nil
    tags = [["a"], ["a", "b"], []].randomElement(using: &random) ?? []
  }

  package var summary: String { "\(title) \(count)" }

  package static let titles = [
    "", "a", "B", "é", "e\u{301}", "각", "가\u{11A8}", "zebra", "Ω", "\u{2126}", "a b",
  ]
  package static let prices: [Decimal] = [
    0, 1, -1, 0.1, 12.34, -0.05, 99_999_999_999, Decimal(string: "12345678901234567.89") ?? 0,
    Decimal(string: "0.000000000000000000123") ?? 0,
  ]
}

/// An enumeration ordered against its raw values.
package enum Stage: Int, Codable, CaseIterable, Comparable, Sendable {
  case open = 5
  case sent = 3
  case closed = 1

  package static func < (left: Stage, right: Stage) -> Bool { left.rawValue > right.rawValue }
}

package enum Temper: String, Codable, Sendable { case calm, wild }

package struct Spot: Codable, Hashable, Sendable {
  package var row: Int
  package var seat: String?

  package init(row: Int, seat: String?) { (self.row, self.seat) = (row, seat) }
}

extension ModelContext {
  /// Inserts and saves a number of purchases, with codes beginning at 1.
  @discardableResult
  package func savePurchases(_ count: Int, seed: UInt64 = 1) throws -> [Purchase] {
    var random = SeededGenerator(seed: seed)
    let purchases = (0..<count).map { Purchase(code: $0 + 1, from: &random) }
    for purchase in purchases { insert(purchase) }
    try save()
    return purchases
  }

  /// Inserts, changes and deletes a few purchases without saving.
  package func changePurchases(using random: inout SeededGenerator) throws {
    let purchases = try fetch(FetchDescriptor<Purchase>(sortBy: [SortDescriptor(\.code)]))
    var code = purchases.last?.code ?? 0
    for purchase in purchases {
      let other = Purchase(code: 0, from: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: delete(purchase)
      case 1: (purchase.count, purchase.price) = (other.count, other.price)
      case 2: (purchase.title, purchase.comment) = (other.title, other.comment)
      case 3: (purchase.stage, purchase.spot) = (other.stage, other.spot)
      case 4:
        code += 1
        insert(Purchase(code: code, from: &random))
      default: break
      }
    }
  }
}

extension FetchDescriptor<Purchase> {
  /// A random selection of purchases; sometimes one that SQL cannot express.
  package static func random(using random: inout SeededGenerator) -> FetchDescriptor<Purchase> {
    var descriptor = FetchDescriptor<Purchase>()
    if Int.random(in: 0..<5, using: &random) > 0 {
      descriptor.predicate = predicates.randomElement(using: &random)
    }
    if Bool.random(using: &random) {
      descriptor.sortBy = orders.randomElement(using: &random) ?? []
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      descriptor.fetchLimit = .random(in: 0...30, using: &random)
      descriptor.fetchOffset = .random(in: 0...10, using: &random)
    }
    descriptor.includePendingChanges = Int.random(in: 0..<3, using: &random) > 0
    return descriptor
  }

  package static var predicates: [Predicate<Purchase>] {
    [
      #Predicate { $0.count > 0 }, #Predicate { $0.count < -100 },
      #Predicate { $0.comment == nil }, #Predicate { $0.title == "é" || $0.isPaid },
      #Predicate { $0.price >= 1 }, #Predicate { $0.optionalCount ?? 0 > 0 },
      #Predicate { $0.tags.contains("a") }, #Predicate { $0.isPaid && $0.tags.isEmpty },
    ]
  }

  private static var orders: [[SortDescriptor<Purchase>]] {
    [
      [SortDescriptor(\.code)], [SortDescriptor(\.count, order: .reverse), SortDescriptor(\.code)],
      [SortDescriptor(\.price), SortDescriptor(\.date)], [SortDescriptor(\.tags.count)],
    ]
  }
}
