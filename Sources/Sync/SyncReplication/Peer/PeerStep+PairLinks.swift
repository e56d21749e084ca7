import RecordStore
import SyncPort

// The list entries that correspond to pairs.

extension PeerStep {
  /// Returns the list entry that relates two records; nil if the models do not have the
  /// relationship.
  func link(of pair: SyncPair) -> PairLink? {
    for (owner, member) in [(pair.first, pair.second), (pair.second, pair.first)] {
      guard let field = shapes[owner.kind]?.field(named: owner.field), field.isOrderedByMembers,
        let inverse = field.relationship?.inverse, names.field(of: inverse) == member.field
      else { continue }
      if field.isReflexive, member.record < owner.record { continue }
      return PairLink(owner: owner.record, field: owner.field, member: member.record)
    }
    return nil
  }

  /// Returns the pair with the end first whose list contains the other.
  func ordered(_ pair: SyncPair) -> SyncPair {
    guard let link = link(of: pair), pair.first.record != link.owner else { return pair }
    return SyncPair(pair.second, pair.first)
  }

  /// Returns the pair of a list entry.
  func pair(of link: PairLink, _ field: PeerShape.Field) -> SyncPair? {
    guard let relationship = field.relationship, let inverse = relationship.inverse else {
      return nil
    }
    func end(_ record: String, _ relationship: RecordRelationship) -> SyncPair.End {
      SyncPair.End(
        record: record, kind: names.kind(of: relationship.owner.name),
        field: names.field(of: relationship))
    }
    return SyncPair(end(link.owner, relationship), end(link.member, inverse))
  }

  /// Whether a list relates two records, and both exist.
  func isTold(_ link: PairLink) throws -> Bool {
    if try ledger.isTold(link) { return true }
    guard peer.reflexiveFields.contains(link.field) else { return false }
    return try ledger.isTold(PairLink(owner: link.member, field: link.field, member: link.owner))
  }

  /// Returns the list entry that relates a record to a member.
  func link(
    _ owner: String, _ field: PeerShape.Field, _ member: String
  ) -> PairLink {
    field.isReflexive && member < owner
      ? PairLink(owner: member, field: field.name, member: owner)
      : PairLink(owner: owner, field: field.name, member: member)
  }
}

extension LedgerEntry {
  /// Whether other records can reference the record.
  var isThere: Bool { state == .live && !isDoomed }

  /// Whether both sides knew a member that the list no longer contains.
  func wasListing(_ member: String, _ field: String) -> Bool {
    isPending && base?.lists(member, field) ?? false && !content.lists(member, field)
  }
}

extension SyncContent {
  func members(_ field: String) -> Set<String> {
    guard case .list(let values)? = fields[field] else { return [] }
    return Set(values.compactMap { if case .reference(let name) = $0 { name } else { nil } })
  }

  func lists(_ member: String, _ field: String) -> Bool {
    guard case .list(let values)? = fields[field] else { return false }
    return values.contains(.reference(member))
  }
}
