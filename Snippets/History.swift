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

// A store that keeps the history of the last thousand saves.
var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
configuration.historyRetention = .newest(1000)
let container = try ModelContainer(for: Trip.self, configurations: configuration)

// A context writes, with its author's name.
let importer = ModelContext(container)
importer.author = "importer"
let trip = Trip(name: "Lisbon", start: .now)
importer.insert(trip)
try importer.save()
trip.start = .now
try importer.save()
importer.delete(trip)
try importer.save()

// The newest token, from which the first reading starts. This fetches only one transaction.
func newestToken(_ context: ModelContext) throws -> DefaultHistoryToken? {
  var newest = HistoryDescriptor<DefaultHistoryTransaction>(
    sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
  newest.fetchLimit = 1
  return try context.fetchHistory(newest).first?.token
}

/// Reads the changes after a token, and returns the token for the next call.
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
  // The token is stored between two runs of the program.
  let kept = try JSONEncoder().encode(token)
  _ = try readOn(
    after: JSONDecoder().decode(DefaultHistoryToken?.self, from: kept), context)
} catch SwiftDataError.historyTokenExpired {
  // The history is incomplete: fetch the models, and continue from the newest token.
  _ = try context.fetch(FetchDescriptor<Trip>())
  _ = try newestToken(context)
}

// Delete the history that every consumer has read.
if let token = try newestToken(context) {
  try context.deleteHistory(
    HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= token }))
}
