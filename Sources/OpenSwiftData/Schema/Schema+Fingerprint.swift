import DataSchema
import Foundation

extension Schema {
  /// Identifies what the schema stores, in 64 hexadecimal digits: Core Data's version checksum.
  ///
  /// It is the same wherever and in whatever order the models are declared, and another when a stored
  /// property, a type, a relationship, a uniqueness constraint or a `hashModifier` differs. Indexes,
  /// default values, delete rules and former names do not count.
  ///
  /// - Complexity: O(properties); hashes every one.
  public var fingerprint: String {
    Data(base64Encoded: modelDescription.versionChecksum)?.hexadecimal ?? ""
  }
}

extension Schema.Entity {
  /// Identifies what the entity stores, in 64 hexadecimal digits: Core Data's version hash.
  ///
  /// What it inherits counts too. See ``Schema/fingerprint``.
  public var fingerprint: String {
    let model = ModelDescription(entities: line.map(\.entityDescription))
    return model.versionHashes[name]?.hexadecimal ?? ""
  }
}

extension Data {
  /// Two lower-case digits for each byte.
  fileprivate var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
