import RecordStore
import SyncPort

/// Whether a server has all that a replica knows of it.
package struct ContinuityCheck: Hashable, Sendable {
  /// Whether the server lost changes that it acknowledged, or another device found out that it did.
  package var isLost = false
  /// Whether the server proved to have what is known, but for ``missing``: what else a reading of everything lacks was
  /// deleted.
  package var isProven = false
  /// Records that no mark covers and that the server lacks: lost, or deleted.
  package var missing: [String] = []
  /// The later life that another device has begun; nil for none.
  var laterLife: ServerLife?
  /// Whether nothing proves that the cursor leads on from where the last reading ended.
  var doubtsCursor = false
}

extension Replica {
  /// Whether a server has all that is known of it: it is asked for the last mark, and for the last record after that.
  ///
  /// - Throws: `SyncError` of the provider; `SwiftDataError` when the store cannot be read or written.
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
      // Where earlier readings ended, the cursor does not lead on from.
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

  /// Looks whether a server has a mark that was read or written before, in that version or one that it led to.
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
      // Somebody else has written over it.
    }
    if let mark, mark.life > life { check.laterLife = mark.life }
    check.isLost = check.laterLife != nil || mark?.lacks(witness) ?? true
  }

  /// Looks for records that no mark covers, up to the first one that is there in the version that is known.
  ///
  /// - Returns: Whether one is, and none behind it was written again, so that the server is what it was.
  nonisolated(nonsending) private func look(
    for names: [String], at provider: any SyncRecordReading, _ check: inout ContinuityCheck
  ) async throws -> Bool {
    var isWrittenAgain = false
    for name in names {
      do {
        guard let record = try await provider.record(named: name) else {
          check.missing.append(name)
          // Whether it was deleted or never there, nobody tells.
          if try !step({ try $0.isKept(name) }) { isWrittenAgain = true }
          continue
        }
        // Of all before it, none is lost.
        if try isKnown(record) { return !isWrittenAgain }
        // Somebody may have sent it again after the server lost it, or made it again after a deletion.
        isWrittenAgain = true
      } catch let error as SyncError where error.isAboutContent {
        // It is there, in whatever version.
        isWrittenAgain = true
      }
    }
    return false
  }

  private func record(_ check: ContinuityCheck) throws {
    try step { step in
      let former = try step.ledger.continuity()
      var known = former
      // What an earlier check missed stays in doubt until a reading ends: pages that were read meanwhile prove nothing of it.
      known.doubtful += check.missing.filter { !known.doubtful.contains($0) }
      if check.doubtsCursor { known.doubtsCursor = true }
      if known != former { try step.ledger.setContinuity(known) }
    }
  }

  /// Whether a server's version of a record is the one that it told or acknowledged.
  private func isKnown(_ record: SyncRecord) throws -> Bool {
    try step { step in
      if let entry = try step.ledger.entry(named: record.name) {
        return entry.tag != nil && entry.tag == record.tag && !entry.isDoomed
      }
      let pair = step.keepsPairs ? try step.ledger.pair(named: record.name) : nil
      return pair?.tag != nil && pair?.tag == record.tag
    }
  }

  /// What is known of a server that lost something, by what a page tells.
  package func check(_ page: SyncPage) throws -> ContinuityCheck {
    var check = ContinuityCheck()
    let life = try engine.reading { try Ledger(connection: $0).continuity().life } ?? .first
    (check.isLost, check.laterLife) = (true, page.marks.map(\.life).filter { $0 > life }.max())
    return check
  }

  /// How many records the server acknowledged.
  package func acknowledgedCount() throws -> Int {
    try engine.reading { try Ledger(connection: $0).count("TAG IS NOT NULL") }
  }

  /// Begins to read everything anew, since the server does not know the cursor any more; what it does not tell
  /// in the end was deleted.
  ///
  /// What the server may have lost is sent again instead. For a server that lost changes there is ``beginAnew(_:)``.
  ///
  /// - Parameter check: What was found of the server.
  /// - Throws: `SwiftDataError` when the store cannot be written; nothing is changed then.
  package func readAllAnew(_ check: ContinuityCheck) throws {
    try step { try $0.readAllAnew(sparing: check.missing, sparesAll: !check.isProven) }
  }

  /// Whether everything is being read anew.
  package func isReadingAll() throws -> Bool {
    try engine.reading { try Ledger(connection: $0).number(.isReadingAll) == 1 }
  }
}

