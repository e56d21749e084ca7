import RecordStore
import SyncPort

/// The result of checking whether a server still has everything that a sync peer knows of it.
package struct ContinuityCheck: Hashable, Sendable {
  /// Whether the server lost changes that it acknowledged, as this or another device found out.
  package var isLost = false
  /// Whether the server proved to have everything that is known, except ``missing``; any other
  /// record that a full fetch lacks was deleted.
  var isProven = false
  /// Records that no mark covers and that the server lacks: either lost or deleted.
  package var missing: [String] = []
  /// A later life that another device began; nil if there is none.
  var laterLife: ServerLife?
  /// Whether nothing proves that the cursor continues from the end of the last fetch.
  var doubtsCursor = false
}

extension SyncPeer {
  /// Checks whether a server has everything that is known of it, by reading the last mark and the
  /// last record after it.
  ///
  /// - Throws: `SyncError` of the provider; `SwiftDataError` if the store cannot be read or
  ///   written.
  nonisolated(nonsending) package func check(
    at provider: any SyncProvider
  ) async throws -> ContinuityCheck {
    checkedFiles = []
    let known = try engine.reading { try Ledger(connection: $0).continuity() }
    var check = ContinuityCheck(isLost: known.isBroken)
    for evidence in known.evidence where !check.isLost {
      if let witness = evidence.witness {
        try await look(for: witness, known.life ?? .first, at: provider, &check)
      }
      guard !check.isLost, let provider = provider as? any SyncRecordReading else { continue }
      let leadsOn = try await look(for: evidence.uncovered.reversed(), at: provider, &check)
      // The cursor does not continue from the ends of earlier fetches, so only the last evidence
      // counts.
      check.doubtsCursor = !leadsOn && !evidence.uncovered.isEmpty
    }
    if !check.isLost, let provider = provider as? any SyncRecordReading {
      for name in known.unordered where !check.isLost {
        if name == SyncMark.name(of: self.name), let number = known.acknowledged {
          let witness = ServerContinuity.Witness(name: name, life: .first, number: number)
          try await look(for: witness, known.life ?? .first, at: provider, &check)
        } else if try await !look(for: [name], at: provider, &check) {
          check.doubtsCursor = true
        }
      }
    }
    check.isProven = !check.isLost && !known.isOverfull
    if !check.isLost { try record(check) }
    return check
  }

  /// Checks whether a server has a known version of a mark, or a later one that it led to.
  nonisolated(nonsending) private func look(
    for witness: ServerContinuity.Witness, _ life: ServerLife, at provider: any SyncProvider,
    _ check: inout ContinuityCheck
  ) async throws {
    var mark: SyncMark?
    do {
      mark = try await provider.record(
        insteadOf: SyncRecord(name: witness.name, kind: SyncMark.kind)
      ).flatMap(SyncMark.init)
    } catch let error as SyncError where error.isAboutContent {
      // Another program overwrote the mark.
    }
    if let mark, mark.life > life { check.laterLife = mark.life }
    check.isLost = check.laterLife != nil || mark?.lacks(witness) ?? true
  }

  /// Looks for records that no mark covers, up to the first one in its known version.
  ///
  /// - Returns: Whether there is one and no record after it was written again, which proves that
  ///   the server is unchanged.
  nonisolated(nonsending) private func look(
    for names: [String], at provider: any SyncRecordReading, _ check: inout ContinuityCheck
  ) async throws -> Bool {
    var isWrittenAgain = false
    for name in names {
      do {
        guard let record = try await provider.record(named: name) else {
          check.missing.append(name)
          // Its absence proves nothing: it was deleted, or never existed.
          if try !step({ try $0.isKept(name) }) { isWrittenAgain = true }
          continue
        }
        // No record before this one is lost.
        if try isKnown(record) { return !isWrittenAgain }
        // Another device may have sent it again after the server lost it, or created it again after
        // a deletion.
        isWrittenAgain = true
      } catch let error as SyncError where error.isAboutContent {
        // The record exists in some version.
        isWrittenAgain = true
      }
    }
    return false
  }

