import Foundation
import OpenSwiftData

/// A row of a save; all rows of a save have its number.
@Model
final class Entry {
  var save: Int
  var text: String

  init(save: Int, text: String) {
    self.save = save
    self.text = text
  }
}

/// Saves to the store at its first argument, or at the default location, until it is killed.
///
/// Each save changes all rows of the previous one, adds ten and deletes one, and is acknowledged on
/// standard output when it is complete. With the second argument `exposures`, it saves pictures
/// instead. With `claims` and a number, it competes with other programs and ends.
@main
struct CrashWriter {
  static func main() throws {
    let configuration =
      CommandLine.arguments.dropFirst().first
      .map { ModelConfiguration(url: URL(fileURLWithPath: $0)) } ?? ModelConfiguration()
    if CommandLine.arguments.dropFirst(2).first == "exposures" {
      return try ExposureWriter.run(configuration)
    }
    if CommandLine.arguments.count == 4, CommandLine.arguments[2] == "claims" {
      return try ClaimWriter.run(configuration, count: Int(CommandLine.arguments[3]) ?? 1)
    }
    let container = try ModelContainer(for: Entry.self, configurations: configuration)
    let context = ModelContext(container)
    var entries = try context.fetch(FetchDescriptor<Entry>())
    var number = entries.first?.save ?? 0
    while true {
      number += 1
      for entry in entries { entry.save = number }
      for _ in 0..<10 {
        let entry = Entry(save: number, text: String(repeating: "x", count: number % 3_000))
        context.insert(entry)
        entries.append(entry)
      }
      if entries.count > 200 { for entry in entries[..<100] { context.delete(entry) } }
      if entries.count > 200 { entries.removeFirst(100) }
      try context.save()
      FileHandle.standardOutput.write(Data("\(number) \(entries.count)\n".utf8))
    }
  }
}
