import Foundation
import RecordStore
import SQLCore
import SyncPort

extension SyncPeer {
  /// The position of the next page to fetch.
  package struct Reading: Hashable, Sendable {
    /// The cursor; nil for a full fetch.
    package var cursor: String?
    let epoch: Int64
  }

  /// The result of accepting a page.
  package struct Acceptance: Sendable {
    package var conflicts: [SyncConflict] = []
    /// The number of changed local records.
    package var changeCount = 0
    /// Whether a full fetch follows, because nothing proves that the server reported all changes.
    package var isReadAgain = false
    /// Records that the server lacks and that are sent again, because nothing proves that they were
    /// deleted.
    package var spared: [String] = []
    /// Records that cannot be read and were set aside.
    package var unreadable: [SyncUnreadable] = []
    /// Whether nothing was accepted, because the page shows that the server lost changes.
    package var isLost = false
  }

  /// Returns the position of the next page.
  package func nextReading() throws -> Reading {
    try engine.reading { connection in
      let ledger = Ledger(connection: connection)
      return Reading(cursor: try ledger.text(.cursor), epoch: try ledger.number(.epoch) ?? 0)
    }
  }

  /// Whether the server's versions of records equal those in the store, so that their contents need
  /// not be fetched.
  ///
  /// - Parameter versions: The names and tags of the server's versions.
  /// - Returns: Whether all are known. Always false during a full fetch, which must list all
  ///   existing records because the others count as deleted.
  /// - Throws: Errors of the store.
  package func knows(_ versions: [(name: String, tag: String)]) throws -> Bool {
    try engine.reading { connection in
      let ledger = Ledger(connection: connection)
      guard try ledger.number(.isReadingAll) ?? 0 == 0 else { return false }
      let mark = (name: SyncMark.name(of: name), tag: try ledger.continuity().tag)
      return try versions.allSatisfy { version in
        if version.name == mark.name { return version.tag == mark.tag }
        guard let entry = try ledger.entry(named: version.name) else { return false }
        return entry.tag == version.tag && !entry.isDoomed
      }
    }
  }

  /// Accepts a page: changes rows, ledger and cursor in one transaction.
  ///
  /// - Parameters:
  ///   - page: The page from the server.
  ///   - reading: The position from which it was fetched.
  /// - Returns: The result; nil if another process fetched the page meanwhile.
  /// - Throws: `SwiftDataError` if the store cannot be written; nothing is changed then.
  package func accept(_ page: SyncPage, of reading: Reading) throws -> Acceptance? {
    try collect()
    return try step { step in
      let ledger = step.ledger
      guard try ledger.text(.cursor) == reading.cursor,
        try ledger.number(.epoch) ?? 0 == reading.epoch
      else { return nil }
      guard try step.acceptContinuity(page) else {
        return Acceptance(isLost: true)
      }
      try step.collectAll()
      step.isComplete = !page.hasMore
      var touched: [String] = []
      for change in page.changes where !SyncMark.isMark(change) {
        touched += try step.take(change)
      }
      try step.present(touched)
      if !page.changes.isEmpty { try ledger.set(.isUnsettled, 1) }
      if !page.hasMore { try step.settle() }
      try ledger.set(.cursor, page.cursor)
      var acceptance = step.acceptance
      if !page.hasMore { acceptance.isReadAgain = try step.readDoubtfulAgain() }
      return acceptance
    }
  }
}

extension PeerStep {
  /// The result of the step.
  var acceptance: SyncPeer.Acceptance {
    SyncPeer.Acceptance(
      conflicts: toldConflicts, changeCount: presentedCount, spared: spared,
      unreadable: unreadable)
  }

  /// Accepts the server's version of one record or pair, and updates the rows.
  func takeOver(_ change: SyncChange) throws { try present(take(change)) }

  /// Accepts the server's version of one record or pair.
  ///
  /// - Returns: The names of records whose rows may have to change.
  fileprivate func take(_ change: SyncChange) throws -> [String] {
    if case .unreadable(let record) = change {
      try setAside(record)
      return []
    }
    if hasAside { try ledger.takeBack(change.name) }
    guard try isPair(change) else { return try accept(change) }
    try acceptPair(change)
    return []
  }

  /// Collects all local changes, before anything overwrites them.
  func collectAll() throws {
    while try collectPortion(.max).hasMore {}
  }

  /// Accepts the server's version of one record.
  ///
  /// - Returns: The names of records whose rows may have to change.
  func accept(_ change: SyncChange) throws -> [String] {
    switch change {
    case .saved(let record):
      guard let unreadable = unreadable(record) else { return try accept(record) }
      try setAside(unreadable)
      return []
    case .deleted(let name):
      guard let entry = try ledger.entry(named: name) else { return [] }
      try acceptDeletion(entry)
      return [name]
    case .unreadable(let record):
      try setAside(record)
      return []
    }
  }

