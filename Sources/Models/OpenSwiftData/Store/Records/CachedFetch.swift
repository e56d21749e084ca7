import Foundation
import PredicateSQL
import RecordStore
import SQLCore

/// A cached statement of a fetch that can run with other constants; belongs to one session.
final class CachedFetch {
  private let text: String
  private let noLimit: SQLValue
  private let plansForLimits: Bool
  /// The last prepared statements without and with parameters for limit and offset.
  private var statement: (any PreparedStatement)?
  private var rangedStatement: (any PreparedStatement)?
  /// The statements with a limit in their text.
  private var limitedStatements: [(limit: Int, statement: any PreparedStatement)] = []
  /// A limit, since a program that uses another limit each time must not get a statement for each.
  private static let largestLimitCount = 4
  let columns: RowColumns
  /// The index of each parameter's constant; -1 for a parameter with a fixed value.
  private let constantIndices: [Int]
  private let fixedValues: [(parameter: Int, value: SQLValue)]
  /// The key paths whose addresses are part of the fingerprint; retained.
  private let keyPaths: [AnyKeyPath]

  /// Returns nil if the statement does more with its constants than bind each of them once.
  init?(
    _ statement: SQLStatement, _ columns: RowColumns, _ constants: [SQLValue],
    _ keyPaths: [AnyKeyPath], _ dialect: SQLDialect
  ) {
    // Parameters can be matched to constants only if all constants differ.
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
    // No constant may have been converted: each appears once, and all other values are truth
    // values.
    guard used == constants.count, fixed.allSatisfy(\.value.isWord) else { return nil }
    text = statement.text
    noLimit = dialect.limit(nil)
    plansForLimits = dialect.features.plansForLimits
    self.columns = columns
    self.keyPaths = keyPaths
  }

  /// The statement for all rows, with its values bound.
  ///
  /// - Parameters:
  ///   - constants: The constants of the fetch.
  ///   - records: The session whose connection prepares the statement the first time.
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

  /// The statement for a range of the rows, or for all rows if it is nil.
  func prepare(
    _ constants: [SQLValue], _ range: FetchRange?, on records: RecordSession
  ) throws(SQLError) -> any PreparedStatement {
    guard let range else { return try prepare(constants, on: records) }
    let prepared = try rangedStatement(range, on: records)
    bind(constants, to: prepared)
    if let limit = range.limit { prepared.expectRows(atMost: limit) }
    return prepared
  }

  /// The statement for a range, with the range's values bound.
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

  /// The statement with a limit in its text; nil if the limit should be a parameter.
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

  /// A statement that was prepared before; it is looked up by its text only if it is running.
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
  /// Whether the value can be a truth value in a statement.
  fileprivate var isWord: Bool {
    if case .bool = self { return true }
    return self == .integer(0) || self == .integer(1)
  }
}

extension [SQLValue] {
  /// Whether no two values are equal; compares all pairs, so it is only for few values.
  var areDifferent: Bool {
    indices.allSatisfy { !self[..<$0].contains(self[$0]) }
  }
}

extension FingerprintReader {
  /// Adds a fetch of rows of one entity to the fingerprint.
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
