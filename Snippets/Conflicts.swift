import SwiftData

@Model
final class Account {
  @Attribute(.unique) var number: Int
  var balance: Int
  var holder: String

  init(number: Int, balance: Int = 0, holder: String = "") {
    self.number = number
    self.balance = balance
    self.holder = holder
  }
}

let container = try ModelContainer(
  for: Account.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
let context = ModelContext(container)
let account = Account(number: 1)
context.insert(account)
try context.save()

// A save fails if others have changed the account since the context read it.
context.conflictPolicy = .fail
while true {
  account.balance += 10
  do {
    try context.save()
    break
  } catch SwiftDataError.staleModel {
    // The account reads its stored values again.
    context.rollback()
  }
}

// The error has the conflicts with all values.
func saveOrExplain(_ context: ModelContext) throws {
  do {
    try context.save()
  } catch let error as SwiftDataError where error == .staleModel {
    for conflict in error.conflicts {
      for property in conflict.properties where property.isChangedInStore {
        print(conflict.entityName, property.name, property.storedValue ?? "nil")
      }
    }
    throw error
  }
}
try saveOrExplain(context)

// A closure decides about each conflict.
context.conflictPolicy = .resolve { conflict in
  // The later save would overwrite a balance that it does not know.
  if let balance = conflict.values(of: \Account.balance), balance.stored != balance.read {
    return .fail
  }
  return .keepOurs
}
account.holder = "Ada"
try context.save()

// An account that exists is not overwritten, but reported.
do {
  context.insert(Account(number: 1, balance: 5), onConflict: .fail)
  try context.save()
} catch let error as SwiftDataError where error == .uniqueValueIsTaken {
  let taken = error.uniqueValueConflict
  print(taken?.properties.map(\.name) ?? [], taken?.existingModelID as Any)
  context.rollback()
}

// Finds the account with a number, or creates it.
let found = Account(number: 1)
context.insert(found, onConflict: .keepExisting)
try context.save()
print(found.holder)
