import DataSchema
import Foundation

/// A schema that may still be encoded as the store's JSON.
enum StoredSchema: Sendable {
  case model(ModelDescription)
  /// The JSON as it was read, with the digest stored beside it.
  case json(Data, digest: Data?)

  /// The schema; nil if this version of the library cannot decode the JSON, or if its size is
  /// implausible.
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

  /// Returns the digest of the schema beside the hashes of a store; for unchanged JSON, the digest
  /// that was read with it.
  func digest(beside versionHashes: [String: Data]) -> Data? {
    switch self {
    case .model(let model): model.digest(beside: versionHashes)
    case .json(_, let digest): digest
    }
  }
}

extension StoredSchema: Hashable {
  /// Returns whether both are the same schema, decoded or not; JSON that cannot be decoded is
  /// compared by its bytes.
  static func == (lhs: Self, rhs: Self) -> Bool {
    if let model = lhs.model { return model == rhs.model }
    guard case .json(let data, _) = lhs, case .json(let other, _) = rhs else { return false }
    return data == other
  }

  func hash(into hasher: inout Hasher) { hasher.combine(model?.versionIdentifiers) }
}
