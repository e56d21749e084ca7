import DataSchema
import RecordStore

/// Copies all rows of a store to a new one, which may be of another kind; memory does not grow with
/// the rows.
///
/// Rows keep their keys, so that references to them need no second pass. The copy is read again and
/// compared before it is kept.
struct StoreCopy {
  /// Values of a property that the new store cannot store unchanged.
  struct Loss: Hashable {
    var entity: String
    var property: String
    var text: String
    /// Whether no column can hold the values, so that nothing is copied.
    var isRefusal: Bool
    var count = 0
    /// The first row with such a value.
    var firstKey: Int64
  }

  /// The result of a copy.
  struct Outcome {
    /// The digests, sorted by the entities' names.
    var digests: [(entity: String, digest: StoreDigest)] = []
    var losses: [Loss] = []

    /// Whether some values cannot be stored at all.
    var isRefused: Bool { losses.contains(where: \.isRefusal) }
  }

  /// A stage of copying.
  enum Stage: String, CaseIterable {
    case checking, copying, comparing
  }

  private let source: any ToolStore
  private let place: String
  private let kind: any StoreMaking
  private let progress: (Stage, Int, Int) -> Void
  private static let pairLimit = 2_000

  init(
    _ source: any ToolStore, to place: String, of kind: any StoreMaking,
    progress: @escaping (Stage, Int, Int) -> Void
  ) {
    (self.source, self.place, self.kind, self.progress) = (source, place, kind, progress)
  }

  private var engine: RecordEngine { source.engine }

  /// Checks all values, and copies them if the new store can hold them.
  ///
  /// - Parameter isTrial: Whether to check without copying.
  /// - Returns: The result; nothing was created if values were refused.
  /// - Throws: `ToolError` if something exists at the target, or the copy differs; errors of the
  ///   stores.
  func run(isTrial: Bool) throws -> Outcome {
    let model = try source.modelWithDefaults()
    return try engine.atOneMoment {
      let total = try engine.roots.reduce(0) { try $0 + engine.count($1.name) }
      var outcome = Outcome()
      outcome.losses = try losses(total)
      guard !isTrial, !outcome.isRefused else { return outcome }
      try kind.make(place, holding: model, source.permissions) { filler in
        try copy(to: filler, total)
        outcome.digests = try compare(with: filler.engine, total)
      }
      return outcome
    }
  }

  // Checking.

  private func losses(_ total: Int) throws -> [Loss] {
    var losses: [LossKey: Loss] = [:]
    var count = 0
    for root in engine.roots {
      try RecordPortions(engine).forEach(root) { rows in
        for row in rows {
          for (property, value) in row.values { note(value, property, row, &losses) }
        }
        count += rows.count
        progress(.checking, count, total)
      }
    }
    return losses.values.sorted {
      ($0.entity, $0.property, $0.text) < ($1.entity, $1.property, $1.text)
    }
  }

  private struct LossKey: Hashable {
    var entity: String
    var property: String
    var text: String
  }

  private func note(
    _ value: RecordValue, _ property: String, _ row: Record, _ losses: inout [LossKey: Loss]
  ) {
    if case .composite(let parts) = value {
      for (name, part) in parts { note(part, "\(property).\(name)", row, &losses) }
      return
    }
    let (text, isRefusal): (String, Bool)
    switch kind.limits.fate(of: value) {
    case .kept: return
    case .rounded(_, let reason): (text, isRefusal) = (reason, false)
    case .refused(let reason): (text, isRefusal) = (reason, true)
    }
    let key = LossKey(entity: row.entity, property: property, text: text)
    losses[
      key,
      default: Loss(
        entity: row.entity, property: property, text: text, isRefusal: isRefusal, firstKey: row.key)
    ].count += 1
  }

  // Copying.

  private func copy(to filler: RecordFiller, _ total: Int) throws {
    for root in engine.roots {
      try filler.takeKeys(
        upTo: engine.highestKey(of: root), for: filler.engine.entity(root.name))
    }
    var count = 0
    for root in engine.roots {
      try RecordPortions(engine).forEach(root) { rows in
        try filler.insert(rows, extras: extras(of: rows))
        count += rows.count
        progress(.copying, count, total)
      }
    }
    for relationship in engine.pairedRelationships { try copyPairs(relationship, filler) }
    var last = RecordPosition.start
    while let end = try copyPositions(after: last, filler) { last = end }
    try filler.finish()
  }

  /// Column values of rows that do not belong to properties.
  private func extras(of rows: [Record]) throws -> [Int64: [String: Int64]] {
    guard let first = rows.first?.key, let last = rows.last?.key else { return [:] }
    return try Set(rows.map(\.entity)).reduce(into: [:]) { extras, name in
      let own = try engine.extras(in: engine.entity(name), first...last)
      extras.merge(own) { $0.merging($1) { $1 } }
    }
  }

  private func copyPairs(_ relationship: RecordRelationship, _ filler: RecordFiller) throws {
    let owner = try filler.engine.entity(relationship.owner.name)
    let other = try filler.engine.relationship(relationship.name, of: owner)
    var last = RecordPair.start
    while true {
      let pairs = try engine.pairs(of: relationship, after: last, limit: Self.pairLimit)
      guard let end = pairs.last else { return }
      try filler.insert(pairs, of: other)
      last = end
    }
  }

  private func copyPositions(
    after last: RecordPosition, _ filler: RecordFiller
  ) throws -> RecordPosition? {
    let positions = try engine.positions(after: last, limit: Self.pairLimit)
    try filler.insert(positions)
    return positions.last
  }

  // Comparing.

  private func compare(
    with other: RecordEngine, _ total: Int
  ) throws -> [(entity: String, digest: StoreDigest)] {
    let limits = kind.limits
    let wanted = try StoreDigest.all(of: engine, keptBy: limits) {
      progress(.comparing, $0, 2 * total)
    }
    let found = try StoreDigest.all(of: other, keptBy: limits) {
      progress(.comparing, total + $0, 2 * total)
    }
    for (name, digest) in wanted.sorted(by: { $0.key < $1.key }) where found[name] != digest {
      let (one, two) = (digest.count, found[name]?.count ?? 0)
      throw ToolError(
        .failed,
        "The copy of \(name) differs from the original: it has \(two) \(two == 1 ? "row" : "rows") "
          + "with the digest \(found[name]?.text ?? "none"), instead of \(one) with the digest "
          + "\(digest.text)\(try firstDifference(name, other)). The copy was deleted.",
        advice: "Check the original store with “swiftdata check”.")
    }
    return wanted.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The first row that differs, and in which properties; for a message.
  private func firstDifference(_ name: String, _ other: RecordEngine) throws -> String {
    struct Found: Error {
      let line: String
    }
    do {
      try RowComparison(name, engine, other, keptBy: kind.limits).run { throw Found(line: $0) }
    } catch let found as Found {
      return "; the first difference is “\(found.line)”"
    }
    return ""
  }
}
