/// A decoder that returns sample values and records what is requested.
final class ProbeDecoder: Decoder {
  let record: ProbeRecord
  let maker: SampleMaker
  var answers: ProbeAnswers

  init(record: ProbeRecord, maker: SampleMaker, answers: ProbeAnswers) {
    self.record = record
    self.maker = maker
    self.answers = answers
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    record.noteKeyed(by: type)
    return KeyedDecodingContainer(ProbeKeyedDecodingContainer(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    record.noteUnkeyed()
    throw ProbeFailure.notKeyed
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    record.noteSingleValue()
    return ProbeSingleValueDecodingContainer(decoder: self)
  }

  /// Returns a sample of `type`, selected by the palette.
  func sample<T>(of type: T.Type) throws -> T {
    if type == String.self, let text = Self.texts[answers.palette] as? T { return text }
    let samples = maker.samples(of: type)
    guard !samples.isEmpty else { throw ProbeFailure.noSample }
    return samples[min(answers.palette, samples.count - 1)]
  }

  /// Strings for types that accept only certain formats, such as dates, identifiers or colors.
  static let texts = [
    "", "a", "B2", "0", "00000000-0000-0000-0000-000000000000", "https://example.org/",
    "2001-01-01T00:00:00Z", "2001-01-01", "GMT", "gregorian", "#000000", "1.0.0", "a@example.org",
  ]
}

/// The reason why a probe ended; never leaves the module.
enum ProbeFailure: Error {
  case notKeyed
  case noSample
  case refused
}

private struct ProbeKeyedDecodingContainer<Key: CodingKey>: UniformKeyedDecodingContainer {
  let decoder: ProbeDecoder

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    decoder.record.asksForAllKeys = true
    if let only = decoder.answers.onlyKey { return [Key(stringValue: only)].compactMap(\.self) }
    return decoder.record.keyNames.compactMap(Key.init(stringValue:))
  }

  func contains(_ key: Key) -> Bool { isPresent(key) }

  func decodeNil(forKey key: Key) -> Bool { !isPresent(key) }

  private func isPresent(_ key: Key) -> Bool {
    decoder.answers.onlyKey.map { $0 == key.stringValue } ?? true
  }

  private func refuse(_ key: Key) throws {
    guard decoder.answers.refusedKey == key.stringValue else { return }
    decoder.answers.refusedKey = nil
    throw DecodingError.typeMismatch(
      Key.self, DecodingError.Context(codingPath: [key], debugDescription: "refused"))
  }

  func value<T: Decodable>(of type: T.Type, for key: Key) throws -> T {
    decoder.record.note(type, for: key.stringValue)
    try refuse(key)
    guard isPresent(key) else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: [], debugDescription: "absent"))
    }
    return try decoder.sample(of: type)
  }

  func valueIfPresent<T: Decodable>(of type: T.Type, for key: Key) throws -> T? {
    decoder.record.note(type, for: key.stringValue, isOptional: true)
    try refuse(key)
    guard decoder.answers.hasOptionals, isPresent(key) else { return nil }
    return try decoder.sample(of: type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    var answers = decoder.answers
    answers.onlyKey = nil
    let nested = ProbeDecoder(
      record: decoder.record.nested(for: key.stringValue), maker: decoder.maker, answers: answers)
    return nested.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    decoder.record.noteOpaque(key.stringValue)
    throw ProbeFailure.notKeyed
  }

  func superDecoder() throws -> any Decoder {
    decoder.record.noteOpaque("super")
    throw ProbeFailure.notKeyed
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoder.record.noteOpaque(key.stringValue)
    throw ProbeFailure.notKeyed
  }
}

private struct ProbeSingleValueDecodingContainer: UniformSingleValueDecodingContainer {
  let decoder: ProbeDecoder

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func value<T: Decodable>(of type: T.Type) throws -> T {
    decoder.record.noteSingleValue(type)
    if decoder.answers.refusesSingleValue {
      decoder.answers.refusesSingleValue = false
      throw DecodingError.typeMismatch(
        type, DecodingError.Context(codingPath: [], debugDescription: "refused"))
    }
    return try decoder.sample(of: type)
  }
}
