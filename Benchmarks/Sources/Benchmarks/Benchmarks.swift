import Foundation

/// Compares the library with the same work written directly on SQLite's C functions.
@main
enum Benchmarks {
  static func main() {
    do {
      try run(Options(Array(CommandLine.arguments.dropFirst())))
    } catch {
      FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ options: Options) throws {
    if let (measurement, store) = options.memory {
      return print(try measurement.run(store, rowCount: options.rowCount))
    }
    let comparisons = try options.growth ? measureGrowth(options) : measureTable(options)
    if let file = options.json { try Report.write(comparisons, to: file) }
  }

  private static func measureTable(_ options: Options) throws -> [Comparison] {
    let workspace = try Workspace(rowCount: options.rowCount)
    defer { workspace.remove() }
    print(Report.header)
    var comparisons: [Comparison] = []
    func add(_ comparison: Comparison) {
      comparisons.append(comparison)
      print(Report.line(comparison))
      fflush(nil)
    }
    for workload in timedWorkloads where options.includes(workload.key) {
      add(try Comparison(workload, workspace, runCount: options.runCount))
    }
    if options.includes("i") {
      add(
        try Comparison(
          key: "i", title: "peak memory of b, against structs read from the file", .structs,
          workspace, runCount: options.runCount))
    }
    if options.includes("i2") {
      add(
        try Comparison(
          key: "i2", title: "peak memory of b, against structs without a database", .values,
          workspace, runCount: options.runCount))
    }
    return comparisons
  }

  private static func measureGrowth(_ options: Options) throws -> [Comparison] {
    let counts = [1_000, 10_000, 100_000] + (options.full ? [1_000_000] : [])
    let keys: Set = ["a", "b", "c", "e"]
    print(Report.growthHeader)
    var comparisons: [Comparison] = []
    for count in counts {
      let workspace = try Workspace(rowCount: count)
      defer { workspace.remove() }
      for workload in timedWorkloads
      where keys.contains(workload.key) && options.includes(workload.key) {
        let comparison = try Comparison(workload, workspace, runCount: options.runCount)
        comparisons.append(comparison)
        print(Report.growthLine(comparison))
        fflush(nil)
      }
    }
    return comparisons
  }
}
