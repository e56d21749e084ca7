import Foundation

/// Work that is measured in a separate process.
///
/// A process keeps memory once it has it, and starts only once, so only new processes can be
/// compared.
enum ChildTask: String {
  /// Does nothing.
  case empty
  /// Fetches all bookmarks as live models and reads every property.
  case models
  /// Reads all bookmarks with C functions into an array of plain structs.
  case structs
  /// Creates the same array of structs without a database.
  case values
  /// Enumerates a store too large for memory.
  case streamedModels
  /// Steps through the same store with C functions.
  case streamedRows
  /// Fetches all bookmarks, releases them and keeps the context.
  case droppedModels
  /// Reads all bookmarks, releases them and keeps the connection.
  case droppedStructs
  /// Opens a store with 20 models and fetches one row.
  case openedModels
  /// Opens the same file with C functions and reads the same row.
  case openedRows

  func store(_ workspace: Workspace) throws -> URL {
    switch self {
    case .empty, .models, .structs, .values, .droppedModels, .droppedStructs:
      workspace.filledStore
    case .streamedModels, .streamedRows: try workspace.makeLongStore()
    case .openedModels, .openedRows: try workspace.makeShopStore()
    }
  }

  /// Does the work and reports the resources that it used.
  func run(_ store: URL, rowCount: Int) throws -> ChildReport {
    switch self {
    case .empty: ChildReport()
    case .values: Self.makeValues(rowCount)
    case .structs: try Self.readStructs(store)
    case .models: try Self.fetchModels(store)
    case .streamedModels: try Self.streamModels(store)
    case .streamedRows: try Self.streamRows(store)
    case .droppedModels: try Self.dropModels(store)
    case .droppedStructs: try Self.dropStructs(store)
    case .openedModels: try Self.openModels(store)
    case .openedRows: try Self.openRows(store)
    }
  }

  /// Runs the work in a new process.
  func inChild(_ workspace: Workspace) throws -> ChildReport {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = [
      "--child", rawValue, "--store", try store(workspace).path,
      "--rows", String(workspace.rowCount),
    ]
    let output = Pipe()
    child.standardOutput = output
    try child.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    child.waitUntilExit()
    guard let report = try? JSONDecoder().decode(ChildReport.self, from: text) else {
      throw RawError(description: "\(rawValue) failed: \(String(decoding: text, as: UTF8.self))")
    }
    return report
  }
}
