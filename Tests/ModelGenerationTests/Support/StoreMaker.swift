import CoreDataFormat
import DataSchema
import Foundation
import ModelGeneration
import SampleStores
import Testing

/// A program that creates an empty store for each of some generated schemas.
struct StoreMaker {
  private let program: SwiftProgram
  private let schemas: [String]

  /// The store of one schema.
  struct Store {
    /// The program's error message; nil if it created the store.
    var problem: String?
    var versionHashes: [String: Data] = [:]
    var statements: [String] = []
  }

  /// Compiles a program that creates stores of the `VersionedSchema`s with these names.
  init(_ models: GeneratedModels, schemas: [String]) throws {
    self.schemas = schemas
    let calls = schemas.map { "    make(\($0).self, \"\($0)\")" }.joined(separator: "\n")
    let main = """
      import Foundation
      import SwiftData

      @main struct Main {
        static func main() {
      \(calls)
        }

        static func make(_ schema: any VersionedSchema.Type, _ name: String) {
          let folder = URL(fileURLWithPath: CommandLine.arguments[1])
          let url = folder.appendingPathComponent(name + ".store")
          do {
            let schema = SwiftData.Schema(versionedSchema: schema)
            _ = try ModelContainer(
              for: schema, configurations: [ModelConfiguration(schema: schema, url: url)])
          } catch {
            print(name, "\\(error)".replacingOccurrences(of: "\\n", with: " "))
          }
        }
      }
      """
    program = try SwiftProgram(models.files, ["Main.swift": main])
  }

  func remove() { program.remove() }

  /// The stores by the names of their schemas.
  ///
  /// - Parameter files: Existing stores by the same names; copies of them are opened.
  /// - Returns: The stores.
  /// - Throws: Errors of running the program and of reading the stores.
  func stores(opening files: [String: URL] = [:]) throws -> [String: Store] {
    for (schema, file) in files { try copy(file, to: schema) }
    let output = try program.run(program.folder.path)
    var problems: [String: String] = [:]
    for line in output.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      problems[String(parts[0])] = String(parts.last ?? "")
    }
    var stores: [String: Store] = [:]
    for schema in schemas {
      let path = program.folder.appendingPathComponent(schema + ".store").path
      guard problems[schema] == nil else {
        stores[schema] = Store(problem: problems[schema])
        continue
      }
      let database = try TestDatabase(path: path)
      let metadata = try StoreMetadata(
        storeUUID: "", propertyList: SampleStores.metadata(of: database))
      stores[schema] = Store(
        versionHashes: metadata.versionHashes,
        statements: try database.strings("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
    }
    return stores
  }

  private func copy(_ file: URL, to schema: String) throws {
    let place = program.folder.appendingPathComponent(schema + ".store").path
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: place + suffix)
      guard suffix != "-shm", FileManager.default.fileExists(atPath: file.path + suffix) else {
        continue
      }
      try FileManager.default.copyItem(atPath: file.path + suffix, toPath: place + suffix)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: place + suffix)
    }
  }
}
