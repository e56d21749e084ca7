import RecordStore

extension SaveOutcome {
  /// Replaces the keys of the plan by the keys that new rows got.
  mutating func rename(_ new: [Int64: Int64]) {
    guard !new.isEmpty else { return }
    func name(_ key: Int64) -> Int64 { new[key] ?? key }
    deleted = deleted.mapValues { Set($0.map(name)) }
    cascaded = cascaded.map { ($0.entity, $0.keys.map(name)) }
    nullified = nullified.map { ($0.relationship, $0.keys.map(name)) }
    parted = parted.map { relationship, pairs in
      (relationship, pairs.map { (name($0.owner), name($0.member)) })
    }
  }
}
