import Foundation
import OpenSwiftData
import TestModels

/// Changes lists that other programs change at the same time, until it is killed.
///
///     crashlists STORE WRITER SEED
///
/// It only moves, adds and deletes its own members. Before each save, it writes the list to be
/// saved to standard output, with its own members in order, and “done” after it.
@main
struct CrashLists {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let seed = UInt64(arguments[3]) else {
      FileHandle.standardError.write(Data("usage: crashlists STORE WRITER SEED\n".utf8))
      exit(64)
    }
    let container = try ModelContainer(
      for: Schema(ListSchema.models),
      configurations: ModelConfiguration(url: URL(fileURLWithPath: arguments[1])))
    var writer = ListWriter(container, arguments[2], seed)
    say("ready")
    while true {
      do {
        try writer.step(say)
        say("done")
      } catch {
        say("refused \(error)")
        writer.begin()
      }
    }
  }

  private static func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }
}
