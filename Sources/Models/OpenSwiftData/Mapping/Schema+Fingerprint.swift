import DataSchema
import Foundation

extension Schema {
  /// A hash of what the schema stores, in 64 hexadecimal digits: Core Data's version checksum.
  ///
  /// It does not depend on where and in which order the models are declared. It changes if a stored
  /// property, a type, a relationship, a uniqueness constraint or a `hashModifier` changes.
  /// Indices, default values, delete rules and former names do not affect it.
  ///
  /// - Complexity: O(properties); hashes every one.
  public var fingerprint: String {
    Data(base64Encoded: modelDescription.versionChecksum)?.hexadecimal ?? ""
  }
}

extension Schema.Entity {
  /// A hash of what the entity stores, in 64 hexadecimal digits: Core Data's version hash.
  ///
  /// Inherited properties are included. See ``Schema/fingerprint``.
  public var fingerprint: String {
    let model = ModelDescription(entities: line.map(\.entityDescription))
    return model.versionHashes[name]?.hexadecimal ?? ""
  }
}

extension Data {
  /// The bytes as lowercase digits, two for each byte.
  fileprivate var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
