import Foundation
import SwiftData

@Model
final class Account {
  @Attribute(.unique) var name: String
  var balance: Int

  init(name: String, balance: Int) {
    self.name = name
    self.balance = balance
  }
}

@Model
final class Job {
  @Attribute(.unique) var number: Int
  var text: String
  var isDone = false

  init(number: Int, text: String) {
    self.number = number
    self.text = text
  }
}

let container = try ModelContainer(
  for: Account.self, Job.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
let context = ModelContext(container)
context.insert(Account(name: "Ada", balance: 100))
for number in 1...3 { context.insert(Job(number: number, text: "job \(number)")) }
try context.save()

// Read, decide and write as one.
func pay(_ price: Int, from name: String, in context: ModelContext) throws -> Bool {
  try context.transaction(.serializable) {
    let accounts = try context.fetch(
      FetchDescriptor<Account>(predicate: #Predicate { $0.name == name }))
    guard let account = accounts.first, account.balance >= price else { return false }
    account.balance -= price
    return true
  }
}

print(try pay(70, from: "Ada", in: context), try pay(70, from: "Ada", in: context))

// The workers of a queue: each takes the next job that no other has locked.
func work(in context: ModelContext) throws -> Bool {
  try context.transaction(.repeatableRead) {
    var next = FetchDescriptor<Job>(
      predicate: #Predicate { !$0.isDone }, sortBy: [SortDescriptor(\.number)])
    next.fetchLimit = 1
    guard let job = try context.fetch(next, lockingFor: .updateSkippingLocked).first else {
      return false
    }
    print(job.text)
    job.isDone = true
    return true
  }
}

while try work(in: context) {}

// From a task, without blocking its thread.
let left = try await container.transaction(.serializable, author: "server") { context in
  let account = try context.fetch(FetchDescriptor<Account>())[0]
  account.balance += 5
  return account.balance
}
print(left)