  private func accept(_ record: SyncRecord) throws -> [String] {
    let theirs = SyncContent(record)
    follow(theirs.marks)
    guard var entry = try ledger.entry(named: record.name) else {
      var entry = LedgerEntry(name: record.name, kind: record.kind, content: theirs)
      (entry.tag, entry.epoch, entry.seen) = (record.tag, epoch, [:])
      try ledger.write(&entry)
      try noteMoves(of: entry, since: nil)
      return try [record.name] + rivals(of: entry.name, theirs) + doubles(of: entry)
    }
    if entry.kind != record.kind { return try replace(entry, by: record, theirs) }
    let isSeen = entry.epoch == epoch
    entry.epoch = epoch
    guard entry.tag != record.tag || entry.isDoomed else {
      // The sync peer's own writes come back once.
      if !isSeen { try ledger.write(&entry) }
      return []
    }
    let (former, wasDeleted, shown) = (entry.content, entry.state == .deleted, entry.shown)
    let isUnsent = entry.tag == nil
    let isOlder = lacksWhatWasSaved(entry, theirs)
    let base = agreed(&entry, theirs)
    if isOlder {
      try acceptOlder(&entry, theirs, base)
    } else if entry.state == .deleted {
      try acceptForDeleted(&entry, theirs, base)
    } else {
      merge(&entry, theirs, base)
    }
    (entry.tag, entry.isDoomed, entry.refusal) = (record.tag, false, nil)
    if followsLoss || isUnsent { storeFilesAgain(of: &entry, shown, theirs) }
    try ledger.write(&entry)
    try noteMoves(of: entry, since: former)
    defer { kept = [] }
    if wasDeleted, entry.state == .live {
      for name in kept.sorted() + [entry.name] {
        if let back = try ledger.entry(named: name) { try settlePairs(of: back, isBack: true) }
      }
    }
    return try [entry.name] + kept.sorted() + rivals(of: entry.name, former)
      + rivals(of: entry.name, entry.content)
      + doubles(of: entry)
  }

  /// Accepts a record whose entity changed, which counts as a deletion and a creation.
  ///
  /// - Returns: The names of records whose rows may have to change.
  private func replace(
    _ former: LedgerEntry, by record: SyncRecord, _ theirs: SyncContent
  ) throws -> [String] {
    if former.isPending, former.state == .live {
      conflicts.append(
        SyncConflict(kind: .deletedChanged, entity: former.kind, record: former.name))
    }
    var touched = try dependents(of: former.name) + rivals(of: former.name, former.content)
    if keepsPairs { try ledger.removeNewPairs(with: former.name) }
    var entry = LedgerEntry(name: record.name, kind: record.kind, content: theirs)
    (entry.id, entry.place, entry.tag) = (former.id, former.place, record.tag)
    (entry.epoch, entry.seen, entry.wantsFiles) = (epoch, [:], !theirs.files.isEmpty)
    if entry.place != nil { replaced.insert(entry.name) }
    try ledger.write(&entry)
    try noteMoves(of: entry, since: former.content)
    touched += try rivals(of: entry.name, theirs) + doubles(of: entry)
    return [entry.name] + touched
  }

  /// Marks a record to be sent again with the large values that are stored locally.
  ///
  /// A server that lost them may have received the record from a device that never had them.
  private func storeFilesAgain(
    of entry: inout LedgerEntry, _ shown: [String: SyncValue], _ theirs: SyncContent
  ) {
    let held = entry.content.files.filter { shown[$0.field] == .file($0.file) }
    guard entry.state == .live, !held.isEmpty else { return }
    var base = entry.base ?? theirs
    for (field, _) in held { base.fields[field] = nil }
    (entry.isPending, entry.base) = (true, base)
  }

  /// Whether a record lacks changes that an earlier version on a server contained.
  ///
  /// A server that checks a version and then writes, as Kinto does, may let one of two writers
  /// overwrite the other and report success to both. A different server may also have an earlier
  /// version.
  func lacksWhatWasSaved(_ entry: LedgerEntry, _ theirs: SyncContent) -> Bool {
    entry.common?.marks.heard.contains { theirs.marks.heard[$0] ?? 0 < $1 } ?? false
  }

