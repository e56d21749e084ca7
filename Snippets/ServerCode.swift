import Foundation
import SwiftData

@Model
final class Order {
  @Attribute(.unique) var number: Int
  var customer: String
  var total: Double
  var isShipped = false

  init(number: Int, customer: String, total: Double) {
    self.number = number
    self.customer = customer
    self.total = total
  }
}

let container = try ModelContainer(
  for: Order.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))

// From a task, with a context of its own.
try await container.withContext(author: "import") { context in
  for number in 1...1000 {
    let customer = ["Ada", "Grace", "Mary"][number % 3]
    context.insert(Order(number: number, customer: customer, total: Double(number % 7)))
  }
  try context.save()
}

// Values leave the context; models do not.
struct Summary: Codable, Sendable {
  let number: Int
  let total: Double
}

var newest = FetchDescriptor<Order>(sortBy: [SortDescriptor(\.number, order: .reverse)])
newest.fetchLimit = 3
let summaries = try await container.fetch(newest) { Summary(number: $0.number, total: $0.total) }
print(summaries.map(\.number))

// As many values as there are, with one batch in memory.
let all = FetchDescriptor<Order>(sortBy: [SortDescriptor(\.number)])
var sum = 0.0
for try await total in container.values(of: all, batchSize: 200, { $0.total }) {
  sum += total
}
print(sum)

// What a predicate cannot express, in SQL.
struct Rank: Decodable, Sendable {
  let customer: String
  let orders: Int
  let rank: Int
}

func ranking(from total: Double) async throws -> [Rank] {
  try await container.query(
    """
    SELECT \(\Order.customer), COUNT(*) AS orders, RANK() OVER (ORDER BY COUNT(*) DESC) AS rank
    FROM \(Order.self) WHERE \(\Order.total) >= \(total)
    GROUP BY \(\Order.customer) ORDER BY rank, \(\Order.customer)
    """, as: Rank.self)
}

for line in try await ranking(from: 2) { print(line.rank, line.customer, line.orders) }

// Models from SQL, in the transaction that changes them.
try await container.transaction(.serializable) { context in
  let largest = try context.query(
    """
    SELECT * FROM \(Order.self) AS o WHERE o.\(\Order.total) =
      (SELECT MAX(\(\Order.total)) FROM \(Order.self) AS i
        WHERE i.\(\Order.customer) = o.\(\Order.customer))
    """, as: Order.self)
  for order in largest { order.isShipped = true }
}
let shipped = FetchDescriptor<Order>(predicate: #Predicate { $0.isShipped })
print(try await container.fetchCount(shipped))

// An actor that keeps a context, on the executor of a server.
actor Orders: ModelActor {
  nonisolated let modelContainer: ModelContainer
  nonisolated let modelExecutor: any ModelExecutor

  init(_ container: ModelContainer, on executor: any SerialExecutor) {
    modelContainer = container
    modelExecutor = AnySerialModelExecutor(modelContext: ModelContext(container), on: executor)
  }

  func customer(of number: Int) throws -> String? {
    let one = FetchDescriptor<Order>(predicate: #Predicate { $0.number == number })
    return try modelContext.fetch(one).first?.customer
  }
}

let queue = DispatchQueueExecutor()
print(try await Orders(container, on: queue).customer(of: 7) ?? "nobody")

// The processes of a service verify the store that a program migrated at deployment.
func openForServing(_ url: URL) throws -> ModelContainer {
  var options = MigrationOptions()
  options.allowsMigration = false
  return try ModelContainer(
    for: Schema([Order.self]), configurations: ModelConfiguration(url: url),
    migrationOptions: options)
}

let file = URL.temporaryDirectory.appending(path: "\(UUID()).store")
_ = try openForServing(file)
try? FileManager.default.removeItem(at: file)

/// A stand-in for the executor of a server's event loop.
final class DispatchQueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "orders")

  func enqueue(_ job: consuming ExecutorJob) {
    let (job, executor) = (UnownedJob(job), asUnownedSerialExecutor())
    queue.async { job.runSynchronously(on: executor) }
  }
}
