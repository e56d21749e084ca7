import DataSchema
import Foundation

/// A schema that may still be the JSON that a store keeps.
enum StoredSchema: Sendable {
  case model(ModelDescription)
  /// As it was read, with the digest that stood beside it.
  case json(Data, digest: Data?)

  /// The schema; nil where the JSON is none that this version of the library knows, or is of no size that one
  /// has.
  var model: ModelDescription? {
    switch self {
    case .model(let model): model
    case .json(let data, _):
      (try? JSONDecoder().decode(ModelDescription.self, from: data))
        .flatMap { $0.isOfUsualSize ? $0 : nil }
    }
  }

  var json: Data {
    get throws {
      switch self {
      case .json(let data, _): return data
      case .model(let model):
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(model)
      }
    }
  }

  /// The digest of the schema beside the hashes of a store; that of JSON, which was not changed, is
  /// the one that it came with.
  func digest(beside versionHashes: [String: Data]) -> Data? {
    switch self {
    case .model(let model): model.digest(beside: versionHashes)
    case .json(_, let digest): digest
    }
  }
}

extension StoredSchema: Hashable {
  /// Whether both are the same schema, read or not; of what cannot be read, whether it is the same.
  static func == (lhs: Self, rhs: Self) -> Bool {
    if let model = lhs.model { return model == rhs.model }
    guard case .json(let data, _) = lhs, case .json(let other, _) = rhs else { return false }
    return data == other
  }

  func hash(into hasher: inout Hasher) { hasher.combine(model?.versionIdentifiers) }
}
