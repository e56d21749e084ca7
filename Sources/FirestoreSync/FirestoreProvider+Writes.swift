import Foundation
import SyncPort

extension FirestoreProvider {
  /// How many bytes a request has at most, as Firestore counts documents: JSON takes more, and 10 MiB are allowed.
  private static let requestLimit = 3 << 20

  /// Writes some records.
  public func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    guard !writes.isEmpty else { return [] }
    let zone = try await client.zoneDocument()
    var results: [SyncWriteResult] = []
    for batch in batches(writes.map { Operation($0, in: zone) }) {
      do {
        results += try await translated("writing") { try await write(batch, zone) }
      } catch is SyncError where !results.isEmpty {
        // What came of the first ones is known and counts.
        return results
          + [SyncWriteResult](repeating: .postponed, count: writes.count - results.count)
      }
    }
    return results
  }

  /// Something to be written, with the document that it is about.
  private struct Operation {
    let write: SyncWrite
    let document: String
    /// The fields of a record; nil for one that is to be deleted.
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

    /// Why it is not sent.
    var obstacle: SyncError? {
      size <= FirestoreRecord.sizeLimit
        ? nil
        : SyncError(
          .recordTooLarge,
          "The record \(write.name) has \(size) bytes, and Firestore takes "
            + "\(FirestoreRecord.sizeLimit) at most.",
          advice: "Keep large values of it in external storage, which is sent in pieces.",
          record: write.name)
    }
  }

  /// Parts that are not too many, nor too large, for one request.
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

  /// Writes a batch, without what is not sent.
  private func write(_ operations: [Operation], _ zone: String) async throws -> [SyncWriteResult] {
    let fitting = operations.filter { $0.obstacle == nil }
    var written = (fitting.isEmpty ? [] : try await divide(fitting, zone))[...]
    return operations.map { operation in
      if let obstacle = operation.obstacle { return .refused(obstacle) }
      return written.popFirst() ?? .postponed
    }
  }

  /// Writes a batch, in halves where Firestore does not take it whole: one record that it does not take is no reason
  /// to leave the others.
  private func divide(_ operations: [Operation], _ zone: String) async throws -> [SyncWriteResult] {
    do {
      return try await commit(operations, zone)
    } catch let refusal as RefusedCommit {
      guard operations.count > 1 else {
        let name = operations[0].write.name
        return [.refused(refusal.failure.error("the record \(name)", record: name))]
      }
      let half = operations.count / 2
      let first = try await divide(Array(operations[..<half]), zone)
      do {
        return first + (try await divide(Array(operations[half...]), zone))
      } catch {
        // What came of the first half is known, and counts.
        return first + [SyncWriteResult](repeating: .postponed, count: operations.count - half)
      }
    }
  }

  /// A commit whose content Firestore does not take.
  private struct RefusedCommit: Error { let failure: FirestoreFailure }

  /// Writes all that can be written at once, from the beginning again where others wrote meanwhile.
  private func commit(_ operations: [Operation], _ zone: String) async throws -> [SyncWriteResult] {
    let results = try await meetingOthers(in: zone, with: operations.map(\.document)) { found in
      let sequence =
        if let known = found[zone] { try sequence(known) } else {
          try await newSequence(of: zone)
        }
      let plan = try Plan(operations, found, sequence, zone)
      guard !plan.writes.isEmpty else { return plan.results([]) }
      do {
        return plan.results(try await client.commit(plan.writes))
      } catch let failure as FirestoreFailure where failure.isAboutContent {
        throw RefusedCommit(failure: failure)
      }
    }
    return results ?? [SyncWriteResult](repeating: .postponed, count: operations.count)
  }

  /// What comes of operations, given what is there.
  private struct Plan {
    private enum Outcome {
      case known(SyncWriteResult)
      case saved
      case deleted
    }

    private(set) var writes: [FirestoreWrite] = []
    private var outcomes: [Outcome] = []

    init(
      _ operations: [Operation], _ found: [String: FirestoreDocument],
      _ sequence: FirestoreSequence, _ zone: String
    ) throws {
      var sequence = sequence
      for operation in operations { try add(operation, found[operation.document], &sequence) }
      if !writes.isEmpty { writes.insert(sequence.write(to: zone), at: 0) }
    }

    private mutating func add(
      _ operation: Operation, _ known: FirestoreDocument?, _ sequence: inout FirestoreSequence
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
        fields[FirestoreRecord.sequence] = .integer(try sequence.next())
        writes.append(.update(FirestoreDocument(operation.document, fields), over: known))
        outcomes.append(.saved)
      case .delete:
        let fields = [FirestoreRecord.sequence: FirestoreField.integer(try sequence.next())]
        writes.append(
          .update(
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

    /// What came of the operations, given when the documents were written, that of the zone first.
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
