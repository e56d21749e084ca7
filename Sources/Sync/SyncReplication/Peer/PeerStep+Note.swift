import Foundation
import SyncPort

// How records adopt changes of their rows.

extension PeerStep {
  /// Copies changed values of a row to its record.
  func note(
    _ fields: [String: SyncValue], _ entry: inout LedgerEntry, _ shape: PeerShape,
    _ touch: Touch, _ oldFields: Set<String>?
  ) throws {
    let (shown, former) = (entry.shown, entry.content)
    let isNew = entry.content.fields.isEmpty && entry.tag == nil && entry.content.marks.born == nil
    var content = entry.content
    if isNew {
      content.marks.born = stamp(touch.date)
    }
    var seen = fields
    for field in shape.fields {
      let (old, new) = (shown[field.name] ?? .null, fields[field.name] ?? .null)
      guard old != new, !field.isReflexive || !Self.haveSameMembers(old, new) else { continue }
      if let oldFields, !oldFields.isEmpty, !oldFields.contains(field.name),
        touch.properties[field.name] == nil
      {
        // The property is new to the rows, so nobody has set its value.
        seen[field.name] = new
        continue
      }
      content.fields[field.name] = try edited(content.fields[field.name] ?? .null, old, new)
      guard !isNew else { continue }
      let stamp = stamp(
        touch.properties[field.name] ?? touch.date, after: content.marks.stamp(of: field.name))
      content.marks.set(stamp, of: field.name)
    }
    entry.seen = seen
    if isNew || content.fields != entry.content.fields {
      if !isNew { peer.freed.formUnion(try rivals(of: entry.name, entry.content)) }
      try removeFormerPositions(&content, entry, shape)
      if !entry.isPending { entry.base = entry.content }
      entry.isPending = true
      entry.refusal = nil
      if entry.isDoomed, !peer.rules.deletionsWin { try keep(&entry, .keptDeleted) }
    }
    entry.content = content
    entry.wantsFiles = entry.content.files.contains { entry.shown[$0.field] != .file($0.file) }
    // A change that was reverted need not be sent.
    if entry.tag != nil, entry.isPending, entry.sent.isEmpty, let base = entry.base,
      base.fields == content.fields
    {
      entry.content = base
      (entry.isPending, entry.base) = (false, nil)
    }
    try ledger.write(&entry)
    if !isNew { try settlePairs(of: entry, since: former) }
  }

  /// Whether two lists differ at most in their order.
  private static func haveSameMembers(_ left: SyncValue, _ right: SyncValue) -> Bool {
    guard case .list(let left) = left, case .list(let right) = right else { return false }
    return Set(left) == Set(right)
  }

  /// Returns a record's value after its row was changed; members that have no row are kept.
  private func edited(
    _ value: SyncValue, _ old: SyncValue, _ new: SyncValue
  ) throws -> SyncValue {
    guard case .list(let all) = value else { return new }
    var shown: Set<SyncValue> = []
    if case .list(let members) = old { shown = Set(members) }
    var members: [SyncValue] = []
    if case .list(let now) = new { members = now }
    let known = Set(members)
    members += try all.filter { member in
      if known.contains(member) { return false }
      // A row shows the replacement of a duplicate member.
      guard case .reference(let name) = member, let own = try resolved(name)?.name else {
        return !shown.contains(member)
      }
      let now = SyncValue.reference(own)
      return known.contains(now) || !shown.contains(now)
    }
    return .list(members)
  }
}
