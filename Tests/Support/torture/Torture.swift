import Foundation

/// Runs random programs on graphs until the time is over, and prints a summary.
@main
struct Torture {
  static func main() {
    let environment = ProcessInfo.processInfo.environment
    func number(_ name: String) -> UInt64? { environment["TORTURE_" + name].flatMap(UInt64.init) }
    var options = TortureRun.Options(seed: number("SEED") ?? .random(in: 0...UInt64.max))
    options.limit = .seconds(Int(number("SECONDS") ?? 600))
    options.threadCount = Int(number("THREADS") ?? 4)
    options.program = number("PROGRAM")
    options.checksMemory = number("LEAKS") != 0
    say("torture: seed \(options.seed), \(options.threadCount) threads, \(options.limit)")
    let run = TortureRun(options)
    // Prints every epoch at first, then fewer and fewer.
    run.onEpoch = {
      if $0.epochs & ($0.epochs - 1) == 0 || $0.epochs % 50 == 0 { say("torture: \($0)") }
    }
    do {
      let summary = try run.run()
      say("torture: \(summary)")
      say("torture: seed \(options.seed): no difference, no leak")
    } catch {
      say("torture: seed \(options.seed): \(error)")
      exit(1)
    }
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