  /// Accepts a record that lacks earlier changes: without a common earlier version, the values set
  /// last are kept.
  private func acceptOlder(
    _ entry: inout LedgerEntry, _ theirs: SyncContent, _ base: SyncContent?
  ) throws {
    if entry.state == .deleted {
      // Two things count as changes: sendings that the base does not contain, whatever their
      // stamps, because a clock may be behind; and values that were set later.
      let isNews = theirs.marks.heard.contains { base?.marks.heard[$0] ?? 0 < $1 }
      let isChanged =
        isNews
        || theirs.fields.keys.contains { field in
          guard let stamp = theirs.marks.stamp(of: field) else { return false }
          return base?.marks.stamp(of: field).map { $0 < stamp } ?? true
        }
      return try acceptForDeleted(&entry, theirs, isChanged ? base : theirs)
    }
    entry.isPending = true
    merge(&entry, theirs, nil, resolver: { _ in nil })
  }

  /// Returns the content on which both sides agree, including sendings that the server received but
  /// never acknowledged.
  private func agreed(_ entry: inout LedgerEntry, _ theirs: SyncContent) -> SyncContent? {
    let heard = theirs.marks.heard[peer.name] ?? 0
    let base = entry.sent.last { $0.number <= heard }?.content ?? entry.common
    entry.sent.removeAll { $0.number <= heard }
    return base
  }

  /// Merges local and remote changes.
  func merge(
    _ entry: inout LedgerEntry, _ theirs: SyncContent, _ base: SyncContent?,
    resolver: SyncFieldResolver? = nil
  ) {
    let shown = entry.shown
    defer {
      // The row itself has not changed.
      entry.seen = shown
      entry.wantsFiles = entry.content.files.contains { shown[$0.field] != .file($0.file) }
    }
    guard entry.isPending else {
      entry.content = theirs
      return
    }
    let merge = SyncMerge(
      kind: entry.kind, base: base, mine: entry.content, theirs: theirs,
      horizon: max(horizon, SyncStamp.first - 1), resolver: resolver ?? decide)
    for (conflict, result) in merge.conflicts {
      conflicts.append(
        SyncConflict(
          kind: .field, entity: entry.kind, record: entry.name, field: conflict.field,
          mine: conflict.mine, theirs: conflict.theirs, result: result))
    }
    // An unanswered sending may still overwrite what others wrote meanwhile, so that undoing it
    // must be sent as well.
    if merge.merged.fields == theirs.fields, entry.sent.isEmpty {
      (entry.content, entry.base, entry.isPending) = (theirs, nil, false)
    } else {
      (entry.content, entry.base) = (merge.merged, theirs)
    }
  }

  /// Returns the resolvers' value for a conflict; nil if the row cannot have that value.
  private func decide(_ conflict: SyncFieldConflict) -> SyncValue? {
    guard let value = peer.rules.resolver(names.told(conflict)) else { return nil }
    // A value of either side is kept unchanged, and a later version of the program may know an
    // unknown field.
    guard value != conflict.mine, value != conflict.theirs, let shape = shapes[conflict.kind],
      let field = shape.field(named: conflict.field)
    else { return value }
    return PeerValues.fits(value, field, of: shape.entity) ? value : nil
  }

  /// Returns the records that compete with a record for exclusive relationship targets.
  func rivals(of name: String, _ content: SyncContent) throws -> [String] {
    var names: [String] = []
    for (field, told) in content.references where peer.exclusiveFields.contains(field) {
      let target = try resolved(told)?.name ?? told
      names += try leaders(to: target, by: field)
      guard peer.reflexiveFields.contains(field) else { continue }
      names.append(target)
      names += try leaders(to: name, by: field)
    }
    return names
  }

  /// Merges a duplicate into its replacement; returns the records whose rows may have to change.
  private func doubles(of entry: LedgerEntry) throws -> [String] {
    guard let successor = entry.content.successor else { return [] }
    return try fold(entry, into: successor) + [successor]
      + dependents(of: resolved(successor)?.name ?? entry.name)
  }

  /// Copies later values of a duplicate to the record that replaces it.
  ///
  /// - Returns: The names of records that compete for the record's former or new targets.
  func fold(_ entry: LedgerEntry, into name: String) throws -> [String] {
    guard var other = try ledger.entry(named: name), other.state == .live else { return [] }
    var mine = entry.content
    mine.fields[SyncContent.successor] = nil
    mine.marks.heard = [:]
    let merge = SyncMerge(
      kind: other.kind, base: nil, mine: mine, theirs: other.content, resolver: { _ in nil })
    guard merge.merged.fields != other.content.fields else { return [] }
    let (shown, former) = (other.shown, other.content)
    if !other.isPending { other.base = other.content }
    (other.content, other.isPending, other.seen) = (merge.merged, true, shown)
    // A large value that only the duplicate had must be fetched from the server.
    other.wantsFiles = other.content.files.contains { shown[$0.field] != .file($0.file) }
    try ledger.write(&other)
    try noteMoves(of: other, since: former)
    return try rivals(of: other.name, former) + rivals(of: other.name, other.content)
  }
}
