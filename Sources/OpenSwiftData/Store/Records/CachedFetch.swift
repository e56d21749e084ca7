import Foundation
import PredicateSQL
import RecordStore
import SQLCore

/// A statement worked out for a fetch, which runs for other constants too; belongs to one session.
final class CachedFetch {
  private let text: String
  private let noLimit: SQLValue
  private let plansForLimits: Bool
  /// The statement without and with limit and offset, as it was prepared last.
  private var statement: (any PreparedStatement)?
  private var rangedStatement: (any PreparedStatement)?
  /// The statement with limits that stand in its text.
  private var limitedStatements: [(limit: Int, statement: any PreparedStatement)] = []
  /// Whoever asks for other limits each time does not get statements for all of them.
  private static let largestLimitCount = 4
  let columns: RowColumns
  /// Which constant each parameter is; -1 for one whose value is fixed.
  private let constantIndices: [Int]
  private let fixedValues: [(parameter: Int, value: SQLValue)]
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
    var fixed: [(parameter: Int, value: SQLValue)] = []
    constantIndices = statement.values.enumerated().map { place, value in
      guard let index = constants.firstIndex(of: value) else {
        fixed.append((place + 1, value))
        return -1
      }
      used += 1
      return index
    }
    fixedValues = fixed
    // Nothing may have been made of a constant: each appears once, and beside them only the words
    // for truth values do.
    guard used == constants.count, fixed.allSatisfy(\.value.isWord) else { return nil }
    text = statement.text
    noLimit = dialect.limit(nil)
    plansForLimits = dialect.features.plansForLimits
    self.columns = columns
    self.keyPaths = keyPaths
  }

  /// The statement for all rows, with its values.
  ///
  /// - Parameters:
  ///   - constants: The constants of the fetch.
  ///   - records: The session, whose connection is asked for the statement the first time.
  /// - Returns: The statement, ready to run.
  /// - Throws: `SQLError`.
  @inline(__always)
  func prepare(
    _ constants: [SQLValue], on records: RecordSession
  ) throws(SQLError) -> any PreparedStatement {
    guard let statement, statement.takeAgain() else {
      return try prepareAnew(constants, on: records)
    }
    bind(constants, to: statement)
    return statement
  }

  @inline(never)
  private func prepareAnew(
    _ constants: [SQLValue], on records: RecordSession
  ) throws(SQLError) -> any PreparedStatement {
    let prepared = try records.connection.prepare(text)
    statement = prepared
    bind(constants, to: prepared)
    return prepared
  }

  /// The statement for a part of the rows, or for all where there is none.
  func prepare(
    _ constants: [SQLValue], _ range: FetchRange?, on records: RecordSession
  ) throws(SQLError) -> any PreparedStatement {
    guard let range else { return try prepare(constants, on: records) }
    let prepared = try rangedStatement(range, on: records)
    bind(constants, to: prepared)
    if let limit = range.limit { prepared.expectRows(atMost: limit) }
    return prepared
  }

  /// The statement for a range, which has its values of that.
  private func rangedStatement(
    _ range: FetchRange, on records: RecordSession
  ) throws(SQLError) -> any PreparedStatement {
    if range.offset == 0, let limit = range.limit,
      let prepared = try limitedStatement(limit, on: records)
    {
      return prepared
    }
    let prepared = try take(
      rangedStatement, records.connection.dialect.range(after: constantIndices.count), on: records)
    rangedStatement = prepared
    let (writer, count) = (prepared.parameters, constantIndices.count)
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
    _ limit: Int, on records: RecordSession
  ) throws(SQLError) -> (any PreparedStatement)? {
    guard plansForLimits else { return nil }
    let known = limitedStatements.firstIndex { $0.limit == limit }
    guard known != nil || limitedStatements.count < Self.largestLimitCount else { return nil }
    let prepared = try take(
      known.map { limitedStatements[$0].statement }, " LIMIT \(limit)", on: records)
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
    on records: RecordSession
  ) throws(SQLError) -> any PreparedStatement {
    if let known, known.takeAgain() { return known }
    return try records.connection.prepare(text + range())
  }

  @inline(__always)
  private func bind(_ constants: [SQLValue], to statement: any PreparedStatement) {
    statement.bind(constants, at: constantIndices)
    guard !fixedValues.isEmpty else { return }
    let writer = statement.parameters
    for (parameter, value) in fixedValues { writer.bind(value, parameter) }
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
  @inline(__always)
  func read<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding, _ purpose: FetchPurpose
  ) {
    add(identityOf: binding)
    let isWhole = descriptor.fetchLimit == nil && descriptor.fetchOffset == nil
    let isSorted = descriptor.isSorted && purpose == .models
    add(purpose.rawValue << 2 | (isWhole ? 0 : 2) | (isSorted ? 1 : 0))
    if descriptor.isPartial { giveUp() }
    if isSorted { read(descriptor.sortBy) }
    if descriptor.hasCondition { read(descriptor.condition) }
  }
}
