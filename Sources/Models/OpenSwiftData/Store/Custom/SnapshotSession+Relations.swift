import RecordStore

// The relationships in the snapshots, as keys.

extension SnapshotSession {
  func entityNumbers(of keys: [Int64], _ binding: EntityBinding) throws -> [Int64: Int64] {
    var numbers: [Int64: Int64] = [:]
    for key in keys {
      guard let name = identifiers.identifier(of: key)?.entityName,
        let own = binding.subclass(named: name)
      else { continue }
      numbers[key] = Int64(own.record.number)
    }
    return numbers
  }

  func owner(of member: Int64, _ relationship: RelationshipBinding) throws -> Int64? {
    guard let identifier = identifiers.identifier(of: member) else { return nil }
    func isOwner(_ snapshot: DefaultSnapshot) -> Bool {
      guard relationship.owner.subclass(named: snapshot.persistentIdentifier.entityName) != nil,
        case .members(let members)? = snapshot.values[relationship.name]
      else { return false }
      return members.contains(identifier)
    }
    forgetOldVersion()
    if let found = known.first(where: { isOwner($0.value) }) { return found.key }
    return try snapshots(of: relationship.owner).first { isOwner($0.snapshot) }?.key
  }

  func targets(
    of rows: [Int64], _ relationship: RelationshipBinding, without others: [Int64]
  ) throws -> [Int64] {
    try related(to: rows, relationship).map(\.member)
  }

  func members(
    of rows: [Int64], _ relationship: RelationshipBinding, without others: [Int64]
  ) throws -> [Int64] {
    let others = Set(others)
    return try related(to: rows, relationship).map(\.member).filter { !others.contains($0) }
  }

  func pairs(
    of rows: [Int64], _ relationship: RelationshipBinding
  ) throws -> [(owner: Int64, member: Int64)] { try related(to: rows, relationship) }

  private func related(
    to rows: [Int64], _ relationship: RelationshipBinding
  ) throws -> [(owner: Int64, member: Int64)] {
    let found = try snapshots(rows, of: relationship.owner)
    // The caller may pass a row twice, since a result may contain it twice.
    var seen: Set<Int64> = []
    return rows.filter { seen.insert($0).inserted }.flatMap { row in
      (found[row]?.values[relationship.name]?.identifiers ?? []).filter { !$0.isTemporary }
        .map { (row, identifiers.key(of: $0)) }
    }
  }
}
