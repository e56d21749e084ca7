@testable import ArchivedModel
import CodableStorage
import CoreDataFormat
import DataSchema
import Foundation
@testable import ModelGeneration
import SQLCore

/// Fuzzes models and values that stores keep in archives, JSON and documents.
@Sendable func archives(_ bytes: UnsafeRawBufferPointer) {
  let data = Data(bytes)
  // The limit is low, because a few bytes can expand to very many.
  _ = attempt(ArchivedModelError.self) { try ArchivedModel(modelCache: data, limit: 4 << 20) }
  if let archived = attempt(ArchivedModelError.self, { try ArchivedModel(archive: data) }) {
    use(ModelSource.Version(name: "", archived))
  }
  readCollection(data)
  readDocument(data)
  readValues(data)
}

/// Uses a model that was read.
func use(_ version: ModelSource.Version) {
  let model = version.model
  require(model.versionHashes.count <= model.entities.count, "There are hashes without entities.")
  _ = ArchivedModel.archive(of: model)
  _ = attempt(ModelGenerationError.self) {
    try ModelGenerator.models(of: ModelSource(name: "Model", version))
  }
}

private func readCollection(_ data: Data) {
  guard let collection = StoredCollection(data) else { return }
  let again = StoredCollection(collection.stored)
  require(again?.elements == collection.elements, "A collection has other elements in its column.")
  for element in collection.elements { _ = StoredCollection.key(element) }
}

private func readDocument(_ data: Data) {
  require(
    KeyedArchive.data(of: KeyedArchive.archive(data)) == data, "An archive has other bytes.")
  let stored = StoredDocument.stored(of: StoredDocument.document(of: data))
  require(
    StoredDocument.canonical(stored) == StoredDocument.canonical(data),
    "A document means something else in its column.")
}

private enum Shape: Codable, Hashable {
  case point
  case circle(radius: Int)
  case labelled(text: String, at: [Int?])
}

private func readValues(_ data: Data) {
  let blob = SQLValue.blob(data)
  readValue([String].self, blob)
  readValue([Int?].self, blob)
  readValue([[Double]].self, blob)
  readValue(Set<UUID>.self, blob)
  readValue([String: Int].self, blob)
  readValue([Shape].self, blob)
  let text = SQLValue.text(String(decoding: data, as: UTF8.self))
  readValue(URL.self, text)
  readValue(Decimal.self, text)
  readValue(Character.self, text)
}

/// Reads a value; one that can be read must be the same after it is stored.
private func readValue<Value: Equatable>(_ type: Value.Type, _ stored: SQLValue) {
  guard let codec = try? ValueCodec.make(for: type, propertyName: "value"),
    // Types with custom decoding may throw any error.
    let value = try? codec.decode([stored]),
    // NaN is not equal to itself.
    value == value
  else { return }
  let again = try? codec.decode(codec.encode(value))
  require(again == value, "\(type) is stored as another value: \(value)")
}

@Sendable func archiveSeeds() throws -> [Data] {
  let archive = ArchivedModel.archive(of: Library.model) ?? Data()
  let small = ModelDescription(entities: [
    EntityDescription(
      name: "A", properties: [.attribute(AttributeDescription(name: "a", type: .string))])
  ])
  var seeds = [archive, ArchivedModel.archive(of: small) ?? Data()]
  seeds.append(ArchivedModel.modelCache(of: Library.model) ?? Data())
  for text in [#"["a","b"]"#, "[1,null]", #"{"a":1}"#, #"[{"circle":{"radius":1}}]"#] {
    seeds.append(KeyedArchive.archive(Data(text.utf8)))
  }
  for list: Any in [["a", "b"], ["a": 1, "b": 2]] {
    seeds.append(
      try NSKeyedArchiver.archivedData(withRootObject: list, requiringSecureCoding: true))
  }
  return seeds
}
