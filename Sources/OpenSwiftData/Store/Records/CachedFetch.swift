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

  /// The statement, which is looked up by its text only where that of the last time is running.
  func prepare(
    isRanged: Bool, on connection: any SQLConnection
  ) throws(SQLError) -> any PreparedStatement {
    if let known = isRanged ? rangedStatement : statement, known.takeAgain() {
      return known
    }
    let range = isRanged ? connection.dialect.range(after: parameters.count) : ""
    let prepared = try connection.prepare(text + range)
    if isRanged { rangedStatement = prepared } else { statement = prepared }
    return prepared
  }

  func bind(_ constants: [SQLValue], _ range: FetchRange?, to statement: any PreparedStatement) {
    let writer = statement.parameters
    for (index, parameter) in parameters.enumerated() {
      switch parameter {
      case .constant(let constant): writer.bind(constants[constant], index + 1)
      case .fixed(let value): writer.bind(value, index + 1)
      }
    }
    guard let range else { return }
    if let limit = range.limit {
      writer.bind(Int64(limit), parameters.count + 1)
    } else {
      writer.bind(noLimit, parameters.count + 1)
    }
    writer.bind(Int64(range.offset), parameters.count + 2)
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
    for entry in buckets[Self.bucket(fingerprint)] where entry.fingerprint == fingerprint {
      return entry.cached
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
