import Foundation
import OpenSwiftData
import StoreTesting

/// A model with searchable texts.
@Model
final class Page {
  var number: Int
  var title: String
  var body: String?

  init(number: Int, title: String, body: String?) {
    self.number = number
    self.title = title
    self.body = body
  }
}

/// Inserts, changes and deletes pages with random texts until it is killed.
///
/// The arguments are the store and the seed. Each save is acknowledged on standard output.
@main
struct CrashText {
  static func main() throws {
    guard CommandLine.arguments.count == 3, let seed = UInt64(CommandLine.arguments[2]) else {
      FileHandle.standardError.write(Data("usage: crashtext STORE SEED\n".utf8))
      exit(64)
    }
    let container = try container(URL(fileURLWithPath: CommandLine.arguments[1]))
    var generator = SeededGenerator(seed: seed)
    let context = ModelContext(container)
    acknowledge(0)
    for save in 1... {
      try change(context, &generator)
      try context.save()
      acknowledge(save)
    }
  }

  static func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Page.self,
      configurations: ModelConfiguration(url: url)
        .addingTextIndexes(TextIndex(\Page.title, \Page.body)))
  }

  private static let words = [
    "castle", "tower", "river", "bridge", "ruin", "old", "town", "Straße",
  ]

  static func text(_ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...6, using: &generator))
      .map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
  }

  private static func change(
    _ context: ModelContext, _ generator: inout SeededGenerator
  ) throws {
    let pages = try context.fetch(FetchDescriptor<Page>())
    for page in pages.shuffled(using: &generator).prefix(3) { context.delete(page) }
    for page in pages.shuffled(using: &generator).prefix(5) {
      page.title = text(&generator)
      page.body = Bool.random(using: &generator) ? nil : text(&generator)
    }
    for number in 0..<5 {
      context.insert(Page(number: number, title: text(&generator), body: text(&generator)))
    }
  }

  private static func acknowledge(_ save: Int) {
    FileHandle.standardOutput.write(Data("\(save)\n".utf8))
  }
}
