import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver

/// Generates random values of attributes, as columns of their types return them.
package struct ValueGenerator {
  package let leaf: ValueLeaf
  /// Whether there are many different values, which avoids duplicates; few cause them.
  private let isWide: Bool
  /// Whether integers exceed the range that floating-point numbers represent exactly.
  private let isHuge: Bool
  private let nullChance: Int

  package init(_ leaf: ValueLeaf, dice: inout Dice) {
    self.leaf = leaf
    isWide = dice.chance(60)
    isHuge = dice.chance(40)
    nullChance = leaf.isOptional ? dice.pick([0, 0, 20, 60]) ?? 0 : 0
  }

  package func value(_ dice: inout Dice) -> SQLValue {
    if dice.chance(nullChance) { return .null }
    let value = plainValue(&dice)
    return leaf.isExternal ? ExternalStandIn.add(value) : value
  }

  private func plainValue(_ dice: inout Dice) -> SQLValue {
    let number = dice.number(isWide ? -9000...9000 : 0...3)
    switch leaf.type {
    case .integer16: return .integer(Int64(number))
    case .integer32: return .integer(Int64(number) * 200_003)
    case .integer64:
      return .integer(isHuge ? Int64.max - Int64(abs(number)) : Int64(number) << 39)
    case .boolean: return .integer(Int64(abs(number) % 2))
    case .double, .float: return .real(Double(number) / 4)
    case .decimal: return number % 3 == 0 ? .integer(Int64(number)) : .real(Double(number) + 0.25)
    case .date: return number % 3 == 0 ? .integer(Int64(number)) : .real(Double(number) + 0.5)
    case .string: return .text(number % 7 == 1 ? "\(number) 'ü\"?" : "\(number)")
    case .uri: return .text("https://example.org/\(number)?q='")
    case .uuid:
      let byte = UInt8(truncatingIfNeeded: number)
      return .blob(isWide ? Data(dice.bytes(16)) : Data(repeating: byte, count: 16))
    case .binaryData, .transformable: return .blob(Data("\(number)".utf8))
    }
  }
}

/// A substitute for external storage on the level of SQL: a marker byte before the value.
package enum ExternalStandIn {
  /// Registers the functions that migrations require on a connection.
  package static func register(on connection: SQLiteConnection) throws {
    let functions: [(EvolutionFunction, (SQLValue) -> SQLValue)] = [
      (.toExternal, add), (.fromExternal, remove),
      (.newUUID, { _ in .blob(withUnsafeBytes(of: UUID().uuid) { Data($0) }) }),
    ]
    for (function, body) in functions {
      try connection.register(function: function.rawValue, argumentCount: 1) { body($0[0]) }
    }
  }

  package static func add(_ value: SQLValue) -> SQLValue {
    if case .blob(let bytes) = value { .blob(Data([1]) + bytes) } else { value }
  }

  package static func remove(_ value: SQLValue) -> SQLValue {
    if case .blob(let bytes) = value { .blob(Data(bytes.dropFirst())) } else { value }
  }
}

extension DefaultValue {
  /// A default value in the form in which an attribute of `type` is stored.
  package static func random(for type: AttributeType, _ dice: inout Dice) -> DefaultValue {
    switch type {
    case .integer16, .integer32: .integer(Int64(dice.number(-3...3)))
    case .integer64: .integer(dice.chance(50) ? Int64.min : 7)
    case .boolean: .integer(Int64(dice.number(0...1)))
    case .double, .float: .real(Double(dice.number(-3...3)) + 0.5)
    case .decimal, .date: dice.chance(50) ? .integer(12) : .real(0.125)
    case .string: .text(dice.pick(["", "it's", "naïve \"text\""]) ?? "")
    case .uri: .text("https://example.org/?a='b'")
    case .uuid: dice.chance(70) ? .newUUID : .bytes(Data(repeating: 9, count: 16))
    case .binaryData, .transformable: .bytes(Data([0, 1, 255]))
    }
  }
}
