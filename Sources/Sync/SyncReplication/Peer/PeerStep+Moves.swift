import RecordStore
import SyncPort

// The lists to examine, and the removal of positions that are no longer needed.

extension PeerStep {
  /// Registers the lists in which a record's position differs from that in an earlier version.
  func noteMoves(of entry: LedgerEntry, since former: SyncContent?) throws {
    for (relationship, owner) in entry.content.moves(since: former) {
      ledger.moves.insert(owner, relationship, entry.name)
    }
    // The creation time of a record can change until every device that created it is known.
    guard let former, former.marks.born?.time != entry.content.marks.born?.time else { return }
    for field in shapes[entry.kind]?.fields ?? []
    where field.isReflexive && field.isOrderedByMembers {
      try noteMembers(of: entry, field)
    }
  }

  /// Registers the lists whose members change if a row's many-to-many relationship changes.
  func noteMembers(of entry: LedgerEntry, _ field: PeerShape.Field) throws {
    if case .list(let values)? = entry.content.fields[field.name] {
      for case .reference(let owner) in values {
        ledger.moves.insert(owner, field.name, entry.name)
      }
    }
    guard field.isReflexive else { return }
    ledger.moves.insert(entry.name, field.name, nil)
    for owner in try leaders(to: entry.name, by: field.name) {
      ledger.moves.insert(owner, field.name, entry.name)
    }
  }

  /// Returns all lists with added or moved members; what one record says may concern several lists.
  func allMoves() throws -> [(list: MemberMoves.List, moved: MemberMoves.Moved)] {
    let moves = ledger.moves
    for (list, moved) in moves.take() where peer.orderingFields.contains(list.field) {
      if list.field == SyncContent.successor {
        // Members of a duplicate are members of its replacement.
        guard let owner = try resolved(list.owner) else { continue }
        for (_, field) in shapes[owner.kind]?.orderedByMembers ?? [] {
          moves.insert(owner.name, field, nil)
        }
        continue
      }
      moves.insert(list, moved)
      guard peer.reflexiveFields.contains(list.field) else { continue }
      // Each end is a member of the other one.
      for member in moved.members { moves.insert(member, list.field, list.owner) }
    }
    return moves.take()
  }

  /// Removes a record's positions among members of records to which it is no longer related, so
  /// that they do not accumulate.
  func removeFormerPositions(
    _ content: inout SyncContent, _ entry: LedgerEntry, _ shape: PeerShape
  ) throws {
    var owners: [String: Set<SyncValue>] = [:]
    for position in content.fields.keys.sorted() {
      guard let (relationship, owner) = MemberPosition.list(position),
        let field = shape.field(named: relationship), case .members = field.content
      else { continue }
      if owners[relationship] == nil {
        owners[relationship] = []
        if case .list(let values)? = content.fields[relationship] {
          owners[relationship] = Set(values)
        }
      }
      if owners[relationship]?.contains(.reference(owner)) ?? false { continue }
      if field.isReflexive, try isRelated(entry, to: owner, by: relationship) { continue }
      content.fields[position] = nil
      content.marks.set(nil, of: position)
    }
  }

  /// Whether a row is, or may be, a member of another record's row.
  private func isRelated(
    _ entry: LedgerEntry, to name: String, by relationship: String
  ) throws -> Bool {
    guard let owner = try resolved(name) else {
      // The other record may not have been fetched yet.
      return try ledger.number(.isUnsettled) == 1 || ledger.number(.isReadingAll) == 1
    }
    guard let place = owner.place, let own = entry.place else { return owner.state == .live }
    guard let way = shapes[entry.kind]?.field(named: relationship)?.relationship else {
      return false
    }
    return try members(of: own.key, way).contains(place.key)
  }
}
