import OpenSwiftData

/// An amount from which several programs take.
@Model
final class Purse {
  var amount: Int

  init(amount: Int) { self.amount = amount }
}

/// The proof of an amount that was taken, which is written in the same transaction.
@Model
final class Receipt {
  @Attribute(.unique) var number: String

  init(number: String) { self.number = number }
}

/// One of a limited number of chairs.
@Model
final class Chair {
  @Attribute(.unique) var holder: String

  init(holder: String) { self.holder = holder }
}

/// What the programs left in a store.
struct PurseState: Hashable {
  var amount: Int
  var receipts: Set<String>
  var holders: Set<String>

  static let types: [any PersistentModel.Type] = [Purse.self, Receipt.self, Chair.self]
  static let chairLimit = 50

  init(of container: ModelContainer) throws {
    let context = ModelContext(container)
    amount = try context.fetch(FetchDescriptor<Purse>()).reduce(0) { $0 + $1.amount }
    receipts = Set(try context.fetch(FetchDescriptor<Receipt>()).map(\.number))
    holders = Set(try context.fetch(FetchDescriptor<Chair>()).map(\.holder))
  }

  /// Stores a purse.
  static func fill(_ container: ModelContainer, amount: Int) throws {
    let context = ModelContext(container)
    context.insert(Purse(amount: amount))
    try context.save()
  }
}
