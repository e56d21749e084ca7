/// Creates values of types that are known only at run time, by decoding them from samples of their
/// members.
///
/// Use one maker per question: it tracks the types that are in progress, so that recursive types
/// terminate.
final class SampleMaker {
  private var active: [ObjectIdentifier] = []
  private var failed: [ObjectIdentifier] = []
  private var finished: [(type: ObjectIdentifier, samples: Any)] = []

  /// Returns distinct values of `type`, the plainest first; empty if none can be created.
  func samples<Value>(of type: Value.Type) -> [Value] {
    // A loop, because `compactMap` would look up a conformance, which is expensive (see
    // `TypeMetadata`).
    func typed(_ values: [Any]) -> [Value] {
      var typed: [Value] = []
      for value in values { if let value = value as? Value { typed.append(value) } }
      return typed
    }
    if let scalar = KnownScalars.scalar(type) { return typed(Self.samples(of: scalar)) }
    if TypeMetadata.isGeneric(type) {
      if let optional = type as? any SampledOptional.Type {
        return typed(optional.samples(by: self))
      }
      if let collection = type as? any JSONCollection.Type {
        return typed(collection.samples(by: self))
      }
    }
    if type == Duration.self { return typed(DurationCoding().samples()) }
    if EnumerationMetadata(type) != nil, let raw = KnownRawValues.type(type) {
      return typed(rawValueSamples(of: raw))
    }
    guard let decodable = type as? any Decodable.Type else { return [] }
    return typed(decodedSamples(of: decodable))
  }

  private static func samples<Scalar: StorableScalar>(of type: Scalar.Type) -> [Any] {
    Scalar.samples
  }

  private func rawValueSamples<Raw: RawRepresentable>(of type: Raw.Type) -> [Any] {
    EnumerationMetadata.allCases(of: type)
      ?? samples(of: Raw.RawValue.self).compactMap(Raw.init(rawValue:))
  }

  private func decodedSamples<Value: Decodable>(of type: Value.Type) -> [Any] {
    let identifier = ObjectIdentifier(type)
    if let known = finished(identifier) as? [Any] { return known }
    if failed.contains(identifier) { return [] }
    let samples = explore(type, record: ProbeRecord())
    if samples.isEmpty, !active.contains(identifier) { failed.append(identifier) }
    return samples
  }

  /// Returns samples of `type`, found by probing it with every kind of answer until it accepts one.
  ///
  /// Adds what the type requests to `record`. Tries nothing if the same type is already in
  /// progress.
  func explore<Value: Decodable>(_ type: Value.Type, record: ProbeRecord) -> [Value] {
    let identifier = ObjectIdentifier(type)
    guard active.count < CodecBuilder.depthLimit, !active.contains(identifier) else {
      return finished(identifier) as? [Value] ?? []
    }
    active.append(identifier)
    defer {
      active.removeLast()
      finished.removeAll { $0.type == identifier }
    }
    var plain: [Value] = []
    for answers in palettes(0..<3) {
      if let value = attempt(type, record, answers) { plain.append(value) }
    }
    if !plain.isEmpty { return plain }
    if record.asksForAllKeys { return exploreCases(type, record: record) }
    let rest = palettes(3..<ProbeDecoder.texts.count)
    let full = palettes(rest.indices).map { answers in
      var answers = answers
      answers.hasOptionals = true
      return answers
    }
    for answers in rest + full {
      if let value = attempt(type, record, answers) { return [value] }
    }
    return record.keyNames.compactMap { attempt(type, record, ProbeAnswers(onlyKey: $0)) }
  }

  /// Returns one sample for each case; cases that contain the type itself use the samples of the
  /// others.
  private func exploreCases<Value: Decodable>(
    _ type: Value.Type, record: ProbeRecord
  ) -> [Value] {
    var found: [Value] = []
    var missing: [String] = []
    for name in record.keyNames {
      if let value = attempt(type, record, ProbeAnswers(onlyKey: name)) {
        found.append(value)
      } else {
        missing.append(name)
      }
    }
    finished.append((ObjectIdentifier(type), found))
    return found
      + missing.compactMap { attempt(type, record, ProbeAnswers(onlyKey: $0)) }
  }

  private func finished(_ type: ObjectIdentifier) -> Any? {
    finished.first { $0.type == type }?.samples
  }

  func attempt<Value: Decodable>(
    _ type: Value.Type, _ record: ProbeRecord, _ answers: ProbeAnswers
  ) -> Value? {
    try? Value(from: ProbeDecoder(record: record, maker: self, answers: answers))
  }

  private func palettes(_ range: Range<Int>) -> [ProbeAnswers] {
    range.map { ProbeAnswers(palette: $0) }
  }
}

/// An optional, whose samples are nil and those of its wrapped type.
private protocol SampledOptional {
  static func samples(by maker: SampleMaker) -> [Any]
}

extension Optional: SampledOptional {
  fileprivate static func samples(by maker: SampleMaker) -> [Any] {
    ([nil] + maker.samples(of: Wrapped.self).map(Optional.some)) as [Wrapped?] as [Any]
  }
}

/// Values to use if nothing is stored.
package enum PlaceholderValue {
  /// Returns a defined value of `type`: zero, empty, nil, the first case, or a struct of these; nil
  /// if the type accepts none of them.
  package static func make<Value>(_ type: Value.Type) -> Value? {
    SampleMaker().samples(of: type).first
  }
}
