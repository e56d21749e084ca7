import Foundation
import SQLCore
import SyncPort

extension SyncPeer {
  /// A write to send to the server.
  package struct Sending: Sendable {
    package let write: SyncWrite
    /// The large values that belong to the record, by field.
    package let files: [String: SyncFile]
    let content: SyncContent

    /// Whether it is the mark of this sync peer instead of a record of the store.
    package var isMark: Bool {
      if case .save(let record) = write { record.kind == SyncMark.kind } else { false }
    }
  }

  /// Returns the next writes to send, each batch with the mark of the sync peer.
  ///
  /// Records come before those that reference them. Deletions come last, first those of records
  /// that reference others.
  ///
  /// - Parameter limit: The maximum number of writes.
  /// - Returns: The writes; empty if everything was sent.
  /// - Throws: `SwiftDataError` if the store cannot be read or written.
  package func nextSendings(_ limit: Int) throws -> [Sending] {
    try collect()
    return try step { step in
      let room = max(1, limit - 1)
      for next in [step.nextSaves, step.nextFormerPairs, step.nextNewPairs, step.nextDeletions] {
        let sendings = try next(room)
        guard !sendings.isEmpty else { continue }
        let mark = try step.nextMark(withRecords: true, hasRoom: sendings.count < limit)
        return sendings + (mark.map { [$0] } ?? [])
      }
      return try step.nextMark(withRecords: false, hasRoom: true).map { [$0] } ?? []
    }
  }

  /// Processes the results of sendings.
  ///
  /// - Throws: `SwiftDataError` if the store cannot be written.
  package func note(_ results: [SyncWriteResult], of sendings: [Sending]) throws -> Acceptance {
    try collect()
    return try step { step in
      try step.collectAll()
      var touched: [String] = []
      for (result, sending) in zip(results, sendings) {
        touched += try step.note(result, of: sending)
      }
      try step.noteContinuity(results, of: sendings)
      try step.present(touched)
      return Acceptance(conflicts: step.toldConflicts, changeCount: step.presentedCount)
    }
  }
}

extension PeerStep {
  /// The maximum number of records examined to find those to send first.
  private static let longestChain = 10_000

  fileprivate func nextSaves(_ limit: Int) throws -> [SyncPeer.Sending] {
    let known = try upcomingSaves(limit)
    guard known.isEmpty else { return try known.map { try send($0) } }
    let first = try ledger.entries(
      "PENDING = 1 AND REFUSAL IS NULL AND STATE = 1", limit: limit)
    var order: [LedgerEntry] = []
    var later: [String] = []
    var seen: Set<String> = []
    for entry in first {
      // Referenced records that the server has never seen come first.
      var stack = [(entry, false)]
      while let (entry, isDone) = stack.popLast() {
        if isDone {
          if order.count < limit { order.append(entry) } else { later.append(entry.name) }
          continue
        }
        guard seen.insert(entry.name).inserted else { continue }
        stack.append((entry, true))
        // Beyond this limit the order is not essential: a reader waits for referenced records,
        // wherever they come.
        guard seen.count < Self.longestChain else { continue }
        for (_, target) in entry.content.references where !seen.contains(target) {
          guard let other = try ledger.entry(named: target), other.isPending, other.tag == nil,
            other.state == .live, other.refusal == nil
          else { continue }
          stack.append((other, false))
        }
      }
      if order.count >= limit { break }
    }
    // A long chain is traversed once, not once per batch.
    peer.upcoming = later
    return try order.map { try send($0) }
  }

  /// Returns the records for which the last batch had no room.
  private func upcomingSaves(_ limit: Int) throws -> [LedgerEntry] {
    var entries: [LedgerEntry] = []
    while entries.count < limit, !peer.upcoming.isEmpty {
      let names = peer.upcoming.prefix(limit - entries.count)
      peer.upcoming.removeFirst(names.count)
      for name in names {
        guard let entry = try ledger.entry(named: name), entry.isPending, entry.state == .live,
          entry.refusal == nil
        else { continue }
        entries.append(entry)
      }
    }
    return entries
  }

  /// Creates the sending of a record and stores it in the ledger.
  private func send(_ entry: LedgerEntry) throws -> SyncPeer.Sending {
    var entry = entry
    try settlePairs(of: entry)
    // Until it is known whether the server received a new record, the same content is sent. A
    // device that deletes the record meanwhile has then seen that content, and nothing of later
    // changes.
    let isRepeated = entry.tag == nil && !entry.sent.isEmpty
    if !isRepeated, !entry.isSent {
      let number = try nextSending()
      let shown = entry.shown
      entry.content.marks.heard[peer.name] = number
      entry.seen = shown
      entry.sent.append((number, entry.content))
      try ledger.write(&entry)
    }
    let content = entry.sent.last?.content ?? entry.content
    let record = SyncRecord(
      name: entry.name, kind: entry.kind, fields: content.fields, marks: content.marks.text,
      tag: entry.tag)
    var files: [String: SyncFile] = [:]
    // A server that never had the record has none of its values.
    let known = entry.tag == nil ? [] : Set(entry.base?.files.map(\.file) ?? [])
    for (field, file) in content.files where !known.contains(file) { files[field] = file }
    return SyncPeer.Sending(write: .save(record), files: files, content: content)
  }

