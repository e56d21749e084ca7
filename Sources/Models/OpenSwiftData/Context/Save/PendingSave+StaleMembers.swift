import RecordStore

extension PendingSave {
  /// Reads stale members again, so that their order can be written.
  func readStaleMembers() throws {
    for entry in changed where entry.state.isMarked(.stale) {
      let members = entry.binding.changedMembers(entry.state)
      entry.binding.unloadMembers(of: entry.model, entry.state, members)
    }
    // Reading the members of one model may refresh others, whose members then have to be read
    // again. That happens at most once for each.
    while try readUnloadedMembers() {}
  }

  /// Reads unloaded members; returns false if there were none.
  private func readUnloadedMembers() throws -> Bool {
    var hasRead = false
    for entry in changed {
      guard let extra = entry.state.pointee.extra, extra.hasFormerMembers else { continue }
      for relationship in entry.binding.relationships
      where extra.changedMembers(of: relationship.index)?.former != nil {
        try context.readMembers(of: entry.model, entry.state, relationship)
        extra.changedMembers(of: relationship.index)?.former = nil
        hasRead = true
      }
    }
    return hasRead
  }
}
