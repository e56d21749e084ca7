import Foundation
import SwiftData

@Model final class Spot {
  var title: String
  var notes: String?
  var isVisited = false
  var region: Region?

  init(title: String, notes: String? = nil, region: Region? = nil) {
    self.title = title
    self.notes = notes
    self.region = region
  }
}

@Model final class Region {
  var name: String
  @Relationship(inverse: \Spot.region) var spots: [Spot] = []

  init(name: String) { self.name = name }
}

let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent(UUID().uuidString, isDirectory: true)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let url = folder.appendingPathComponent("spots.store")

// The index is declared with the location of the store.
let configuration = ModelConfiguration(url: url)
  .addingTextIndexes(
    TextIndex(\Spot.title, \Spot.notes),
    TextIndex(\Region.name, tokenizer: .substrings))
let container = try ModelContainer(for: Spot.self, Region.self, configurations: configuration)

let context = ModelContext(container)
let hills = Region(name: "丘陵地帯")
context.insert(
  Spot(title: "Castle", notes: "Above the old town, with a view of the river.", region: hills))
context.insert(Spot(title: "Castle ruin", notes: "Closed in winter."))
context.insert(Spot(title: "Café by the bridge"))
try context.save()

// Any input is a valid query.
let typed = "castle riv* -ruin"
let found = try context.fetch(
  FetchDescriptor<Spot>(predicate: #Predicate { $0.matchesText(typed) && !$0.isVisited }))
print(found.map(\.title))

// A single text, a related model, and members.
let cafes = #Predicate<Spot> { $0.title.matchesText("cafe") }
let inHills = #Predicate<Spot> { $0.region?.matchesText("丘陵") == true }
let withCastles = #Predicate<Region> { $0.spots.contains { $0.matchesText("castle") } }
print(try context.fetchCount(FetchDescriptor(predicate: cafes)))
print(try context.fetchCount(FetchDescriptor(predicate: inHills)))
print(try context.fetchCount(FetchDescriptor(predicate: withCastles)))

// The best matches first, with the locations of the terms.
var open = FetchDescriptor<Spot>(predicate: #Predicate { !$0.isVisited })
open.fetchLimit = 20
for hit in try context.search(typed, in: open, weights: [\.title: 3]) {
  let snippet = hit.snippet(for: \.notes, length: 80)
  print(hit.model.title, hit.score ?? 0, snippet.text, snippet.highlights.map { snippet.text[$0] })
}
print(try context.searchCount(typed, in: open))