  fileprivate func nextDeletions(_ limit: Int) throws -> [SyncPeer.Sending] {
    var entries = try freeDeletions(limit)
    if entries.isEmpty {
      peer.leaving = try deletions(limit)
      entries = try freeDeletions(limit)
    }
    if entries.isEmpty {
      // Records that reference each other in a circle are deleted together.
      entries = try peer.leaving.prefix(limit).compactMap(ledger.entry(named:))
    }
    let unanswered = try unanswered(leadingTo: entries, limit)
    guard unanswered.isEmpty else { return try unanswered.map { try send($0) } }
    return entries.compactMap { entry in
      entry.tag.map {
        SyncPeer.Sending(
          write: .delete(name: entry.name, tag: $0), files: [:], content: entry.content)
      }
    }
  }

  /// Returns locally deleted, unanswered records that require records which are to be deleted.
  ///
  /// It must first be known whether the server has them: a device that learns of one deletion
  /// without the other would restore the deleted record.
  private func unanswered(leadingTo entries: [LedgerEntry], _ limit: Int) throws -> [LedgerEntry] {
    var found: [LedgerEntry] = []
    var seen: Set<String> = []
    for entry in entries {
      for name in try dependents(of: entry.name) where seen.insert(name).inserted {
        guard found.count < limit else { return found }
        guard let other = try ledger.entry(named: name), other.isUnanswered,
          let shape = shapes[other.kind]
        else { continue }
        for field in shape.fields where field.isRequired {
          guard case .reference(let owner)? = other.content.fields[field.name],
            try resolved(owner)?.name == entry.name
          else { continue }
          found.append(other)
          break
        }
      }
    }
    return found
  }

  private static let isDeletion =
    "PENDING = 1 AND REFUSAL IS NULL AND STATE = 2 AND TAG IS NOT NULL"

  /// Returns the records to delete on the server, each after those that reference it, in whatever
  /// batch.
  ///
  /// A device that reads the deletion of a record that others require would have to keep it for
  /// them.
  private func deletions(_ limit: Int) throws -> [String] {
    var order: [String] = []
    var seen: Set<String> = []
    for first in try ledger.entries(Self.isDeletion, limit: limit) {
      var stack = [(first.name, false)]
      while let (name, isDone) = stack.popLast() {
        if isDone {
          order.append(name)
          continue
        }
        guard seen.insert(name).inserted else { continue }
        stack.append((name, true))
        guard seen.count < Self.longestChain else { continue }
        stack += try deletions(leadingTo: name).filter { !seen.contains($0) }.map { ($0, false) }
      }
    }
    return order
  }

  /// Returns the records that reference a record and must also be deleted on the server.
  private func deletions(leadingTo name: String) throws -> [String] {
    try dependents(of: name).filter { other in
      guard other != name, let entry = try ledger.entry(named: other) else { return false }
      return entry.isDeletion
    }
  }

  /// Returns the next deletions whose records no other record to be deleted references.
  private func freeDeletions(_ limit: Int) throws -> [LedgerEntry] {
    var free: [LedgerEntry] = []
    var left: [String] = []
    for (number, name) in peer.leaving.enumerated() {
      guard free.count < limit, number < limit * 10 else {
        left += peer.leaving[number...]
        break
      }
      guard let entry = try ledger.entry(named: name), entry.isDeletion else { continue }
      left.append(name)
      if try deletions(leadingTo: name).isEmpty { free.append(entry) }
    }
    peer.leaving = left
    return free
  }

  fileprivate func note(
    _ result: SyncWriteResult, of sending: SyncPeer.Sending
  ) throws -> [String] {
    let name = sending.write.name
    if try sending.isMark || notePair(result, of: sending) { return [] }
    guard var entry = try ledger.entry(named: name) else { return [] }
    switch result {
    case .postponed: return []
    case .conflict(let record?): return try accept(.saved(record))
    case .conflict(nil): return try accept(.deleted(name: name))
    case .refused(let error):
      entry.refusal = error.description
      entry.sent.removeAll { $0.content == sending.content }
      try ledger.write(&entry)
      return []
    case .saved(let tag):
      let (shown, former) = (entry.shown, entry.content)
      entry.tag = tag
      entry.sent = []
      entry.epoch = epoch
      if entry.state == .deleted {
        (entry.base, entry.isPending) = (sending.content, true)
      } else if entry.content.fields == sending.content.fields {
        (entry.content, entry.base, entry.isPending) = (sending.content, nil, false)
      } else {
        entry.base = sending.content
      }
      entry.seen = shown
      try ledger.write(&entry)
      try noteMoves(of: entry, since: former)
      return []
    case .deleted:
      guard entry.state == .live else {
        try ledger.remove(entry)
        return []
      }
      // The record was created again meanwhile.
      try keep(&entry, .keptDeleted)
      try ledger.write(&entry)
      return []
    }
  }
}

extension LedgerEntry {
  /// Whether the deletion of the record must be sent.
  fileprivate var isDeletion: Bool {
    state == .deleted && isPending && refusal == nil && tag != nil
  }

  /// Whether the record was deleted locally before the server acknowledged it.
  fileprivate var isUnanswered: Bool {
    state == .deleted && tag == nil && !sent.isEmpty && refusal == nil
  }

  /// Whether the last sending is complete, including the sendings that its versions contain.
  ///
  /// Otherwise, others would treat it as a record that lacks changes they saved.
  fileprivate var isSent: Bool {
    guard let last = sent.last?.content else { return false }
    return last.fields == content.fields
      && content.marks.heard.allSatisfy { last.marks.heard[$0] ?? 0 >= $1 }
  }
}
