import SQLCore

/// Returns the names of the stored members that lead to the value which `keyPath` reads from a
/// value of `type`, such as `["place", "latitude"]`.
///
/// The path is empty for the value's own column, as for `\Level.rawValue`.
///
/// The path is found by trial, not by name. Each member is changed in the columns; the path is that
/// of the member whose value the key path returns. So renamed coding keys are supported. The result
/// is nil in case of doubt: for computed properties, and for values that are not stored in separate
/// columns.
///
/// - Complexity: A few codings of the whole value for each member; cache the result.
package func memberPath(of keyPath: AnyKeyPath, in type: Any.Type) -> [String]? {
  func open<Root>(_ type: Root.Type) -> [String]? {
    guard let keyPath = keyPath as? PartialKeyPath<Root> else { return nil }
    return MemberPathSearch(keyPath)?.path()
  }
  return _openExistential(type, do: open)
}

/// A search for the columns that a key path reads.
private struct MemberPathSearch<Root> {
  /// A part of the value: its path, its first column, and sample contents of its columns.
  struct Candidate {
    let path: [String]
    let offset: Int
    let codec: any AnyValueCodec
    let rows: [[SQLValue]]
  }

  let keyPath: PartialKeyPath<Root>
  let codec: ValueCodec<Root>
  let memberCodec: any AnyValueCodec
  /// The columns of a sample, in which one part at a time is changed.
  let base: [SQLValue]

  init?(_ keyPath: PartialKeyPath<Root>) {
    guard
      Self.isStored(keyPath) || Self.isRawValueOfFiniteType(keyPath),
      let codec = try? ValueCodec.make(for: Root.self, propertyName: "value"),
      let memberCodec = try? CodecCache.codec(
        forAny: Swift.type(of: keyPath).valueType, propertyName: "member"),
      let sample = codec.coding.samples().last, let base = try? codec.encode(sample)
    else { return nil }
    self.keyPath = keyPath
    self.codec = codec
    self.memberCodec = memberCodec
    self.base = base
  }

  /// Returns whether the key path consists of stored properties only.
  private static func isStored(_ keyPath: PartialKeyPath<Root>) -> Bool {
    if MemoryLayout<Root>.offset(of: keyPath) != nil { return true }
    // Optional chains have no offset; the description of computed components contains no name.
    return !keyPath.debugDescription.contains("<computed")
  }

  /// Returns whether the key path may be `rawValue` of a type whose values can all be tried.
  private static func isRawValueOfFiniteType(_ keyPath: PartialKeyPath<Root>) -> Bool {
    guard let type = Root.self as? any RawRepresentable.Type else { return false }
    func rawValueType<Raw: RawRepresentable>(_ type: Raw.Type) -> Any.Type { Raw.RawValue.self }
    return rawValueType(type) == Swift.type(of: keyPath).valueType
      && EnumerationMetadata.allCases(of: Root.self) != nil
  }

  func path() -> [String]? {
    let found = candidates().filter(reads)
    if found.count == 1 { return found[0].path }
    // A struct with one member has the same columns as the member.
    let exact = found.filter { ProbeRecord.isSame($0.codec.valueType, memberCodec.valueType) }
    return exact.count == 1 ? exact[0].path : nil
  }

  private func candidates() -> [Candidate] {
    var candidates = [
      Candidate(path: [], offset: 0, codec: codec, rows: codec.sampleColumns())
    ]
    collect(from: codec, path: [], offset: 0, into: &candidates)
    return candidates
  }

  private func collect(
    from codec: any AnyValueCodec, path: [String], offset: Int, into candidates: inout [Candidate]
  ) {
    let layout = codec.memberLayout
    for field in layout?.fields ?? [] {
      guard case .value(let member) = field.content else { continue }
      let path = path + [field.name]
      let offset = offset + field.offset
      candidates.append(
        Candidate(path: path, offset: offset, codec: member, rows: member.sampleColumns()))
      collect(from: member, path: path, offset: offset, into: &candidates)
    }
  }

  /// Returns whether the key path always returns exactly the contents of the candidate's columns.
  private func reads(_ candidate: Candidate) -> Bool {
    // Collections are stored in another form in members than in properties.
    let isExact = ProbeRecord.isSame(candidate.codec.valueType, memberCodec.valueType)
    let valueCodec = isExact ? candidate.codec : memberCodec
    let rows = Set(candidate.rows.filter { $0.count == valueCodec.columns.count })
    guard rows.count > 1 else { return false }
    return rows.allSatisfy { row in
      var columns = base
      columns.replaceSubrange(candidate.offset..<(candidate.offset + row.count), with: row)
      guard let value = try? codec.decode(columns) else { return false }
      return (try? valueCodec.encodeAny(value[keyPath: keyPath])) == row
    }
  }
}

extension AnyValueCodec {
  /// Returns the columns of sample values.
  fileprivate func sampleColumns() -> [[SQLValue]] {
    samples().compactMap { try? encodeAny($0) }
  }
}
