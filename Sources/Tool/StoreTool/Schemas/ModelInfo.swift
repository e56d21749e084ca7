import CommandLineTool
import DataSchema
import Foundation
import ModelGeneration

/// The versions of a model, for display.
struct ModelInfo {
  private let source: ModelSource

  init(_ source: ModelSource) { self.source = source }

  func write(isJSON: Bool, _ terminal: Terminal) throws {
    guard !isJSON else { return try terminal.print(json.lines) }
    var table = TextTable(["Version", "Identifiers", "Entities", ""], rightAligned: [2])
    for (place, version) in source.versions.enumerated() {
      table.append([
        name(version), identifiers(version).joined(separator: ", "),
        "\(version.model.entities.count)", place == source.current ? "current" : "",
      ])
    }
    try table.print(on: terminal)
  }

  private func name(_ version: ModelSource.Version) -> String {
    version.name.isEmpty ? source.name : version.name
  }

  private func identifiers(_ version: ModelSource.Version) -> [String] {
    version.model.versionIdentifiers.filter { !$0.isEmpty }
  }

  private var json: JSONValue {
    .object([
      "model": .string(source.name), "current": .string(name(source.versions[source.current])),
      "versions": .array(
        source.versions.map { version in
          .object([
            "name": .string(name(version)), "identifiers": .strings(identifiers(version)),
            "entities": .array(version.model.sortedEntities.map { .string($0.name) }),
            "versionHashes": .object(
              version.model.versionHashes.sorted { $0.key < $1.key }.map {
                JSONValue.Member(name: $0.key, value: .string($0.value.base64EncodedString()))
              }),
          ])
        }),
    ])
  }
}
