import Foundation
import ModelGeneration
import Testing

/// A program that is compiled from generated code and linked with this package's modules.
struct SwiftProgram {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Whether programs can be linked with the package's modules: not if the modules use a sanitizer.
  static let isPossible = ["__asan_init", "__tsan_init"].allSatisfy {
    (name: String) in dlsym(nil, name) == nil
  }
  static let reason: Comment = "programs are not linked with modules that call a sanitizer"

  let folder: URL
  private let executable: URL

  /// The folder that the test runner was built into.
  private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent()

  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let modules = [
    "ArchivedModel", "CRowCells", "CThreadState", "CodableStorage", "CoreDataFormat", "DataSchema",
    "Locks", "OpenSwiftData", "PredicateSQL", "RecordStore", "SQLCore", "SQLiteDriver",
    "SwiftData", "SwiftDataErrors", "TextSearch",
  ]

  /// Compiles the code together with the rest of a program, which must have a type with `@main`.
  init(_ files: [GeneratedFile], _ more: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("generated-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    executable = folder.appendingPathComponent("program")
    let texts = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
      .merging(more) { one, _ in one }
    let sources = try texts.sorted { $0.key < $1.key }.map { name, text in
      let file = folder.appendingPathComponent(name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
    let library = try Self.library.get()
    var arguments: [String] = [
      "swiftc", "-o", executable.path, "-parse-as-library", "-swift-version", "6", "-Onone",
      "-module-name", "Program", "-diagnostic-style=swift", "-warnings-as-errors",
      // Otherwise a compiler starts for each file, and each one reads all files.
      "-whole-module-optimization",
      "-Xlinker", "-rpath", "-Xlinker", library.deletingLastPathComponent().path, library.path,
    ]
    arguments += Self.moduleArguments
    arguments += sources
    let (status, output) = try Self.run("/usr/bin/env", arguments)
    guard status == 0 else {
      remove()
      throw Failure(description: Self.errors(in: output))
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// The program's output.
  func run(_ arguments: String...) throws -> String {
    let (status, output) = try Self.run(executable.path, arguments)
    guard status == 0 else { throw Failure(description: "ended with \(status): \(output)") }
    return output
  }

  private static var moduleArguments: [String] {
    let plugin = products.appendingPathComponent("OpenSwiftDataMacros-tool").path
    let maps = [
      products.appendingPathComponent("CRowCells.build/module.modulemap"),
      products.appendingPathComponent("CThreadState.build/module.modulemap"),
      package.appendingPathComponent("Sources/Databases/CSQLite/module.modulemap"),
      package.appendingPathComponent("Sources/Databases/CZlib/module.modulemap"),
    ]
    var arguments: [String] = ["-I", products.appendingPathComponent("Modules").path]
    arguments += ["-load-plugin-executable", "\(plugin)#OpenSwiftDataMacros"]
    for map in maps { arguments += ["-Xcc", "-fmodule-map-file=\(map.path)"] }
    return arguments
  }

  private static let libraryFolder = FileManager.default.temporaryDirectory
    .appendingPathComponent("generated-library-\(ProcessInfo.processInfo.processIdentifier)")

  /// The package's modules as a library, linked once for all programs.
  private static let library = Result {
    try FileManager.default.createDirectory(at: libraryFolder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: SwiftProgram.libraryFolder) }
    let file = libraryFolder.appendingPathComponent("libGeneratedModels.so")
    let objects = try modules.flatMap { try Self.objects(of: $0) }
    let (status, output) = try run(
      "/usr/bin/env",
      ["swiftc", "-emit-library", "-o", file.path] + objects + ["-lsqlite3", "-lz"])
    guard status == 0 else { throw Failure(description: errors(in: output)) }
    return file
  }

  /// The object files of a module, without those of deleted sources.
  private static func objects(of module: String) throws -> [String] {
    let build = products.appendingPathComponent("\(module).build")
    let map = build.appendingPathComponent("output-file-map.json")
    guard let data = try? Data(contentsOf: map) else {
      return try FileManager.default.contentsOfDirectory(atPath: build.path)
        .filter { $0.hasSuffix(".c.o") }.map { build.appendingPathComponent($0).path }
    }
    let outputs = try JSONDecoder().decode([String: [String: String]].self, from: data)
    return outputs.values.compactMap { $0["object"] }.sorted().filter {
      FileManager.default.fileExists(atPath: $0)
    }
  }

  static func run(_ path: String, _ arguments: [String]) throws -> (Int32, String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let output = Pipe()
    process.standardError = output
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  private static func errors(in output: String) -> String {
    guard let start = output.range(of: "error:")?.lowerBound else {
      return String(output.suffix(3_000))
    }
    // The compiler prints the code of an expanded macro before the error.
    return String(output[..<start].suffix(300) + output[start...].prefix(2_000))
  }
}
