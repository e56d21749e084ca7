import CommandLineTool
import DataSchema
import Locks
import RecordStore
import StoreTool
import Testing

/// Another kind of store, which is identified by addresses.
private struct NamedStoreKind: StoreKind {
  let paths: [String: String]
  private let files = SQLiteStoreKind()

  var name: String { "a named store" }

  init(_ paths: [String: String]) { self.paths = paths }

  func recognizes(_ place: String) -> Bool { place.hasPrefix("named://") }

  private func path(_ place: String) throws -> String {
    guard let path = paths[String(place.dropFirst("named://".count))] else {
      throw ToolError(.cannotOpen, "There is no \(place).")
    }
    return path
  }

  func open(_ place: String) throws -> any ToolStore { try files.open(path(place)) }

  func openForWriting(_ place: String) throws -> RecordEngine {
    try files.openForWriting(path(place))
  }

  func repair(_ place: String, backup: String?) throws -> String {
    try files.repair(path(place), backup: backup)
  }

  func copy(_ place: String, to target: String) throws -> MadeCopy {
    try files.copy(path(place), to: target)
  }

  func migrate(
    _ place: String, to model: ModelDescription, _ mode: MigrationMode, dropsRows: Bool,
    progress: @escaping (Int, Int) -> Void
  ) throws -> MigrationSummary {
    try files.migrate(path(place), to: model, mode, dropsRows: dropsRows, progress: progress)
  }
}

@Suite("Kinds of stores")
struct StoreKindTests {
  @Test func otherStoreKindsCanBePluggedIn() throws {
    let folder = try TestFolder()
    let kind = NamedStoreKind(["library": try LibraryStore.make(folder)])
    let output = Mutex("")
    let terminal = Terminal(
      program: "swiftdata", output: { text in output.withLock { $0 += text } }, message: { _ in })
    let kinds = StoreKinds([kind] + StoreKinds.standard.kinds)
    let tool = Tool(ToolSession(terminal, kinds: kinds))
    #expect(tool.run(["query", "named://library", "Tag", "--count"]) == .good)
    #expect(output.withLock { $0 } == "2\n")
    #expect(tool.run(["info", "named://other"]) == .cannotOpen)
    #expect(tool.run(["check", "named://library"]) == .good)
  }

  @Test func kindThatCannotBeCreatedIsReported() {
    let kinds = StoreKinds([NamedStoreKind([:])] + StoreKinds.standard.kinds)
    let error = #expect(throws: ToolError.self) { try kinds.making("named://new") }
    #expect(
      error?.message
        == "A store cannot be created at “named://new”, because it would be a named store.")
    #expect(
      error?.advice
        == "Give the path of a new file, or an address that begins with postgres://.")
  }
}
