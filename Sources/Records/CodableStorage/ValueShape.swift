/// The form in which a type codes itself, as far as columns can represent it.
indirect enum ValueShape {
  /// Keys that represent members.
  case members([Member])
  /// Keys that represent cases, exactly one of which is present.
  case cases([Member])
  /// One value of another type.
  case single(Any.Type)
  /// Any other form; only the encoded form as a whole can be stored.
  case opaque

  struct Member {
    let name: String
    let isOptional: Bool
    let content: Content
  }

  enum Content {
    case value(Any.Type)
    case nested([Member])
    /// A case without payload.
    case marker
    /// Values whose type differs from value to value.
    case open
  }
}

/// Determines the shape of a type by decoding and encoding samples of it.
struct ShapeProbe<Value: Codable> {
  private let maker = SampleMaker()
  private let decoded = ProbeRecord()
  private let encoded = ProbeRecord()

  func shape() -> ValueShape {
    let samples = maker.explore(Value.self, record: decoded)
    guard !samples.isEmpty else { return .opaque }
    probeFurther()
    do {
      for sample in samples { try sample.encode(to: ProbeEncoder(record: encoded)) }
    } catch {
      return .opaque
    }
    return shapeOfRecords()
  }

  /// Probes for what the samples did not show: keys that are used only if others are absent, and
  /// types that are tried only after others failed.
  private func probeFurther() {
    for name in decoded.keyNames where decoded.contents[name] == nil {
      _ = maker.attempt(Value.self, decoded, ProbeAnswers(onlyKey: name))
    }
    for name in decoded.keyNames {
      guard case .value = decoded.contents[name] else { continue }
      _ = maker.attempt(Value.self, decoded, ProbeAnswers(refusedKey: name))
    }
    if decoded.containers.contains(.singleValue) {
      _ = maker.attempt(Value.self, decoded, ProbeAnswers(refusesSingleValue: true))
    }
  }

  private func shapeOfRecords() -> ValueShape {
    let containers = decoded.containers.union(encoded.containers)
    guard containers.isOneKind, !decoded.isOpaque, !encoded.isOpaque else { return .opaque }
    if containers == [.singleValue] {
      guard
        let type = decoded.singleValueType, let other = encoded.singleValueType,
        ProbeRecord.isSame(type, other)
      else { return .opaque }
      return .single(type)
    }
    guard let members = Self.members(decoded, encoded), !members.isEmpty else { return .opaque }
    guard decoded.asksForAllKeys else { return .members(members) }
    return EnumerationMetadata(Value.self) == nil ? .opaque : .cases(Self.caseOrder(members))
  }

  /// Returns the cases in the order in which the runtime numbers them and SwiftData lists them:
  /// those with payload first.
  private static func caseOrder(_ members: [ValueShape.Member]) -> [ValueShape.Member] {
    func isMarker(_ member: ValueShape.Member) -> Bool {
      if case .marker = member.content { true } else { false }
    }
    return members.filter { !isMarker($0) } + members.filter(isMarker)
  }

  /// Returns the members that the two records agree on; nil if nested parts are opaque.
  private static func members(
    _ decoded: ProbeRecord, _ encoded: ProbeRecord?
  ) -> [ValueShape.Member]? {
    let others = encoded?.keyNames.filter { !decoded.keyNames.contains($0) } ?? []
    var members: [ValueShape.Member] = []
    for name in decoded.keyNames + others {
      let isAmbiguous =
        decoded.ambiguousKeys.contains(name) || encoded?.ambiguousKeys.contains(name) == true
      guard
        let content = isAmbiguous
          ? .open : content(decoded.contents[name], encoded?.contents[name])
      else { return nil }
      members.append(
        ValueShape.Member(
          name: name, isOptional: decoded.optionalKeys.contains(name), content: content))
    }
    return members
  }

  private static func content(
    _ decoded: ProbeRecord.Content?, _ encoded: ProbeRecord.Content?
  ) -> ValueShape.Content? {
    switch (decoded, encoded) {
    case (nil, nil): return .open
    case (.value(let type)?, nil), (nil, .value(let type)?): return .value(type)
    case (.value(let type)?, .value(let other)?):
      return ProbeRecord.isSame(type, other) ? .value(type) : .open
    case (.nested(let record)?, nil), (nil, .nested(let record)?): return nested(record, nil)
    case (.nested(let record)?, .nested(let other)?): return nested(record, other)
    case (.value?, .nested?), (.nested?, .value?): return nil
    }
  }

  private static func nested(
    _ decoded: ProbeRecord, _ encoded: ProbeRecord?
  ) -> ValueShape.Content? {
    guard !decoded.isOpaque, encoded?.isOpaque != true, !decoded.asksForAllKeys else { return nil }
    guard let members = members(decoded, encoded) else { return nil }
    return members.isEmpty ? .marker : .nested(members)
  }
}
