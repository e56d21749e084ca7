import CommandLineTool
import DataSchema
import Foundation
import RecordStore

/// The files of rows in a folder, with their entities.
struct ImportFolder {
  /// A file with the rows of an entity.
  struct Part {
    let file: ImportFile
    let entity: RecordEntity
    /// The names of properties in the store, by their names in the file.
    ///
    /// Nil for properties that are not imported; names that are the same are not included.
    var renamed: [String: String?] = [:]
    var rowCount = 0
  }

  let url: URL
  /// The files, sorted by the names of their entities.
  private(set) var parts: [Part] = []
  /// The names of files that are not imported.
  private var ignored: Set<String> = []
  private let engine: RecordEngine
  private let map: ImportMap
  private var usedMaps: Set<String> = []
  /// Files and properties that the store does not have, for a message.
  private var unknown: [String] = []
  private static let endings = StoreExport.Format.allCases.map(\.rawValue)

  /// Scans all files for their names of properties and numbers of rows.
  ///
  /// - Parameters:
  ///   - url: The folder.
  ///   - engine: The store.
  ///   - map: The store's names for those in the folder.
  /// - Throws: `ToolError` for names that the store does not have, and for an incomplete export.
  init(_ url: URL, _ engine: RecordEngine, _ map: ImportMap) throws {
    (self.url, self.engine, self.map) = (url, engine, map)
    try findFiles()
    guard !parts.isEmpty || !unknown.isEmpty else {
      throw ToolError(
        .failed, "“\(url.path)” contains no file with rows of the store's entities.",
        advice: "Name the files ENTITY.jsonl or ENTITY.csv, as “export” does.")
    }
    for place in parts.indices { try lookAtRows(of: place) }
    guard unknown.isEmpty else { throw refusal }
    if let text = map.targets.first(where: { !usedMaps.contains($0.key) })?.key {
      throw ImportMap.refusal("--map names “\(text)”, which “\(url.path)” does not have.")
    }
    try compareWithManifest()
  }

  /// The total number of rows.
  var rowCount: Int { parts.reduce(0) { $0 + $1.rowCount } }

  private mutating func findFiles() throws {
    guard FileSystem.exists(url.path) else {
      throw ToolError(
        .failed, "There is no folder at “\(url.path)”.",
        advice: "Specify a folder that “export” wrote.")
    }
    guard FileSystem.isFolder(url.path) else {
      throw ToolError(
        .failed, "“\(url.path)” is a file, not a folder.",
        advice:
          "Specify its folder, in which the files are named ENTITY.jsonl or ENTITY.csv.")
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    } catch {
      throw ToolError(
        .failed, "“\(url.path)” cannot be read: \(error.localizedDescription)",
        advice: "Check that it is a folder that you may read.")
    }
    let entities = Dictionary(
      engine.model.entities.map { (Self.base(StoreExport.fileName($0.name, "x")), $0.name) },
      uniquingKeysWith: { one, _ in one })
    for name in names where !name.hasPrefix(".") && name != ExportManifest.fileName {
      let (base, ending) = (Self.base(name), (name as NSString).pathExtension)
      let isOfRows = Self.endings.contains(ending.lowercased())
      guard isOfRows || map.targets[base] != nil || entities[base] != nil, !ending.isEmpty else {
        continue
      }
      try add(name, base, entities, isOfRows: Self.endings.contains(ending))
    }
    parts.sort { $0.entity.name < $1.entity.name }
  }

  private static func base(_ name: String) -> String { (name as NSString).deletingPathExtension }

  private mutating func add(
    _ name: String, _ base: String, _ entities: [String: String], isOfRows: Bool
  ) throws {
    var entity = entities[base]
    if let target = map.targets[base] {
      usedMaps.insert(base)
      guard let other = target.name else {
        ignored.insert(name)
        return
      }
      guard engine.model.entity(named: other) != nil else {
        throw ImportMap.refusal(
          "--map \(target.text): the store has no entity “\(other)”."
            + Spelling.question(other, among: engine.model.entities.map(\.name)))
      }
      entity = other
    }
    guard let entity, isOfRows else {
      let guess = Spelling.closest(to: base, among: entities.keys).map { " (did you mean \($0)?)" }
      unknown.append("the file \(name)\(isOfRows ? guess ?? "" : "")")
      return
    }
    if let other = parts.first(where: { $0.entity.name == entity }) {
      throw ToolError(
        .failed,
        "\(other.file.url.lastPathComponent) and \(name) of “\(url.path)” both contain rows of \(entity). "
          + "Nothing was imported.",
        advice: "Remove one of them.")
    }
    let file = ImportFile(url.appendingPathComponent(name))
    parts.append(Part(file: file, entity: try engine.entity(entity)))
  }
}

// Properties.

extension ImportFolder {
  private mutating func lookAtRows(of place: Int) throws {
    let part = parts[place]
    let entity = part.entity
    let base = Self.base(part.file.url.lastPathComponent)
    let known = Set(
      RecordColumn.all(of: entity).map(\.title)
        + entity.relationships.filter(\.isToMany).map(\.name))
    let found = try part.file.names()
    parts[place].rowCount = found.rowCount
    var sources: [String: String] = [:]
    for name in found.names {
      var target: String? = name
      if let (key, mapped) = map.target(of: name, in: base, entity.name) {
        usedMaps.insert(key)
        target = mapped.name
        if let other = mapped.name, !known.contains(other) {
          throw ImportMap.refusal(
            "--map \(mapped.text): \(entity.name) has no property “\(other)”."
              + Spelling.question(other, among: known))
        }
        parts[place].renamed[name] = .some(target)
      } else if !known.contains(name) {
        let guess = Spelling.closest(to: name, among: known).map { " (did you mean \($0)?)" }
        unknown.append("\(base).\(name)\(guess ?? "")")
        continue
      }
      guard let target else { continue }
      if let other = sources.updateValue(name, forKey: target) {
        throw ToolError(
          .failed,
          "\(part.file.url.lastPathComponent) has both “\(other)” and “\(name)” for "
            + "\(entity.name).\(target). Nothing was imported.",
          advice: "Leave one of them out, for example with --map \(base).\(other)=")
      }
    }
    // Without rows, the names of the properties are unknown.
    if found.rowCount == 0 {
      usedMaps.formUnion(
        map.targets.keys.filter { $0.hasPrefix(base + ".") || $0.hasPrefix(entity.name + ".") })
    }
  }

  private static let shown = 20

  private var refusal: ToolError {
    let rest = unknown.count - Self.shown
    let list =
      unknown.prefix(Self.shown).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    let first =
      unknown[0].hasPrefix("the file ")
      ? Self.base(String(unknown[0].dropFirst("the file ".count).prefix { $0 != " " }))
      : String(unknown[0].prefix { $0 != " " })
    return ToolError(
      .failed, "The store has no entity or property for \(list). Nothing was imported.",
      advice: "Specify its name in the store with --map \(first)=NAME, or leave it out with "
        + "--map \(first)=")
  }

  private func compareWithManifest() throws {
    guard let manifest = try ExportManifest(in: url) else { return }
    let rows = Dictionary(
      parts.map { ($0.file.url.lastPathComponent, $0.rowCount) }, uniquingKeysWith: { $1 })
    let found = manifest.contradictions(in: url, rows, without: ignored)
    guard !found.isEmpty else { return }
    throw ToolError(
      .failed,
      "“\(url.path)” differs from its manifest: \(NameList.text(found, like: "")). "
        + "Nothing was imported.",
      advice: "Export again. If you changed the files yourself, delete \(ExportManifest.fileName).")
  }
}