  private func record(_ check: ContinuityCheck) throws {
    try step { step in
      let former = try step.ledger.continuity()
      var known = former
      // Doubts of an earlier check remain until a fetch ends: pages fetched meanwhile do not
      // resolve them.
      known.doubtful += check.missing.filter { !known.doubtful.contains($0) }
      if check.doubtsCursor { known.doubtsCursor = true }
      if known != former { try step.ledger.setContinuity(known) }
    }
  }

  /// Whether the server's version of a record is the last one that it sent or acknowledged.
  private func isKnown(_ record: SyncRecord) throws -> Bool {
    try step { step in
      if let entry = try step.ledger.entry(named: record.name) {
        return entry.tag != nil && entry.tag == record.tag && !entry.isDoomed
      }
      let pair = step.keepsPairs ? try step.ledger.pair(named: record.name) : nil
      return pair?.tag != nil && pair?.tag == record.tag
    }
  }

  /// Returns the check of a server that lost changes according to a page.
  package func check(_ page: SyncPage) throws -> ContinuityCheck {
    var check = ContinuityCheck()
    let life = try engine.reading { try Ledger(connection: $0).continuity().life } ?? .first
    (check.isLost, check.laterLife) = (true, page.marks.map(\.life).filter { $0 > life }.max())
    return check
  }

  /// Counts the records that the server acknowledged.
  package func acknowledgedCount() throws -> Int {
    try engine.reading { try Ledger(connection: $0).count("TAG IS NOT NULL") }
  }

  /// Starts a full fetch, because the server no longer knows the cursor; records that it does not
  /// list were deleted.
  ///
  /// Records that the server may have lost are sent again instead. For a server that is known to
  /// have lost changes, use ``beginAnew(_:)``.
  ///
  /// - Parameter check: The result of checking the server.
  /// - Throws: `SwiftDataError` if the store cannot be written; nothing is changed then.
  package func readAllAnew(_ check: ContinuityCheck) throws {
    try step { try $0.readAllAnew(sparing: check.missing, sparesAll: !check.isProven) }
  }

  /// Whether a full fetch is in progress.
  package func isReadingAll() throws -> Bool {
    try engine.reading { try Ledger(connection: $0).number(.isReadingAll) == 1 }
  }
}

extension SyncMark {
  /// Whether the known version of the mark did not lead to this one.
  fileprivate func lacks(_ witness: ServerContinuity.Witness) -> Bool {
    number < witness.number || life < witness.life || gaps.contains(witness.number)
  }
}

extension SyncPage {
  fileprivate var marks: [SyncMark] {
    changes.compactMap { change in
      if case .saved(let record) = change { SyncMark(record) } else { nil }
    }
  }
}

extension PeerStep {
  private var ownMark: String { SyncMark.name(of: peer.name) }

  /// Accepts the marks of a page.
  ///
  /// - Returns: False if the page shows that the server lost changes.
  func acceptContinuity(_ page: SyncPage) throws -> Bool {
    let former = try ledger.continuity()
    var known = former
    for change in page.changes {
      if !known.doubtful.isEmpty { known.doubtful.removeAll { $0 == change.name } }
      guard SyncMark.isMark(change) else {
        known.add(change.name)
        continue
      }
      guard case .saved(let record) = change, let mark = SyncMark(record) else { continue }
      if !known.isFresh {
        if mark.life > known.life ?? .first { return false }
        if let witness = known.witness, mark.name == witness.name,
          mark.gaps.contains(witness.number)
        {
          return false
        }
      }
      known.accept(mark, isOwn: mark.name == ownMark)
    }
    if !page.hasMore {
      if try ledger.number(.isReadingAll) == 1 {
        // A full fetch reports no deletions.
        known.spared += known.doubtful
        known.former = []
      } else if try known.doubtful.contains(where: isKept) {
        // A record that the server lacked, but does not report as deleted, is lost.
        return false
      }
      // This fetch showed the position of records that were received outside of fetches.
      (known.doubtful, known.unordered, known.isFresh) = ([], [], false)
    }
    if known != former { try ledger.setContinuity(known) }
    return true
  }

