import Foundation
import SyncHTTP
import SyncPort

extension FirestoreProvider {
  /// The maximum size of a request in bytes, as Firestore counts documents; JSON takes more, and 10
  /// MiB are allowed.
  private static let requestLimit = 3 << 20

  /// Writes some records.
  public func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    guard !writes.isEmpty else { return [] }
    let zone = try await client.zoneDocument()
    var results: [SyncWriteResult] = []
    for batch in batches(writes.map { Operation($0, in: zone) }) {
      do {
        results += try await translated("writing") { try await write(batch, zone) }
      } catch is SyncError where results.contains(where: Self.isDone) {
        // The results of the first batches are known and count.
        return results
          + [SyncWriteResult](repeating: .postponed, count: writes.count - results.count)
      }
    }
    return results
  }

  private static func isDone(_ result: SyncWriteResult) -> Bool {
    switch result {
    case .saved, .deleted: true
    case .conflict, .refused, .postponed: false
    }
  }

  /// A write and the document that it concerns.
  private struct Operation {
    let write: SyncWrite
    let document: String
    /// The fields of a record; nil for a deletion.
    let fields: [String: FirestoreField]?
    let size: Int

    init(_ write: SyncWrite, in zone: String) {
      self.write = write
      document = "\(zone)/\(FirestoreNames.records)/\(FirestoreNames.documentName(write.name))"
      switch write {
      case .save(let record):
        let fields = FirestoreRecord.fields(record)
        (self.fields, size) = (fields, FirestoreRecord.size(document, fields))
      case .delete: (fields, size) = (nil, document.utf8.count)
      }
    }

    /// The document as it is if nobody else has written it; nil if there is none then.
    var expected: FirestoreDocument? {
      let tag =
        switch write {
        case .save(let record): record.tag
        case .delete(_, let tag): tag
        }
      return tag.map { FirestoreDocument(document, [:], updateTime: $0) }
    }

    /// Why the write is not sent; nil if it can be sent.
    var obstacle: SyncError? {
      size <= FirestoreRecord.sizeLimit
        ? nil
        : SyncError(
          .recordTooLarge,
          "Cannot send the record \(write.name): it has \(size) bytes, and Firestore accepts "
            + "at most \(FirestoreRecord.sizeLimit).",
          advice: "Mark its large properties with @Attribute(.externalStorage): their values are "
            + "sent in pieces.",
          record: write.name)
    }
  }

  /// Splits writes into batches that are neither too many nor too large for one request.
  private func batches(_ operations: [Operation]) -> [[Operation]] {
    var batches: [[Operation]] = []
    var size = 0
    for operation in operations {
      let own = operation.obstacle == nil ? operation.size : 0
      if let count = batches.last?.count, count < Self.countLimit, size + own <= Self.requestLimit {
        batches[batches.count - 1].append(operation)
        size += own
      } else {
        batches.append([operation])
        size = own
      }
    }
    return batches
  }

  /// Writes a batch, except writes that cannot be sent.
  private func write(_ operations: [Operation], _ zone: String) async throws -> [SyncWriteResult] {
    let fitting = operations.filter { $0.obstacle == nil }
    var written = (fitting.isEmpty ? [] : try await divide(fitting, zone))[...]
    return operations.map { operation in
      if let obstacle = operation.obstacle { return .refused(obstacle) }
      return written.popFirst() ?? .postponed
    }
  }

  /// Writes a batch, in halves if Firestore refuses it as a whole, so that one refused record does
  /// not block the others.
  private func divide(_ operations: [Operation], _ zone: String) async throws -> [SyncWriteResult] {
    do {
      return try await commit(operations, zone)
    } catch let failure as FirestoreFailure where failure.isAboutContent {
      guard operations.count > 1 else {
        return operations.map { operation in
          let name = operation.write.name
          return .refused(failure.error("write the record \(name)", record: name))
        }
      }
      let half = operations.count / 2
      let first = try await divide(Array(operations[..<half]), zone)
      do {
        return first + (try await divide(Array(operations[half...]), zone))
      } catch {
        // The results of the first half are known and count.
        return first + [SyncWriteResult](repeating: .postponed, count: operations.count - half)
      }
    }
  }

  /// Writes everything that can be written, and starts over if others wrote meanwhile.
  private func commit(_ operations: [Operation], _ zone: String) async throws -> [SyncWriteResult] {
    let expected = operations.map { ($0.document, $0.expected) }
    let results = try await meetingOthers(
      in: zone, expecting: Dictionary(expected) { $1 }
    ) { found in
      let sequence =
        if let known = found[zone] { try sequence(known) } else {
          try await newSequence(of: zone)
        }
      let plan = try Plan(operations, found, sequence, zone)
      return plan.results(plan.writes.isEmpty ? [] : try await client.commit(plan.writes))
    }
    return results ?? [SyncWriteResult](repeating: .postponed, count: operations.count)
  }

  /// The results of writes, given the current documents.
  private struct Plan {
    private enum Outcome {
      case known(SyncWriteResult)
      case saved
      case deleted
    }

    private(set) var writes: [JSONValue] = []
    private var outcomes: [Outcome] = []

    init(
      _ operations: [Operation], _ found: [String: FirestoreDocument],
      _ sequence: FirestoreSequence, _ zone: String
    ) throws {
      var sequence = sequence
      for operation in operations { try add(operation, found[operation.document], &sequence, zone) }
      if !writes.isEmpty { writes.insert(sequence.write(to: zone), at: 0) }
    }

    private mutating func add(
      _ operation: Operation, _ known: FirestoreDocument?, _ sequence: inout FirestoreSequence,
      _ zone: String
    ) throws {
      let isThere = known.map { !FirestoreRecord.isTombstone($0) } ?? false
      let tag = isThere ? known?.updateTime : nil
      switch operation.write {
      case .delete where !isThere: outcomes.append(.known(.deleted))
      case .save(let record) where record.tag != tag: outcomes.append(.known(Self.conflict(known)))
      case .delete(_, let wanted) where wanted != tag:
        outcomes.append(.known(Self.conflict(known)))
      case .save:
        var fields = operation.fields ?? [:]
        fields[FirestoreRecord.sequence] = .integer(try sequence.next(in: zone))
        writes.append(
          FirestoreRequest.update(FirestoreDocument(operation.document, fields), over: known))
        outcomes.append(.saved)
      case .delete:
        let fields = [FirestoreRecord.sequence: FirestoreField.integer(try sequence.next(in: zone))]
        writes.append(
          FirestoreRequest.update(
            FirestoreDocument(operation.document, fields), over: known,
            timing: FirestoreRecord.deletion))
        outcomes.append(.deleted)
      }
    }

    private static func conflict(_ known: FirestoreDocument?) -> SyncWriteResult {
      do {
        return .conflict(try known.flatMap(FirestoreRecord.record))
      } catch {
        return .refused(
          error as? SyncError ?? SyncError(.badAnswer, "The server's record cannot be read."))
      }
    }

    /// Returns the results, given the update times of the documents written, that of the zone
    /// first.
    func results(_ times: [String]) -> [SyncWriteResult] {
      var times = times.dropFirst()
      return outcomes.map { outcome in
        switch outcome {
        case .known(let result): return result
        case .saved: return times.popFirst().map(SyncWriteResult.saved) ?? .postponed
        case .deleted:
          times = times.dropFirst()
          return .deleted
        }
      }
    }
  }
}
