import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import SampleStores
import StoreTool
import SwiftDataErrors
import Testing

/// Exports of files of Apple's frameworks, imported into copies of them.
@Suite(
  "Importing into Apple's files", .enabled(if: SampleStores.isPresent, SampleStores.reason))
struct AppleImportTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// The file of a sample that can be written; nil if its model is unknown.
  private func writable(_ name: String) throws -> (path: String, engine: RecordEngine)? {
    let path = try SampleStores.copy(name, to: folder.url).path
    do {
      return (path, try SQLiteStoreKind().openForWriting(path))
    } catch let error as SwiftDataError
      where [.unknownSchema, .storeIsReadOnly, .storeIsCorrupt].contains(error)
    {
      return nil
    }
  }

  private func export(_ path: String, _ name: String) throws {
    let run = ToolRun("export", path, "--output", folder.path(name))
    #expect(run.status == .good || run.messages.contains("missing"), "\(run.messages)")
  }

  /// The rows' values without keys, and the number of their related rows.
  private func rows(_ folderName: String, _ entity: RecordEntity) throws -> [String] {
    let path = folder.path("\(folderName)/\(entity.name).jsonl")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let relationships = Set(entity.relationships.map(\.name))
    // The two ends of a one-to-one relationship may contradict each other in a file; an import
    // makes them consistent.
    let pairs = entity.relationships.filter { !$0.isToMany && $0.inverse?.isToMany == false }
    return try text.split(separator: "\n").map { line in
      var row =
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      for name in ["@key"] + pairs.map(\.name) { row[name] = nil }
      for (name, value) in row {
        if relationships.contains(name) {
          row[name] = (value as? [Any])?.count ?? (value is NSNull ? 0 : 1)
        } else if let file = (value as? [String: Any])?["$file"] as? String {
          row[name] = try Data(
            contentsOf: URL(fileURLWithPath: folder.path("\(folderName)/\(file)"))
          )
          .base64EncodedString()
        }
      }
      return String(
        decoding: try JSONSerialization.data(withJSONObject: row, options: .sortedKeys),
        as: UTF8.self)
    }.sorted()
  }

  @Test(arguments: SampleStores.files)
  func emptiedFilesGetTheSameRows(_ name: String) throws {
    guard let (path, engine) = try writable(name) else { return }
    try export(path, "out")
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    let triggers = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    // Triggers that maintain derived values call functions that only stores have.
    guard triggers.isEmpty else { return }
    let entities = engine.schema.entities
    for table in Set(entities.map(\.table.table)) {
      try connection.run("DELETE FROM \(connection.dialect.quoted(table))")
    }
    let properties = entities.flatMap { Array($0.table.properties.values) }
    for case .manyToMany(let join) in properties {
      try connection.run("DELETE FROM \(connection.dialect.quoted(join.name))")
    }
    let run = ToolRun("import", path, folder.path("out"))
    #expect(run.status.rawValue < 2, "\(run.messages)")
    try export(path, "again")
    for entity in entities where !entity.declaration.isAbstract {
      let (before, after) = (try rows("out", entity), try rows("again", entity))
      #expect(before.count == after.count, "\(entity.name)")
      let difference = zip(before, after).first { $0 != $1 }
      #expect(difference == nil, "\(entity.name)")
    }
    #expect(ToolRun("check", path).output.contains("No problems") || run.status == .different)
  }

  /// Rows are matched by their unique values, so that importing them again changes nothing.
  @Test(arguments: SampleStores.files)
  func uniqueRowsAreMatchedOnImport(_ name: String) throws {
    guard let (path, engine) = try writable(name) else { return }
    let entities = engine.schema.entities
    // If a part is nil, rows are not unique.
    func isUnique(_ entity: RecordEntity) -> Bool {
      entity.uniqueness.contains { group in
        group.allSatisfy { entity.properties[$0].columns.contains { !$0.isOptional } }
      }
    }
    guard entities.allSatisfy({ isUnique($0) || $0.declaration.isAbstract }) else { return }
    // New rows would leave the rows at the other ends without a required target, until these are
    // imported.
    let needs = entities.flatMap(\.relationships).contains {
      !$0.isToMany && $0.inverse?.isToMany == false && $0.inverse?.needsTarget == true
    }
    guard !needs else { return }
    try export(path, "out")
    let copy = folder.path("copy.store")
    let run = ToolRun("import", path, folder.path("out"), "--copy", copy)
    #expect(run.status == .good, "\(run.messages)")
    let difference = ToolRun("diff", path, copy, "--contents")
    #expect(difference.status == .good, "\(difference.output.prefix(1000))")
  }
}
