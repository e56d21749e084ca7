import Foundation
import SwiftData

@Model
final class Trip {
  @Attribute(.preserveValueOnDeletion) var name: String
  var start: Date

  init(name: String, start: Date) {
    self.name = name
    self.start = start
  }
}

// A store that keeps no more than the last thousand saves.
var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
configuration.historyRetention = .newest(1000)
let container = try ModelContainer(for: Trip.self, configurations: configuration)

// Somebody writes, and says who it is.
let importer = ModelContext(container)
importer.author = "importer"
let trip = Trip(name: "Lisbon", start: .now)
importer.insert(trip)
try importer.save()
trip.start = .now
try importer.save()
importer.delete(trip)
try importer.save()

// The newest token, where reading begins the first time: one transaction is read for it.
func newestToken(_ context: ModelContext) throws -> DefaultHistoryToken? {
  var newest = HistoryDescriptor<DefaultHistoryTransaction>(
    sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
  newest.fetchLimit = 1
  return try context.fetchHistory(newest).first?.token
}

/// Reads what came after a token, and returns the token to begin with the next time.
func readOn(
  after token: DefaultHistoryToken?, _ context: ModelContext
) throws -> DefaultHistoryToken? {
  var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
  if let token {
    descriptor.predicate = #Predicate { $0.token > token && $0.author == "importer" }
  }
  var seen = token
  for transaction in try context.fetchHistory(descriptor) {
    for change in transaction.changes {
      switch change {
      case .insert(let insertion as DefaultHistoryInsert<Trip>):
        print("new", insertion.changedPersistentIdentifier)
      case .update(let update as DefaultHistoryUpdate<Trip>):
        if update.updatedAttributes.contains(\.start) { print("moved") }
      case .delete(let deletion as DefaultHistoryDelete<Trip>):
        print("gone", deletion.tombstone[\.name] ?? "without a name")
      default: break
      }
    }
    seen = seen?.merging(transaction.token) ?? transaction.token
  }
  return seen
}

let context = ModelContext(container)
do {
  let token = try readOn(after: nil, context)
  // The token is kept between two runs of the program.
  let kept = try JSONEncoder().encode(token)
  _ = try readOn(
    after: JSONDecoder().decode(DefaultHistoryToken?.self, from: kept), context)
} catch SwiftDataError.historyTokenExpired {
  // What came since is not all there any more: read the models, and begin with the newest token.
  _ = try context.fetch(FetchDescriptor<Trip>())
  _ = try newestToken(context)
}

// What everybody has read may go.
if let token = try newestToken(context) {
  try context.deleteHistory(
    HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= token }))
}
