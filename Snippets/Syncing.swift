import DataSync
import Foundation
import KintoSync
import SwiftData

@Model
final class Spot {
  @Attribute(.unique) var name: String
  var visits = 0

  init(name: String) { self.name = name }
}

/// Syncs a store with a Kinto server after each save, and prints what happens.
func keepInSync(_ container: ModelContainer, _ server: URL, password: String) async throws {
  let kinto = KintoProvider(
    server, collection: "spots", credentials: .basic(user: "ada", password: password))
  var options = SyncOptions()
  options.resolvers = [.sum("Spot", "visits")]
  let engine = try SyncEngine(container, kinto, options)
  let events = engine.events
  engine.start()
  for await event in events {
    switch event {
    case .sending(let progress): print("sent \(progress.records) of \(progress.total ?? 0)")
    case .conflict(let conflict): print("settled \(conflict.property ?? conflict.record)")
    case .failed(let error, let nextTry): print(error, nextTry ?? "not tried again")
    default: break
    }
  }
}

/// Resolves conflicts of a model in one way, and those of some properties in another.
func resolvers() -> [SyncResolver] {
  [
    // The increments of both sides are added up.
    .sum("Spot", "visits"),
    // For all other properties of a spot the value that was set first is used.
    SyncResolver("Spot") { conflict in
      conflict.mineIsLater ? conflict.theirs : conflict.mine
    },
  ]
}

/// Syncs without pictures, and fetches those of some spots.
func syncSparingly(_ container: ModelContainer, _ server: any SyncProvider) async throws {
  var options = SyncOptions()
  options.largeValues = .onDemand
  let engine = try SyncEngine(container, server, options)
  try await engine.syncNow()
  let absent = try await engine.absentLargeValues(of: "Spot")
  print("\(absent.reduce(0) { $0 + $1.size }) bytes are not here")
  let wanted = absent.filter { $0.size < 1_000_000 }
  try await engine.fetchLargeValues(of: wanted.map(\.model))
}

// Two stores and a server, all in memory.
let server = MemoryServer()
let stores = try (0..<2).map { number in
  try ModelContainer(
    for: Spot.self,
    configurations: ModelConfiguration("store \(number)", isStoredInMemoryOnly: true))
}
let engines = try stores.map { try SyncEngine($0, MemoryProvider(server)) }

// Both stores create the same spot.
for store in stores {
  let context = ModelContext(store)
  context.insert(Spot(name: "Village"))
  try context.save()
}
for engine in engines { try await engine.syncNow() }
let spots = try ModelContext(stores[1]).fetch(FetchDescriptor<Spot>())
print(spots.map(\.name))
