import ArchivedModel
import DataSchema
import Foundation
import ModelGeneration

/// A program that writes every value of a store as a line of JSON, with generated classes.
///
/// Python's library does the same, and shares no code with this package.
struct ValueReader {
  private let source: ModelSource.Version
  private let program: SwiftProgram

  init(_ models: GeneratedModels, _ source: ModelSource.Version) throws {
    self.source = source
    program = try SwiftProgram(models.files, ["Main.swift": Self.main(of: models)])
  }

  func remove() { program.remove() }

  /// The lines of a store that the program reads with its classes.
  func values(of store: URL) throws -> [String] {
    try Self.lines(program.run(store.path))
  }

  /// The lines of a store that Python reads.
  func valuesByPython(of store: URL) throws -> [String] {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("read_values.py")
    let model = program.folder.appendingPathComponent("model.json")
    try JSONEncoder().encode(source.model.entities.map(entity)).write(to: model)
    let arguments = ["python3", script.path, store.path, model.path]
    let (status, output) = try SwiftProgram.run("/usr/bin/env", arguments)
    guard status == 0 else { throw SwiftProgram.Failure(description: output) }
    return try Self.lines(output)
  }

  /// Lines of JSON in a normal form: equal values have equal texts.
  private static func lines(_ output: String) throws -> [String] {
    try output.split(separator: "\n").map { line in
      let value = try JSONDecoder().decode(JSONText.self, from: Data(line.utf8))
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    }.sorted()
  }
}

// The program.

extension ValueReader {
  private static func main(of models: GeneratedModels) -> String {
    let lineage = Lineage(models.model)
    let dumps = models.model.entities.map { entity in
      let properties = lineage.properties(of: entity.name)
      let values = properties.compactMap { property -> String? in
        switch property {
        case .attribute(let attribute) where attribute.isTransient: nil
        case .attribute, .composite, .derived:
          "(\"\(property.name)\", try text($0.`\(property.name)`))"
        case .relationship(let relationship):
          relationship.isToMany
            ? "(\"\(property.name)\", keys($0.`\(property.name)`))"
            : "(\"\(property.name)\", key($0.`\(property.name)`))"
        }
      }
      return """
            try dump(`\(entity.name)`.self, "\(entity.name)", context) {
              [\(values.isEmpty ? "" : values.joined(separator: ", "))]
            }
        """
    }
    return """
      import Foundation
      import SwiftData

      @main struct Main {
        static func main() throws {
          let schema = Schema(versionedSchema: \(models.schemaName).self)
          let url = URL(fileURLWithPath: CommandLine.arguments[1])
          var configuration = ModelConfiguration(schema: schema, url: url)
          configuration.readsPartOfStore = \(!models.opensStores)
          let container = try ModelContainer(for: schema, configurations: [configuration])
          let context = ModelContext(container)
      \(dumps.joined(separator: "\n"))
        }

        static func dump<Model: PersistentModel>(
          _ type: Model.Type, _ name: String, _ context: ModelContext,
          _ values: (Model) throws -> [(String, String)]
        ) throws {
          for model in try context.fetch(FetchDescriptor<Model>())
          where Swift.type(of: model) == type {
            let parts = try values(model).map { "\\"\\($0)\\": \\($1)" }.joined(separator: ", ")
            print("{\\"entity\\": \\"\\(name)\\", \\"key\\": \\(key(model)), \\"values\\": {\\(parts)}}")
          }
        }

        static func text<Value: Encodable>(_ value: Value) throws -> String {
          let text = String(decoding: try JSONEncoder().encode([value]), as: UTF8.self)
          return String(text.dropFirst().dropLast())
        }

        static func key(_ model: (any PersistentModel)?) -> String {
          guard let model, let data = try? JSONEncoder().encode(model.persistentModelID),
            let range = String(decoding: data, as: UTF8.self).firstMatch(of: /"primaryKey":"p(\\d+)"/)
          else { return "null" }
          return String(range.1)
        }

        static func keys(_ models: [any PersistentModel]?) -> String {
          "[\\((models ?? []).compactMap { Int(key($0)) }.sorted().map(String.init).joined(separator: ","))]"
        }
      }
      """
  }
}

// The description of the model for Python.

extension ValueReader {
  private struct Entity: Encodable {
    var name: String
    var parent: String?
    var properties: [Property]
  }

  private struct Property: Encodable {
    var kind: String
    var name: String
    var type: Int32 = 0
    var transient = false
    var json = false
    var form = ""
    var parts: [Property] = []
    var toMany = false
    var destination = ""
    var inverse: String?
  }

  private func entity(_ entity: EntityDescription) -> Entity {
    Entity(
      name: entity.name, parent: entity.parentName,
      properties: entity.properties.compactMap { property($0, entity.name) })
  }

  private func property(_ property: PropertyDescription, _ place: String) -> Property? {
    let path = "\(place).\(property.name)"
    switch property {
    case .attribute(let attribute):
      let typeName = source.details[path]?.valueClassName ?? attribute.valueTypeName ?? ""
      return Property(
        kind: "attribute", name: attribute.name, type: attribute.type.rawValue,
        transient: attribute.isTransient, json: typeName.contains("<"))
    case .composite(let composite):
      let details = source.details[path]
      let isWrapper = composite.elements.count == 1 && composite.elements[0].name == composite.name
      let form =
        isWrapper ? "wrapper" : details?.isEnumeration == true ? "enumeration" : "structure"
      return Property(
        kind: "composite", name: composite.name, form: form,
        parts: composite.elements.compactMap { self.property($0, path) })
    case .relationship(let relationship):
      guard !relationship.isTransient else { return nil }
      return Property(
        kind: "relationship", name: relationship.name, toMany: relationship.isToMany,
        destination: relationship.destination, inverse: relationship.inverseName)
    case .derived(let derived):
      return derived.type.map {
        Property(kind: "attribute", name: derived.name, type: $0.rawValue)
      }
    }
  }
}

/// Any JSON text; numbers are equal if their values are.
enum JSONText: Codable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONText])
  case object([String: JSONText])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONText].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONText].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
