import Foundation
import SampleStores
import StoreTool
import Testing

/// The values that commands print match those that Python's library reads from the file.
@Suite(
  "Values by an independent reader",
  .enabled(if: OtherProgram.isPresent("python3"), "python3 is not installed"))
struct IndependentReaderTests {
  private struct Comparison: Decodable {
    var rows: Int
    var values: Int
    var count: Int
    var differences: [String]
  }

  /// The number of rows that are read one by one; each `get` opens the store again.
  private static let getLimit = 120

  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test(
    .enabled(if: SampleStores.isPresent, SampleStores.reason), arguments: SampleStores.files)
  func valuesOfApplesFilesMatchThoseOfPython(_ name: String) throws {
    let store = try SampleStores.copy(name, to: folder.url)
    let comparison = try compare(store.path)
    #expect(comparison.count == 0, "\(comparison.differences)")
    #expect(comparison.rows > 0 || name.hasPrefix("freeze-ray"))
  }

  @Test(arguments: HostileStore.Form.allCases)
  func valuesOfOwnFilesMatchThoseOfPython(_ form: HostileStore.Form) throws {
    let store = try HostileStore(form)
    let comparison = try compare(store.path)
    #expect(comparison.count == 0, "\(comparison.differences)")
    #expect(comparison.rows == 6)
    #expect(comparison.values > 100)
  }

  /// Prints all rows by commands, and lets Python compare them with the file.
  private func compare(_ path: String) throws -> Comparison {
    let told = folder.path("told")
    for form in ["query", "get"] {
      try FileManager.default.createDirectory(
        atPath: "\(told)/\(form)", withIntermediateDirectories: true)
    }
    let names = try names(path)
    for entity in names {
      let run = ToolRun("query", path, entity, "--format", "json")
      #expect(run.status == .good, "\(run.messages)")
      try run.output.write(
        toFile: "\(told)/query/\(entity).json", atomically: false, encoding: .utf8)
      try get(try run.json(), Self.getLimit / names.count, entity, path, told)
    }
    for format in ["jsonl", "csv"] {
      let run = ToolRun("export", path, "--output", "\(told)/\(format)", "--format", format)
      #expect(run.status == .good, "\(run.messages)")
    }
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Support/compare_values.py")
    let python = try OtherProgram(["python3", script.path, path, told])
    try #require(python.status == 0, "\(python.messages)")
    return try JSONDecoder().decode(Comparison.self, from: Data(python.output.utf8))
  }

  private func names(_ path: String) throws -> [String] {
    let schema = try ToolRun("schema", path, "--format", "json").json() as? [String: Any]
    let entities = schema?["entities"] as? [[String: Any]] ?? []
    return entities.compactMap { $0["name"] as? String }
  }

  private func get(_ rows: Any, _ limit: Int, _ entity: String, _ path: String, _ told: String)
    throws
  {
    let keys = (rows as? [[String: Any]] ?? []).compactMap { $0["@key"] as? Int }
    for key in keys.prefix(limit) {
      let run = ToolRun("get", path, entity, "\(key)", "--format", "json")
      #expect(run.status == .good, "\(run.messages)")
      // A row of a subentity is printed as one of that entity.
      let own = (try run.json() as? [String: Any])?["@entity"] as? String ?? entity
      let file = "\(told)/get/\(own)-\(key).json"
      try run.output.write(toFile: file, atomically: false, encoding: .utf8)
    }
  }
}
