import Foundation
import SwiftData

/// The program: migrates a store from Core Data to SwiftData, and prints what it finds.
@main
enum MovedSpots {
  private static let usage = """
    Usage: movedspots [STORE]

    Migrates a store from Core Data to SwiftData in place, and prints its contents on the way. STORE
    is Spots.sqlite by default. If it does not exist, it is created first.
    """

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains(where: ["--help", "-h"].contains) {
      print(usage)
      exit(0)
    }
    guard arguments.count < 2, arguments.first?.hasPrefix("-") != true else {
      complain(usage)
      exit(2)
    }
    do {
      try run(URL(fileURLWithPath: arguments.first ?? "Spots.sqlite")) { print($0) }
    } catch {
      let advice = (error as? any LocalizedError)?.recoverySuggestion
      complain([error.localizedDescription, advice].compactMap(\.self).joined(separator: "\n"))
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data("movedspots: \(text)\n".utf8))
  }

  /// Runs all steps, or those that are left.
  static func run(_ url: URL, _ say: (String) -> Void) throws {
    if !FileManager.default.fileExists(atPath: url.path) {
      try PreviousStore.make(at: url)
      say("Created \(url.lastPathComponent) with the Core Data model.")
    }
    if try SpotStore.isOfCoreData(url) { try edit(SpotStore.open(url), say) }
    try list(SpotStore.openMigrated(url), say)
  }

  private static func edit(_ context: ModelContext, _ say: (String) -> Void) throws {
    let worlds = try context.fetch(FetchDescriptor<WorldEntity>(sortBy: [SortDescriptor(\.name)]))
    for world in worlds {
      say("\(world.name): \(counted(world.items?.count ?? 0))")
    }
    say("Spots with pictures: \(try SpotEditing.withPictures(context).count)")
    guard let world = worlds.first else { return }
    try SpotEditing.rate(world.name, 4, at: Date(), context)
    try SpotEditing.add("Beacon", to: world.name, at: Date(), context)
    say("Rated the spots of \(world.name), and added one.")
  }

  private static func list(_ context: ModelContext, _ say: (String) -> Void) throws {
    let best = try context.fetch(
      FetchDescriptor<ItemModel>(
        predicate: #Predicate { $0.rating > 0 }, sortBy: [SortDescriptor(\.name)]))
    let count = try context.fetchCount(FetchDescriptor<ItemModel>())
    say("With the SwiftData models: \(counted(count))")
    for item in best { say("  \(item.name ?? "?") (\(item.rating))") }
  }

  private static func counted(_ spots: Int) -> String { "\(spots) spot\(spots == 1 ? "" : "s")" }
}
