import SyncPort

extension SealedProvider {
  /// Seals all records with the newest key that are still under an older one.
  ///
  /// It may be interrupted and begun again, and others may write meanwhile. Names stay under the first key, and the
  /// pieces of large values under the key that they were stored with, so that the older keys stay in the ring; whoever
  /// wants to be rid of them syncs with a new place.
  ///
  /// - Returns: How many records were sealed anew.
  /// - Throws: `SyncError`.
  @discardableResult
  public func reseal() async throws -> Int {
    try await check()
    var (count, cursor) = (0, String?.none)
    var rest: [SyncRecord] = []
    var fruitless = 0
    while true {
      let page = try await inner.changes(since: cursor, limit: capabilities.pageSize)
      for case .saved(let record) in page.changes where try isOld(record) { rest.append(record) }
      while rest.count >= capabilities.maximumWrites || (!page.hasMore && !rest.isEmpty) {
        let part = rest.prefix(max(1, capabilities.maximumWrites))
        rest.removeFirst(part.count)
        let (done, again) = try await reseal(Array(part))
        count += done
        rest += again
        fruitless = done == 0 && !again.isEmpty ? fruitless + 1 : 0
        guard fruitless < 8 else {
          throw SyncError(
            .serverFailed, "The server took none of \(part.count) records in \(fruitless) rounds.",
            advice: "Begin again later; what is sealed anew stays so.")
        }
      }
      guard page.hasMore else { return count }
      cursor = page.cursor
    }
  }

  private func isOld(_ record: SyncRecord) throws -> Bool {
    guard record.name != SealedCheck.recordName else { return false }
    guard case .data(let bytes)? = record.fields[SealedRecord.field] else {
      throw SyncError.notSealed(record.name)
    }
    return !SealedBytes.isSealed(bytes, with: keys.newest)
  }

  /// - Returns: How many were written, and what the server has now of those that others have written meanwhile.
  private func reseal(_ records: [SyncRecord]) async throws -> (done: Int, again: [SyncRecord]) {
    try Task.checkCancellation()
    let results = try await inner.write(try records.map { .save(try seal(try open($0))) })
    var (done, again) = (0, [SyncRecord]())
    for (record, result) in zip(records, results) {
      switch result {
      case .saved: done += 1
      case .conflict(let other?): if try isOld(other) { again.append(other) }
      case .postponed: again.append(record)
      case .refused(let error): throw error
      // It was deleted meanwhile.
      case .conflict(nil), .deleted: break
      }
    }
    return (done, again)
  }
}