  /// Starts a full fetch, in which records that the server may have lost do not count as deleted.
  fileprivate func readAllAnew(sparing names: [String], sparesAll: Bool) throws {
    var known = try ledger.continuity()
    (known.spared, known.sparesAll, known.doubtsCursor) = (names, sparesAll, false)
    known.beginReading()
    try ledger.setContinuity(known)
    try ledger.set(.cursor, nil)
    try ledger.set(.epoch, (ledger.number(.epoch) ?? 0) + 1)
    try ledger.set(.isReadingAll, 1)
  }

  /// Starts a full fetch after a fetch whose cursor may have skipped changes.
  ///
  /// The earlier fetch reported deletions, so missing records do not count as deleted.
  ///
  /// - Returns: Whether a full fetch is needed.
  func readDoubtfulAgain() throws -> Bool {
    guard try ledger.continuity().doubtsCursor else { return false }
    try readAllAnew(sparing: [], sparesAll: true)
    return true
  }

  /// Whether the server should have a record, according to the ledger.
  fileprivate func isKept(_ name: String) throws -> Bool {
    guard let entry = try ledger.entry(named: name) else {
      return try keepsPairs && ledger.pair(named: name)?.tag != nil
    }
    return entry.state == .live && !entry.isDoomed && entry.tag != nil
  }

  /// Returns the mark to send with records, or after records that were sent without one.
  ///
  /// - Parameters:
  ///   - withRecords: Whether records are sent with it.
  ///   - hasRoom: Whether the mark itself can be sent now.
  /// - Returns: The sending; nil if none is needed.
  /// - Throws: `SwiftDataError` if the store cannot be read or written.
  func nextMark(withRecords: Bool, hasRoom: Bool) throws -> SyncPeer.Sending? {
    guard !peer.marksAreRefused else { return nil }
    var known = try ledger.continuity()
    // The next sync compares everything.
    guard !known.isBroken else { return nil }
    if !withRecords, !known.isDue {
      // A mark is also needed after received records whose writers, such as other programs, have no
      // marks.
      guard !known.isCovered else { return nil }
    }
    let former = known
    known.isDue = true
    guard hasRoom else {
      if known != former { try ledger.setContinuity(known) }
      return nil
    }
    let mark = known.nextMark(named: ownMark)
    try ledger.setContinuity(known)
    return SyncPeer.Sending(write: .save(mark.record), files: [:], content: SyncContent())
  }

  /// Processes the results of sending a mark and the records before it.
  func noteContinuity(_ results: [SyncWriteResult], of sendings: [SyncPeer.Sending]) throws {
    let former = try ledger.continuity()
    var known = former
    for (result, sending) in zip(results, sendings) {
      guard case .save(let record) = sending.write, let mark = SyncMark(record) else {
        switch result {
        case .saved, .deleted: known.add(sending.write.name)
        case .conflict(_?): known.addUnordered(sending.write.name)
        case .conflict(nil), .refused, .postponed: break
        }
        continue
      }
      switch result {
      case .saved(let tag):
        (known.tag, known.acknowledged, known.isDue) = (tag, mark.number, false)
        (known.gaps, known.unordered) = (mark.gaps, [])
        known.accept(mark, isOwn: false)
      case .conflict(let record?):
        guard let there = SyncMark(record) else {
          known.isBroken = true
          break
        }
        known.acceptOwn(there)
        known.addUnordered(there.name)
      // The server had the mark, and nobody deletes marks.
      case .conflict(nil), .deleted: known.isBroken = true
      case .refused: peer.marksAreRefused = true
      case .postponed: break
      }
      // The next sync compares everything.
      if known.isBroken { known.isDue = false }
    }
    if known != former { try ledger.setContinuity(known) }
  }
}
