import Foundation
import PredicateSQL
import RecordStore
import SQLCore

/// A statement worked out for a fetch, which runs for other constants too; belongs to one session.
final class CachedFetch {
  private enum Parameter {
    case constant(Int)
    case fixed(SQLValue)
  }

  private let text: String
  private let noLimit: SQLValue
  /// The statement without and with limit and offset, as it was prepared last.
  private var statement: (any PreparedStatement)?
  private var rangedStatement: (any PreparedStatement)?
  /// The statement with limits that stand in its text.
  private var limitedStatements: [(limit: Int, statement: any PreparedStatement)] = []
  /// Whoever asks for other limits each time does not get statements for all of them.
  private static let largestLimitCount = 4
  let columns: RowColumns
  private let parameters: [Parameter]
  /// Whose addresses stand in the fingerprint.
  private let keyPaths: [AnyKeyPath]

  /// Nil where the statement says more of its constants than their values.
  init?(
    _ statement: SQLStatement, _ columns: RowColumns, _ constants: [SQLValue],
    _ keyPaths: [AnyKeyPath], _ dialect: SQLDialect
  ) {
    // Which parameter is which constant shows where all of them differ.
    guard constants.areDifferent else { return nil }
    var used = 0
    parameters = statement.values.map { value in
      guard let index = constants.firstIndex(of: value) else { return .fixed(value) }
      used += 1
      return .constant(index)
    }
    let fixed = statement.values.filter { !constants.contains($0) }
    // Nothing may have been made of a constant: each appears once, and beside them only the words
    // for truth values do.
    guard used == constants.count, fixed.allSatisfy(\.isWord) else { return nil }
    text = statement.text
    noLimit = dialect.limit(nil)
    self.columns = columns
    self.keyPaths = keyPaths
  }

  /// The statement with its values.
  ///
  /// - Parameters:
  ///   - constants: The constants of the fetch.
  ///   - range: The part of the rows that is wanted; nil for all.
  ///   - connection: The session's.
  /// - Returns: The statement, ready to run.
  /// - Throws: `SQLError`.
  func prepare(
    _ constants: [SQLValue], _ range: FetchRange?, on connection: any SQLConnection
  ) throws(SQLError) -> any PreparedStatement {
    guard let range else {
      let prepared = try take(statement, "", on: connection)
      statement = prepared
      bind(constants, to: prepared)
      return prepared
    }
    let prepared = try rangedStatement(range, on: connection)
    bind(constants, to: prepared)
    if let limit = range.limit { prepared.expectRows(atMost: limit) }
    return prepared
  }

  /// The statement for a range, which has its values of that.
  private func rangedStatement(
    _ range: FetchRange, on connection: any SQLConnection
  ) throws(SQLError) -> any PreparedStatement {
    if range.offset == 0, let limit = range.limit,
      let prepared = try limitedStatement(limit, on: connection)
    {
      return prepared
    }
    let prepared = try take(
      rangedStatement, connection.dialect.range(after: parameters.count), on: connection)
    rangedStatement = prepared
    let (writer, count) = (prepared.parameters, parameters.count)
    if let limit = range.limit {
      writer.bind(Int64(limit), count + 1)
    } else {
      writer.bind(noLimit, count + 1)
    }
    writer.bind(Int64(range.offset), count + 2)
    return prepared
  }

  /// The statement with a limit in its text; nil where it is to be a parameter.
  private func limitedStatement(
    _ limit: Int, on connection: any SQLConnection
  ) throws(SQLError) -> (any PreparedStatement)? {
    guard connection.dialect.features.plansForLimits else { return nil }
    let known = limitedStatements.firstIndex { $0.limit == limit }
    guard known != nil || limitedStatements.count < Self.largestLimitCount else { return nil }
    let prepared = try take(
      known.map { limitedStatements[$0].statement }, " LIMIT \(limit)", on: connection)
    if let known {
      limitedStatements[known].statement = prepared
    } else {
      limitedStatements.append((limit, prepared))
    }
    return prepared
  }

  /// A statement that was prepared before, which is looked up by its text only where it is running.
  private func take(
    _ known: (any PreparedStatement)?, _ range: @autoclosure () -> String,
    on connection: any SQLConnection
  ) throws(SQLError) -> any PreparedStatement {
    if let known, known.takeAgain() { return known }
    return try connection.prepare(text + range())
  }

  private func bind(_ constants: [SQLValue], to statement: any PreparedStatement) {
    let writer = statement.parameters
    for index in parameters.indices {
      switch parameters[index] {
      case .constant(let constant): writer.bind(constants[constant], index + 1)
      case .fixed(let value): writer.bind(value, index + 1)
      }
    }
  }
}

/// The cached fetches of one session; places of a program with fetches are few.
struct CachedFetches {
  private struct Entry {
    let fingerprint: FetchFingerprint
    let cached: CachedFetch?
  }

  // A dictionary would hash again what is hashed already.
  private var buckets: [[Entry]] = []
  private var count = 0
  private static let bucketCount = 64
  private static let capacity = 256

  /// Nil for an unknown fingerprint; nil within for one that has none.
  subscript(fingerprint: FetchFingerprint) -> CachedFetch?? {
    guard !buckets.isEmpty else { return nil }
    let bucket = Self.bucket(fingerprint)
    // By number, since a loop over the entries would hold each of them.
    for index in buckets[bucket].indices
    where buckets[bucket][index].fingerprint == fingerprint {
      return buckets[bucket][index].cached
    }
    return nil
  }

  /// Adds the fetch of a fingerprint that is not known, or that it has none.
  mutating func add(_ cached: CachedFetch?, for fingerprint: FetchFingerprint) {
    if buckets.isEmpty || count >= Self.capacity {
      buckets = Array(repeating: [], count: Self.bucketCount)
      count = 0
    }
    buckets[Self.bucket(fingerprint)].append(Entry(fingerprint: fingerprint, cached: cached))
    count += 1
  }

  private static func bucket(_ fingerprint: FetchFingerprint) -> Int {
    Int(fingerprint.mixed >> 32) & (bucketCount - 1)
  }
}

extension SQLValue {
  /// Whether a statement says it in the place of a truth value.
  fileprivate var isWord: Bool {
    if case .bool = self { return true }
    return self == .integer(0) || self == .integer(1)
  }
}

extension [SQLValue] {
  /// Whether no two are equal; for few.
  var areDifferent: Bool {
    indices.allSatisfy { !self[..<$0].contains(self[$0]) }
  }
}

extension FingerprintReader {
  /// Reads a fetch for rows of one entity.
  ///
  /// A function, since a descriptor that an initializer takes is copied for it.
  mutating func read<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding, _ purpose: FetchPurpose,
    _ types: inout FingerprintTypes
  ) {
    add(purpose.rawValue)
    add(identityOf: binding)
    add(descriptor.fetchLimit == nil && descriptor.fetchOffset == nil ? 0 : 1)
    if descriptor.isPartial { giveUp() }
    if descriptor.isSorted, purpose == .models { read(descriptor.sortBy) } else { add(0) }
    if let condition = descriptor.condition { read(condition, &types) }
  }
}
