import Foundation
import Locks
import SyncHTTP
import SyncPort

extension CloudKitProvider {
  /// Writes some records.
  public func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    let renaming = renaming.withLock { $0 }
    return try await send(writes.map(renaming.written)).map(renaming.known)
  }

  private func send(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    try checkPause()
    let uses = try await translated("send large values") { try await assetUses(of: writes) }
    var results: [SyncWriteResult] = []
    for batch in batches(writes, uses) {
      do {
        results += try await translated("writing") { try await write(batch) }
      } catch let error as SyncError where !results.isEmpty {
        // The results of the first batches are known and count.
        note(error.retryAfter)
        return results
          + [SyncWriteResult](repeating: .postponed, count: writes.count - results.count)
      }
    }
    return results
  }

  /// A write in the format of a request.
  private struct Operation {
    let write: SyncWrite
    let json: JSONValue
    let size: Int
    /// Why the write is not sent; nil if it can be sent.
    var obstacle: SyncError?
    var name: String { CloudKitNames.recordName(write.name) }
  }

  /// Splits writes into batches that are neither too many nor too large for one request.
  private func batches(
    _ writes: [SyncWrite], _ uses: [String: [String: CloudKitAssetUse]]
  ) -> [[Operation]] {
    var batches: [[Operation]] = []
    var size = 0
    for write in writes {
      let operation = operation(write, uses[write.name] ?? [:])
      if let count = batches.last?.count, count < Self.countLimit,
        size + operation.size <= Self.recordLimit
      {
        batches[batches.count - 1].append(operation)
        size += operation.size
      } else {
        batches.append([operation])
        size = operation.size
      }
    }
    return batches
  }

  /// Returns the record type of a record's entity.
  func recordType(_ record: SyncRecord) -> String {
    CloudKitNames.recordType(roots[record.kind] ?? record.kind)
  }

  private func operation(_ write: SyncWrite, _ uses: [String: CloudKitAssetUse]) -> Operation {
    switch write {
    case .save(let record) where record.kind == SyncPair.kind: return operation(record)
    case .save(let record):
      let (full, empty) = CloudKitRecord.fields(record, isUpdate: record.tag != nil, uses)
      var fields = full.mapValues(\.json)
      for name in empty { fields[name] = ["value": .null] }
      let size = CloudKitRecord.size(full)
      return Operation(
        write: write,
        json: Self.json(record, fields, type: recordType(record)), size: size,
        obstacle: size > Self.recordLimit
          ? Self.tooLarge(record.name, size) : CloudKitRecord.obstacle(record))
    case .delete(_, let tag):
      let json: JSONValue = [
        "recordName": .string(CloudKitNames.recordName(write.name)),
        "recordChangeTag": .string(tag),
      ]
      return Operation(
        write: write, json: ["operationType": "delete", "record": json], size: 0)
    }
  }

  private func operation(_ record: SyncRecord) -> Operation {
    let names = models.withLock(\.names)
    var fields: [String: CloudKitField] = [:]
    if let pair = SyncPair(record), let names { fields = CloudKitPair.fields(pair, names) }
    let obstacle = SyncError(
      .invalid,
      "Cannot write the record \(record.name): it is not a many-to-many pair that Core Data can read.",
      record: record.name)
    return Operation(
      write: .save(record),
      json: Self.json(record, fields.mapValues(\.json), type: CloudKitPair.recordType),
      size: CloudKitRecord.size(fields), obstacle: fields.isEmpty ? obstacle : nil)
  }

  /// Returns the operation of a request that saves a record.
  private static func json(
    _ record: SyncRecord, _ fields: [String: JSONValue], type: String
  ) -> JSONValue {
    var json: [String: JSONValue] = [
      "recordName": .string(CloudKitNames.recordName(record.name)), "fields": .object(fields),
      "recordType": .string(type),
    ]
    json["recordChangeTag"] = record.tag.map(JSONValue.string)
    return ["operationType": record.tag == nil ? "create" : "update", "record": .object(json)]
  }

  /// Writes a batch, except writes that cannot be sent.
  private func write(_ operations: [Operation]) async throws -> [SyncWriteResult] {
    let fitting = operations.filter { $0.obstacle == nil }
    var known = fitting.isEmpty ? [:] : try await send(fitting, mayMakeZone: true)
    // If all writes fail alike, the reason is not in the records.
    if fitting.count > 1, known.count == fitting.count,
      let first = known.values.first, known.values.allSatisfy({ $0.isWholeRefusal })
    {
      if let failure = first.failure { throw failure }
    }
    try checkFailures(known)
    let conflicts = fitting.filter { known[$0.name]?.isConflict ?? false }
    if !conflicts.isEmpty { await lookUp(conflicts, &known) }
    var longest: Double?
    let results = operations.map { operation -> SyncWriteResult in
      if let obstacle = operation.obstacle { return .refused(obstacle) }
      let outcome = known[operation.name] ?? .failed(nil, isWhole: false)
      longest = [longest, outcome.failure?.retryAfter].compactMap(\.self).max()
      return outcome.result(of: operation.write)
    }
    note(longest)
    return results
  }

  /// Sends the operations of a request and returns their results, by record name.
  private func send(
    _ operations: [Operation], mayMakeZone: Bool
  ) async throws -> [String: CloudKitOutcome] {
    let body: JSONValue = [
      "operations": .array(operations.map(\.json)), "zoneID": database.recordZone, "atomic": false,
      "numbersAsStrings": true,
    ]
    let answer: JSONValue
    do {
      answer = try await client.send("records/modify", body)
    } catch let failure as CloudKitFailure where failure.isZoneMissing && mayMakeZone {
      try await client.makeZone(database.recordZone)
      return try await send(operations, mayMakeZone: false)
    } catch let failure as CloudKitFailure where failure.code == "BAD_REQUEST" {
      // If the server refuses one record, the others should still be written.
      guard operations.count > 1 else {
        return [operations[0].name: .failed(failure, isWhole: true)]
      }
      let half = operations.count / 2
      let first = try await send(Array(operations[..<half]), mayMakeZone: mayMakeZone)
      // The results of the first half are known and count.
      let second = try? await send(Array(operations[half...]), mayMakeZone: mayMakeZone)
      return first.merging(second ?? [:]) { $1 }
    }
    guard let records = try? answer["records"]?.array else {
      throw client.badAnswer("the answer to writing records contains no records")
    }
    var outcomes: [String: CloudKitOutcome] = [:]
    for record in records {
      guard let name = try? record["recordName"]?.string else { continue }
      outcomes[name] = CloudKitOutcome(record)
    }
    let lacking = operations.filter { outcomes[$0.name]?.failure?.isZoneMissing ?? false }
    if mayMakeZone, !lacking.isEmpty {
      try await client.makeZone(database.recordZone)
      outcomes.merge(try await send(lacking, mayMakeZone: false)) { $1 }
    }
    return outcomes
  }

  /// Throws the failure that prevents all writes, if nothing was written.
  private func checkFailures(_ outcomes: [String: CloudKitOutcome]) throws {
    let failures = outcomes.values.compactMap(\.failure)
    guard failures.count == outcomes.count else { return }
    if let refused = failures.first(where: { $0.kind == .notSignedIn }) { throw refused }
    let transient = failures.filter(\.isDelay)
    guard !outcomes.isEmpty, transient.count == outcomes.count, var worst = transient.first else {
      return
    }
    worst.retryAfter = transient.compactMap(\.retryAfter).max()
    throw worst
  }

  /// Fetches the server's versions of records with conflicts.
  private func lookUp(
    _ operations: [Operation], _ outcomes: inout [String: CloudKitOutcome]
  ) async {
    let names = operations.map { ["recordName": .string($0.name)] as JSONValue }
    // The writes that succeeded count; conflicts are looked up another time.
    guard let found = try? await lookUp(names, in: database.recordZone) else { return }
    for operation in operations {
      guard let record = found[operation.name] else { continue }
      do {
        outcomes[operation.name] = try await conflict(record, operation.write.name)
      } catch let error as SyncError {
        outcomes[operation.name] = .refused(error)
      } catch {
        continue
      }
    }
  }

  private func conflict(_ json: JSONValue, _ name: String) async throws -> CloudKitOutcome {
    if let failure = CloudKitFailure(json) {
      return failure.code == "NOT_FOUND" ? .conflict(nil) : .failed(failure, isWhole: false)
    }
    if json["deleted"] == true { return .conflict(nil) }
    // A record of another type that has the name; it never belongs to the store.
    guard let record = try await record(json, name) else {
      return .refused(
        SyncError(
          .invalid,
          "Cannot write the record \(name): another program's record in the zone has this name.",
          advice: "Sync with a separate zone.", record: name))
    }
    return .conflict(record)
  }

  /// Returns records by name, or the failures of looking them up.
  func lookUp(
    _ records: [JSONValue], in zone: JSONValue
  ) async throws -> [String: JSONValue] {
    let answer = try await client.send(
      "records/lookup", ["records": .array(records), "zoneID": zone, "numbersAsStrings": true])
    guard let found = try? answer["records"]?.array else {
      throw client.badAnswer("the answer to a look-up contains no records")
    }
    let named = found.compactMap { record in
      (try? record["recordName"]?.string).map { ($0, record) }
    }
    return Dictionary(named) { $1 }
  }

  private static func tooLarge(_ name: String, _ size: Int) -> SyncError {
    SyncError(
      .recordTooLarge,
      "Cannot send the record \(name): it has \(size) bytes, and CloudKit accepts at most \(recordLimit).",
      advice:
        "Mark its large properties with @Attribute(.externalStorage): their values are sent in pieces.",
      record: name)
  }
}

// Waiting as long as the server requires.

extension CloudKitProvider {
  private func note(_ seconds: Double?) {
    guard let seconds, seconds > 0 else { return }
    let end = client.now().addingTimeInterval(seconds)
    pause.withLock { $0 = (end, seconds) }
  }

  /// Throws if the server does not accept writes yet.
  private func checkPause() throws {
    let now = client.now()
    let rest = pause.withLock { pause -> Double? in
      guard let (end, length) = pause else { return nil }
      let rest = end.timeIntervalSince(now)
      // A clock that was set back does not extend the wait.
      if rest > 0, rest <= length { return rest }
      pause = nil
      return nil
    }
    guard let rest else { return }
    throw SyncError.throttled(by: "CloudKit", retryAfter: rest)
  }
}
