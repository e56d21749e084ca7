#if !LIBFUZZER
  import Foundation
  import RandomTesting

  /// Runs a fuzzer on damaged seeds, for toolchains without libFuzzer.
  ///
  /// It does not measure code coverage, so it keeps no inputs. The current input is written to a
  /// file before it is read, because a failure ends the program.
  struct MutationLoop {
    private struct UnreadableSeeds: Error, CustomStringConvertible {
      let path: String
      var description: String { "The seeds in \(path) cannot be read." }
    }

    private let fuzzer: Fuzzer
    /// Files to run once, undamaged.
    private var inputs: [Data] = []
    private var seeds: [Data] = []
    private var seconds = Double.infinity
    private var runLimit = Int.max
    private var seed = UInt64.random(in: 0...UInt64(UInt32.max))
    private var artifactPrefix = "./"
    /// The maximum number of seconds for one input.
    private var timeout: UInt32 = 10

    init(_ fuzzer: Fuzzer, _ arguments: [String]) throws {
      self.fuzzer = fuzzer
      for argument in arguments {
        if argument.hasPrefix("-") {
          read(option: argument)
        } else {
          try add(argument)
        }
      }
    }

    private mutating func read(option: String) {
      let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return }
      switch parts[0] {
      case "-max_total_time": seconds = Double(parts[1]) ?? seconds
      case "-runs": runLimit = Int(parts[1]) ?? runLimit
      case "-seed": seed = UInt64(parts[1]) ?? seed
      case "-artifact_prefix": artifactPrefix = parts[1]
      case "-timeout": timeout = UInt32(parts[1]) ?? timeout
      default: break
      }
    }

    private mutating func add(_ path: String) throws {
      let url = URL(fileURLWithPath: path)
      if let names = try? FileManager.default.contentsOfDirectory(atPath: path).sorted() {
        seeds += names.compactMap { try? Data(contentsOf: url.appendingPathComponent($0)) }
      } else if let bytes = try? Data(contentsOf: url) {
        inputs.append(bytes)
      } else {
        throw UnreadableSeeds(path: path)
      }
    }

    /// Runs until the time is over or the number of runs is reached.
    ///
    /// - Returns: The exit status of the program.
    /// - Throws: Errors of writing an input.
    func run() throws -> Int32 {
      let file = URL(fileURLWithPath: artifactPrefix + "crash-\(seed)")
      guard inputs.isEmpty else {
        for input in inputs { runOnce(input) }
        return 0
      }
      var generator = SeededGenerator(seed: seed)
      let end = Date(timeIntervalSinceNow: min(seconds, 1e9))
      let before = PeakMemory.byteCount
      var count = 0
      while count < runLimit, Date() < end {
        let seed = seeds.randomElement(using: &generator) ?? Data()
        let input = count < seeds.count ? seeds[count] : DamagedBytes.of(seed, using: &generator)
        try input.write(to: file)
        runOnce(input)
        count += 1
        if let before, let now = PeakMemory.byteCount, now - before > PeakMemory.growthLimit {
          fatalError("The fuzzer took more than \(PeakMemory.growthLimit) bytes of memory.")
        }
      }
      try FileManager.default.removeItem(at: file)
      print("stat::number_of_executed_units: \(count)")
      return 0
    }

    private func runOnce(_ input: Data) {
      // The signal ends the program.
      alarm(timeout)
      input.withUnsafeBytes { fuzzer.run($0) }
      alarm(0)
    }
  }
#endif
