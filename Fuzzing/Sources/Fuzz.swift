import Foundation
import RandomTesting

#if LIBFUZZER
  import CLibFuzzer
#endif

/// The program that fuzzes the project's readers.
///
///     fuzz --list              prints the names of the fuzzers
///     fuzz --seeds NAME FOLDER writes the seeds that are made by a program
///     fuzz NAME [OPTION | FOLDER | FILE]…
///
/// Options are libFuzzer's, of which the loop of mutations knows some. `Scripts/fuzz` builds and runs it.
@main
enum Fuzz {
  /// All fuzzers, in the order in which they are listed.
  static let fuzzers: [Fuzzer] = {
    var fuzzers = [
      Fuzzer("records", records, seeds: recordSeeds), Fuzzer("answers", answers),
      Fuzzer("archives", archives, seeds: archiveSeeds),
      Fuzzer("propertylists", propertyLists, seeds: propertyListSeeds),
      Fuzzer("conditions", conditions), Fuzzer("imports", imports),
      Fuzzer("stores", stores, seeds: storeSeeds),
    ]
    #if POSTGRES
      fuzzers.append(Fuzzer("postgres", postgres, seeds: postgresSeeds))
    #endif
    #if MICROHTTPD
      fuzzers.append(Fuzzer("requests", requests))
    #endif
    return fuzzers
  }()

  /// The fuzzer that the first argument names; a global constant, since libFuzzer calls a function without context.
  private static let chosen = fuzzers.first { $0.name == CommandLine.arguments.dropFirst().first }

  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch (words.first, chosen) {
    case ("--list", _): for fuzzer in fuzzers { print(fuzzer.name) }
    case ("--seeds", _) where words.count == 3:
      guard let fuzzer = fuzzers.first(where: { $0.name == words[1] }) else { fail(words[1]) }
      for (number, seed) in try fuzzer.seeds().enumerated() {
        try seed.write(to: URL(fileURLWithPath: words[2]).appendingPathComponent("made-\(number)"))
      }
    case (_, let chosen?): exit(run(chosen, Array(words.dropFirst())))
    default: fail(words.first ?? "")
    }
  }

  private static func fail(_ name: String) -> Never {
    let names = fuzzers.map(\.name).joined(separator: ", ")
    FileHandle.standardError.write(Data("fuzz: unknown fuzzer “\(name)”. Use \(names).\n".utf8))
    exit(2)
  }

  #if LIBFUZZER
    private static func run(_ fuzzer: Fuzzer, _ arguments: [String]) -> Int32 {
      // The name of the fuzzer takes the place of the program's.
      var count = CommandLine.argc - 1
      var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
      return LLVMFuzzerRunDriver(&count, &words) { bytes, count in
        Fuzz.chosen?.run(UnsafeRawBufferPointer(start: bytes, count: count))
        return 0
      }
    }
  #else
    private static func run(_ fuzzer: Fuzzer, _ arguments: [String]) -> Int32 {
      do {
        return try MutationLoop(fuzzer, arguments).run()
      } catch {
        FileHandle.standardError.write(Data("fuzz: \(error)\n".utf8))
        return 2
      }
    }
  #endif
}
