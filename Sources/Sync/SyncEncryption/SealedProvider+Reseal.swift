import SyncPort

extension SealedProvider {
  /// Seals all records again that are not yet sealed with the newest key for this location.
  ///
  /// It may be interrupted and started again, and other devices may write meanwhile. Names stay
  /// sealed with the first key, and pieces of large values with the key with which they were
  /// stored. So the older keys must stay in the ring. To get rid of them, sync with a new location.
  ///
  /// After this, a location that an earlier version created no longer accepts records in the
  /// earlier format. Update all devices first.
  ///
  /// - Returns: The number of records sealed again.
  /// - Throws: `SyncError`.
  @discardableResult
  public func reseal() async throws -> Int {
    let sealer = try await check()
    let count = try await resealRecords(sealer)
    if sealer.place.takesFormerRecords { try await refuseFormerRecords(sealer) }
    return count
  }

  private func resealRecords(_ sealer: PlaceSealer) async throws -> Int {
    var (count, cursor) = (0, String?.none)
    var limit = capabilities.pageSize
    var rest: [SyncRecord] = []
    var fruitless = 0
    while true {
      let start = cursor
      let page = try await inner.page(within: &limit) {
        try await inner.changes(since: start, limit: $0)
      }
      for case .saved(let record) in page.changes where try isOld(record) { rest.append(record) }
      while rest.count >= capabilities.maximumWrites || (!page.hasMore && !rest.isEmpty) {
        let part = rest.prefix(max(1, capabilities.maximumWrites))
        rest.removeFirst(part.count)
        let (done, again) = try await reseal(Array(part), sealer)
        count += done
        rest += again
        fruitless = done == 0 && !again.isEmpty ? fruitless + 1 : 0
        guard fruitless < 8 else {
          throw SyncError(
            .serverFailed,
            "Cannot reseal all records: the server accepted 0 of \(part.count) in \(fruitless) rounds.",
            advice: "Call reseal() again later. Records that were already resealed stay resealed.")
        }
      }
      guard page.hasMore else { return count }
      guard page.cursor != start else {
        throw SyncError(
          .badAnswer,
          "Cannot read all records: the server reports more of them but returned the same cursor.",
          advice: "Call reseal() again later. Records that were already resealed stay resealed.")
      }
      cursor = page.cursor
    }
  }

  private func isOld(_ record: SyncRecord) throws -> Bool {
    guard record.name != SealedCheck.recordName else { return false }
    guard case .data(let bytes)? = record.fields[SealedRecord.field] else {
      throw SyncError.notSealed(record.name)
    }
    return SealedBytes.format(bytes, with: keys.newest) != .bound
  }

  /// - Returns: The number of records written, and the server's versions of records that others
  ///   wrote meanwhile.
  private func reseal(
    _ records: [SyncRecord], _ sealer: PlaceSealer
  ) async throws -> (done: Int, again: [SyncRecord]) {
    try Task.checkCancellation()
    let results = try await inner.write(
      try records.map { .save(try sealer.seal(try sealer.open($0))) })
    var (done, again) = (0, [SyncRecord]())
    for (record, result) in zip(records, results) {
      switch result {
      case .saved: done += 1
      case .conflict(let other?): if try isOld(other) { again.append(other) }
      case .postponed: again.append(record)
      case .refused(let error): throw error
      // The record was deleted meanwhile.
      case .conflict(nil), .deleted: break
      }
    }
    return (done, again)
  }

  /// Writes into the record of the location that it no longer accepts records in the earlier
  /// format.
  private func refuseFormerRecords(_ sealer: PlaceSealer) async throws {
    func record(_ place: SealedPlace, _ derivation: String?) throws -> SyncRecord {
      try SealedCheck.make(place, named: placeName, keys.first, derivation: derivation)
    }
    let known = try await SealedCheck.record(record(sealer.place, nil), at: inner)
    var closed = sealer.place
    closed.takesFormerRecords = false
    var wanted = try record(closed, SealedCheck.derivationText(known))
    wanted.tag = known.tag
    let written = try await SealedCheck.record(wanted, at: inner)
    guard try SealedCheck.place(written, named: placeName, keys) == closed else {
      throw SyncError(
        .serverFailed, "Other devices changed the record of the location at the same time.",
        advice: "Call reseal() again.")
    }
    close(sealer)
  }
}
