import Foundation
import PredicateSQL
import RecordStore
import SQLCore

// Fetches with a cached statement: only the constants are read from the descriptor.

extension RecordStoreSession: FetchCache {
  /// The fingerprint of a fetch; nil if the store alone cannot answer the fetch.
  func fingerprint<T: PersistentModel>(
    of descriptor: FetchDescriptor<T>, _ binding: EntityBinding, _ purpose: FetchPurpose
  ) -> FingerprintReader? {
    let reader = spareReader.take() ?? FingerprintReader()
    reader.read(descriptor, binding, purpose)
    return reader.isWhole ? reader : nil
  }

  func reuse(_ fingerprint: inout FingerprintReader?) {
    guard let reader = fingerprint.take() else { return }
    reader.clear()
    spareReader = reader
  }

  /// Runs a fetch with a cached statement; nil if there is none.
  func runKnown(
    _ reader: FingerprintReader, _ range: FetchRange?, _ binding: EntityBinding,
    into registry: InstanceRegistry
  ) throws -> [AnyObject]? {
    guard let cached = cachedFetches[reader] ?? nil else { return nil }
    return try read(cached, reader, range) { statement in
      try binding.materialize(statement, in: registry, cached.columns, nil)
    }
  }

  /// Runs a count with a cached statement; nil if there is none.
  func countKnown(_ reader: FingerprintReader) throws -> Int? {
    guard let cached = cachedFetches[reader] ?? nil else { return nil }
    // The same as `read`, without the cost of closures, which would be noticeable in a count.
    do throws(SQLError) {
      let statement = try cached.prepare(reader.constants, on: records)
      defer { statement.reset() }
      let count = Int(try statement.nextKey() ?? 0)
      try statement.checkValues()
      return count
    } catch {
      throw records.described(error)
    }
  }

  private func read<Result>(
    _ cached: CachedFetch, _ reader: FingerprintReader, _ range: FetchRange?,
    _ body: (any PreparedStatement) throws -> Result
  ) throws -> Result {
    try records.reporting {
      let statement = try cached.prepare(reader.constants, range, on: records)
      defer { statement.reset() }
      let result = try body(statement)
      try statement.checkValues()
      return result
    }
  }

  /// Caches the statement of a plan for fetches with the same fingerprint, if it needs no work in
  /// memory.
  func keep<T: PersistentModel>(
    _ plan: FetchPlan, for reader: FingerprintReader, _ descriptor: FetchDescriptor<T>,
    _ purpose: FetchPurpose
  ) {
    guard cachedFetches[reader] == nil else { return }
    guard plan.isExact else {
      return cachedFetches.add(nil, for: reader.fingerprint)
    }
    // If constants are equal by chance, the next fetch may have different ones.
    guard reader.constants.areDifferent else { return }
    guard let fetch = plan.statement else { return }
    let statement =
      purpose == .models ? fetch.selectStatement(range: nil) : fetch.countStatement(without: [])
    // The key paths are retained with the fetch, so that no others get the addresses in its
    // fingerprint.
    let readerOfKeyPaths = FingerprintReader(keepsKeyPaths: true)
    readerOfKeyPaths.read(descriptor, plan.binding, purpose)
    cachedFetches.add(
      CachedFetch(
        connection.dialect.render(statement), fetch.columns, reader.constants,
        readerOfKeyPaths.keyPaths,
        connection.dialect),
      for: reader.fingerprint)
  }
}
