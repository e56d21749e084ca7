import CommandLineTool
import DataSchema
import Foundation
import RecordStore

/// An aggregate of the values of a column, or of rows.
struct RecordAggregate: Hashable {
  enum Function: String, CaseIterable {
    case count, sum, avg, min, max
  }

  let function: Function
  /// Nil to count rows.
  let column: RecordColumn?

  var title: String { column.map { "\(function.rawValue)(\($0.title))" } ?? function.rawValue }

  /// Parses a list of aggregates such as `count,sum(pages)`.
  ///
  /// - Throws: `ToolError` for an unknown function, or a function without a column.
  static func list(_ text: String, of entity: RecordEntity) throws -> [RecordAggregate] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      try one(part.trimmingCharacters(in: .whitespaces), of: entity)
    }
  }

  private static func one(_ text: String, of entity: RecordEntity) throws -> RecordAggregate {
    let parts = text.split(separator: "(", maxSplits: 1).map(String.init)
    let names = Function.allCases.map(\.rawValue)
    guard let name = parts.first, let match = Spelling.match(name, among: names),
      let function = Function(rawValue: match), parts.count < 2 || parts[1].hasSuffix(")")
    else {
      throw ToolError.usage(
        "“\(text)” is not an aggregate.\(Spelling.question(parts.first ?? text, among: names))",
        advice: "Write count, sum(X), avg(X), min(X) or max(X), separated by commas.")
    }
    guard parts.count == 2 else {
      guard function == .count else {
        throw ToolError.usage(
          "\(match) needs a column.", advice: "Write \(match)(X), where X is a column.")
      }
      return RecordAggregate(function: .count, column: nil)
    }
    let columns = try RecordColumn.columns(String(parts[1].dropLast()), of: entity)
    guard columns.count == 1 else {
      throw ToolError.usage(
        "\(text) has several columns: \(columns.map(\.title).joined(separator: ", ")).",
        advice: "Name one of them.")
    }
    guard function != .sum && function != .avg || columns[0].isNumber else {
      throw ToolError.usage(
        "\(match) cannot be computed, because \(columns[0].title) does not contain numbers.",
        advice: "Use count, min or max, or name a column of numbers.")
    }
    return RecordAggregate(function: function, column: columns[0])
  }
}

/// Groups rows and computes aggregates of each group; memory grows with the number of groups.
struct AggregateTable {
  private let groups: [RecordColumn]
  private let wanted: [RecordAggregate]
  /// The columns of the rows to add.
  let columns: [RecordColumn]
  private var accumulators: [[RecordValue]: [Accumulator]] = [:]

  init(_ groups: [RecordColumn], _ wanted: [RecordAggregate]) {
    (self.groups, self.wanted) = (groups, wanted)
    columns = groups + wanted.map { $0.column ?? .key }
    if groups.isEmpty { accumulators[[]] = wanted.map(Accumulator.init) }
  }

  /// The columns of the result.
  var titles: [RecordColumn] {
    groups
      + wanted.map { aggregate in
        let keepsType = aggregate.function == .min || aggregate.function == .max
        return RecordColumn(
          path: [aggregate.title], type: keepsType ? aggregate.column?.type : .double)
      }
  }

  mutating func add(_ values: [RecordValue]) {
    let key = Array(values.prefix(groups.count))
    for (number, value) in values.dropFirst(groups.count).enumerated() {
      accumulators[key, default: wanted.map(Accumulator.init)][number].add(value)
    }
  }

  /// The results, sorted by the values of their groups, with null first.
  ///
  /// - Throws: `ToolError` for a sum that overflows its type.
  func rows() throws -> [[RecordValue]] {
    let sorted = accumulators.sorted { one, other in
      for (left, right) in zip(one.key, other.key) where left != right {
        return left.isLess(than: right)
      }
      return false
    }
    return try sorted.map { key, results in try key + results.map { try $0.result() } }
  }
}

/// The running totals of one aggregate in one group.
private struct Accumulator {
  let aggregate: RecordAggregate
  private var count = 0
  private var integer: Int64? = 0
  private var real = 0.0
  private var decimal = Decimal(0)
  private var isDecimal = false
  private var isReal = false
  private var extreme: RecordValue?

  init(_ aggregate: RecordAggregate) { self.aggregate = aggregate }

  mutating func add(_ value: RecordValue) {
    guard !value.isNull else { return }
    count += 1
    switch aggregate.function {
    case .count: break
    case .sum, .avg: addNumber(value)
    case .min: if extreme.map({ value.isLess(than: $0) }) ?? true { extreme = value }
    case .max: if extreme.map({ $0.isLess(than: value) }) ?? true { extreme = value }
    }
  }

  private mutating func addNumber(_ value: RecordValue) {
    switch value {
    case .integer(let number), .row(let number):
      integer = integer.flatMap { sum in
        let (result, overflow) = sum.addingReportingOverflow(number)
        return overflow ? nil : result
      }
      real += Double(number)
    case .decimal(let number):
      decimal += number
      isDecimal = true
    case .real(let number):
      real += number
      isReal = true
    default: break
    }
  }

  func result() throws -> RecordValue {
    switch aggregate.function {
    case .count: return .integer(Int64(count))
    case .min, .max: return extreme ?? .null
    case .sum:
      if isDecimal { return .decimal(decimal) }
      if isReal { return .real(real) }
      guard let integer else {
        throw ToolError(
          .failed, "\(aggregate.title) does not fit in an integer of 64 bits.",
          advice: "Compute the average instead, or select fewer rows.")
      }
      return .integer(integer)
    case .avg:
      guard count > 0 else { return .null }
      return isDecimal ? .decimal(decimal / Decimal(count)) : .real(real / Double(count))
    }
  }
}

extension RecordValue {
  /// Whether the value sorts before another of the same type; null sorts first.
  func isLess(than other: RecordValue) -> Bool {
    switch (self, other) {
    case (.null, _): !other.isNull
    case (.bool(let one), .bool(let other)): !one && other
    case (.integer(let one), .integer(let other)), (.row(let one), .row(let other)): one < other
    case (.real(let one), .real(let other)): one < other
    case (.decimal(let one), .decimal(let other)): one < other
    case (.date(let one), .date(let other)): one < other
    case (.text(let one), .text(let other)): one < other
    case (.data(let one), .data(let other)): one.lexicographicallyPrecedes(other)
    case (_, .null): false
    default: RecordText.text(self) < RecordText.text(other)
    }
  }
}
