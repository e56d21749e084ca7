/// What a type requested from a decoder, or passed to an encoder, while it was probed.
///
/// A record collects several probes of the same type.
final class ProbeRecord {
  struct Containers: OptionSet {
    var rawValue: UInt8
    static let keyed = Self(rawValue: 1)
    static let unkeyed = Self(rawValue: 2)
    static let singleValue = Self(rawValue: 4)

    var isOneKind: Bool { rawValue.nonzeroBitCount == 1 }
  }

  enum Content {
    case value(Any.Type)
    case nested(ProbeRecord)
  }

  private(set) var containers: Containers = []
  /// The names of all keys of the key types used, in declaration order.
  private(set) var keyNames: [String] = []
  /// The key types with these names, and key types whose names cannot be listed.
  private var keyTypes: [ObjectIdentifier] = []
  private(set) var contents: [String: Content] = [:]
  /// Keys that may be absent.
  private(set) var optionalKeys: Set<String> = []
  /// Keys that were used with different types.
  private(set) var ambiguousKeys: Set<String> = []
  private(set) var singleValueType: Any.Type?
  var asksForAllKeys = false
  /// Whether the type does anything that columns cannot represent: open key sets, unkeyed parts,
  /// several types for one value.
  private(set) var isOpaque = false

  func noteUnkeyed() {
    containers.insert(.unkeyed)
    isOpaque = true
  }

  func noteKeyed<Key: CodingKey>(by keyType: Key.Type) {
    containers.insert(.keyed)
    guard !keyTypes.contains(ObjectIdentifier(keyType)) else { return }
    keyTypes.append(ObjectIdentifier(keyType))
    guard let keys = EnumerationMetadata.allCases(of: keyType) else {
      isOpaque = true
      return
    }
    for key in keys {
      let name = key.stringValue
      if !keyNames.contains(name) { keyNames.append(name) }
    }
  }

  func noteSingleValue(_ type: Any.Type? = nil) {
    containers.insert(.singleValue)
    guard let type else { return }
    if let known = singleValueType, !Self.isSame(known, type) { isOpaque = true }
    singleValueType = type
  }

  func note(_ type: Any.Type, for key: String, isOptional: Bool = false) {
    if isOptional { optionalKeys.insert(key) }
    switch contents[key] {
    case nil: contents[key] = .value(type)
    case .value(let known): if !Self.isSame(known, type) { ambiguousKeys.insert(key) }
    case .nested: ambiguousKeys.insert(key)
    }
  }

  /// Returns the record of the container nested under `key`.
  func nested(for key: String) -> ProbeRecord {
    switch contents[key] {
    case .nested(let record): return record
    case .value:
      ambiguousKeys.insert(key)
      return ProbeRecord()
    case nil:
      let record = ProbeRecord()
      contents[key] = .nested(record)
      return record
    }
  }

  func noteOpaque(_ key: String) {
    ambiguousKeys.insert(key)
    isOpaque = true
  }

  /// Returns whether two types are stored in the same way, except for NULL.
  static func isSame(_ first: Any.Type, _ second: Any.Type) -> Bool {
    ObjectIdentifier(unwrapped(first)) == ObjectIdentifier(unwrapped(second))
  }

  private static func unwrapped(_ type: Any.Type) -> Any.Type {
    TypeMetadata.wrappedType(of: type) ?? type
  }
}

/// Parameters of a probe's answers.
struct ProbeAnswers {
  /// The index of the sample value to answer with.
  var palette = 0
  /// The only key that is present; nil if all are present.
  var onlyKey: String?
  /// The key whose first request is refused, as if the stored value had another type.
  var refusedKey: String?
  /// Whether the first request for a single value is refused.
  var refusesSingleValue = false
  /// Whether optional members are present.
  var hasOptionals = false
}
