import BenchmarkCommon
import Foundation

/// Compares the library with the same work written directly with SQLite's C functions.
@main
enum Benchmarks {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if let child = options.child {
        try child.task.run(child.store, rowCount: options.rowCount).print()
      } else if let side = options.side {
        try runOnce(side, options)
      } else {
        try run(options)
      }
    } catch {
      FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Runs one side of each row, and prints the row and its number of items.
  private static func runOnce(_ side: Options.Side, _ options: Options) throws {
    let workspace = try Workspace(rowCount: options.rowCount)
    defer { workspace.remove() }
    for row in tableRows where options.includes(row.key) {
      guard let workload = row as? any Workload else { continue }
      switch side {
      case .library: _ = try workload.runLibrary(workspace)
      case .baseline: _ = try workload.runBaseline(workspace)
      }
      print(workload.key, workload.itemCount(workspace))
    }
  }

  private static func run(_ options: Options) throws {
    let page = Page()
    var results = Results()
    if options.measuresTable { results.table = try measureTable(options, page) }
    if options.measuresGrowth { try measureGrowth(options, page, &results) }
    if let file = options.json { try results.write(to: file) }
    if let file = options.markdown { try page.write(to: file) }
  }

  private static func measureTable(_ options: Options, _ page: Page) throws -> [Results.Entry] {
    let workspace = try Workspace(rowCount: options.rowCount)
    defer { workspace.remove() }
    page.add(Report.header)
    return try tableRows.filter { options.includes($0.key) }.map { row in
      let comparison = try row.comparison(workspace, options)
      page.add(Report.line(comparison))
      return Results.Entry(comparison)
    }
  }

  private static func measureGrowth(
    _ options: Options, _ page: Page, _ results: inout Results
  ) throws {
    let counts = [1_000, 10_000, 100_000] + (options.full ? [1_000_000] : [])
    if options.measuresTable { page.add("") }
    page.add(Report.growthHeader)
    var comparisons: [Comparison] = []
    for count in counts {
      let workspace = try Workspace(rowCount: count)
      defer { workspace.remove() }
      for row in growingWorkloads where options.includes(row.key) {
        let comparison = try row.comparison(workspace, options)
        comparisons.append(comparison)
        page.add(Report.growthLine(comparison))
      }
    }
    let growths = Growth.keys.compactMap { Growth($0, comparisons) }
    if !growths.isEmpty { page.add("\n" + Report.summaryHeader) }
    for growth in growths { page.add(Report.line(growth)) }
    results.growth = comparisons.map(Results.Entry.init)
    results.growthOfCalls = growths.map(Results.GrowthEntry.init)
  }
}