extension SyncMark {
  /// Whether the version of the mark that was read before did not lead to this one.
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

extension ReplicaStep {
  private var ownMark: String { SyncMark.name(of: replica.name) }

  /// Takes over the marks of a page.
  ///
  /// - Returns: False where the server lost something, by what the page tells.
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
        // It tells of no deletions.
        known.spared += known.doubtful
        known.former = []
      } else if try known.doubtful.contains(where: isKept) {
        // What the server lacked when it was asked, and does not tell to be deleted, is lost.
        return false
      }
      // What was told apart from readings, this one has told where it stands.
      (known.doubtful, known.unordered, known.isFresh) = ([], [], false)
    }
    if known != former { try ledger.setContinuity(known) }
    return true
  }

  /// Begins to read everything anew, without taking for deleted what the server may have lost.
  fileprivate func readAllAnew(sparing names: [String], sparesAll: Bool) throws {
    var known = try ledger.continuity()
    (known.spared, known.sparesAll, known.doubtsCursor) = (names, sparesAll, false)
    known.beginReading()
    try ledger.setContinuity(known)
    try ledger.set(.cursor, nil)
    try ledger.set(.epoch, (ledger.number(.epoch) ?? 0) + 1)
    try ledger.set(.isReadingAll, 1)
  }

  /// Begins to read everything after a reading whose cursor may have passed over changes.
  ///
  /// The reading before has told of deletions, so that nothing else is taken for deleted.
  ///
  /// - Returns: Whether there is anything to read.
  func readDoubtfulAgain() throws -> Bool {
    guard try ledger.continuity().doubtsCursor else { return false }
    try readAllAnew(sparing: [], sparesAll: true)
    return true
  }

  /// Whether a record is one that the server should have, by what is known.
  fileprivate func isKept(_ name: String) throws -> Bool {
    guard let entry = try ledger.entry(named: name) else {
      return try keepsPairs && ledger.pair(named: name)?.tag != nil
    }
    return entry.state == .live && !entry.isDoomed && entry.tag != nil
  }

  /// The mark that goes with records that are sent, or after those that were written without one.
  ///
  /// - Parameters:
  ///   - withRecords: Whether records are sent with it.
  ///   - hasRoom: Whether the mark itself can be sent now.
  /// - Returns: The sending; nil for none.
  /// - Throws: `SwiftDataError` when the store cannot be read or written.
  func nextMark(withRecords: Bool, hasRoom: Bool) throws -> Replica.Sending? {
    guard !replica.marksAreRefused else { return nil }
    var known = try ledger.continuity()
    // The next sync compares everything.
    guard !known.isBroken else { return nil }
    if !withRecords, !known.isDue {
      // Whoever wrote what was read last, such as another program, has no mark.
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
    return Replica.Sending(write: .save(mark.record), files: [:], content: SyncContent())
  }

  /// Takes over what came of a mark and the records before it.
  func noteContinuity(_ results: [SyncWriteResult], of sendings: [Replica.Sending]) throws {
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
      // It was there, and nobody deletes marks.
      case .conflict(nil), .deleted: known.isBroken = true
      case .refused: replica.marksAreRefused = true
      case .postponed: break
      }
      // The next sync compares everything.
      if known.isBroken { known.isDue = false }
    }
    if known != former { try ledger.setContinuity(known) }
  }
}
