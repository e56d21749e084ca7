import CommandLineTool
import CoreDataFormat
import DataSchema
import Foundation
import RecordStore

/// Resolves the names and values of a condition for an entity.
package struct ConditionMeaning {
  private let engine: RecordEngine

  package init(_ engine: RecordEngine) { self.engine = engine }

  /// Parses a condition on an entity's rows.
  ///
  /// - Throws: `ConditionError` with the position of the mistake; errors of the engine for an
  ///   unknown entity.
  package func condition(_ text: String, of entity: String) throws -> RecordCondition {
    try condition(ConditionParser.parse(text), engine.entity(entity))
  }

  /// Parses a sort order: names separated by commas, with `-` before those that are descending.
  ///
  /// - Throws: As `condition(_:of:)`.
  package func order(_ text: String, of entity: String) throws -> [RecordOrder] {
    let entity = try engine.entity(entity)
    var column = 1
    return try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let start = column + part.prefix { $0 == " " }.count
      column += part.count + 1
      var names = part.trimmingCharacters(in: .whitespaces)
      let isDescending = names.hasPrefix("-") || names.lowercased().hasSuffix(" desc")
      if names.hasPrefix("-") || names.hasPrefix("+") { names.removeFirst() }
      for ending in [" desc", " asc"] where names.lowercased().hasSuffix(ending) {
        names.removeLast(ending.count)
      }
      if names == "@key" { return RecordOrder(RecordPath([]), isDescending: isDescending) }
      let path = spelled(
        ConditionSyntax.Path(
          names: names.split(separator: ".", omittingEmptySubsequences: false).map(String.init),
          column: start), entity)
      guard case .value = try place(path, entity) else {
        throw ConditionError(start, "“\(names)” has no value to sort by.")
      }
      return RecordOrder(RecordPath(path.names), isDescending: isDescending)
    }
  }

  /// The target of a path.
  private enum Place {
    case value(AttributeType)
    case toOne(RecordEntity)
    case toMany(RecordEntity)
    case composite
    case key
  }

  private func condition(
    _ syntax: ConditionSyntax, _ entity: RecordEntity
  ) throws -> RecordCondition {
    switch syntax {
    case .constant(let value): return .constant(value)
    case .not(let inner): return .not(try condition(inner, entity))
    case .and(let parts): return .and(try parts.map { try condition($0, entity) })
    case .or(let parts): return .or(try parts.map { try condition($0, entity) })
    case .compare(let path, let comparison, let literal):
      let path = spelled(path, entity)
      return .compare(path.record, comparison, try value(literal, for: path, entity))
    case .isOne(let path, let literals):
      let path = spelled(path, entity)
      return .isOne(path.record, of: try literals.map { try value($0, for: path, entity) })
    case .text(let path, let test, let text):
      return .text(try textPath(path, entity), test, text)
    case .pattern(let path, let pattern): return .pattern(try textPath(path, entity), pattern)
    case .holds(let path):
      let path = spelled(path, entity)
      guard case .value(.boolean) = try place(path, entity) else {
        throw ConditionError(
          path.column,
          "\(path.title) is not a Boolean value: compare it with an operator such as == or <.")
      }
      return .compare(path.record, .equal, .bool(true))
    case .any(let path, let inner):
      let path = spelled(path, entity)
      let members = try members(path, entity)
      return .any(path.record, try inner.map { try condition($0, members) })
    case .count(let path, let comparison, let number, _):
      let path = spelled(path, entity)
      _ = try members(path, entity)
      return .count(path.record, comparison, number)
    }
  }

  private func textPath(
    _ path: ConditionSyntax.Path, _ entity: RecordEntity
  ) throws -> RecordPath {
    let path = spelled(path, entity)
    guard case .value(let type) = try place(path, entity), type == .string || type == .uri
    else { throw ConditionError(path.column, "\(path.title) is not a text.") }
    return path.record
  }

  /// The path with names spelled as in the schema, if they differ only in case.
  private func spelled(
    _ path: ConditionSyntax.Path, _ entity: RecordEntity
  ) -> ConditionSyntax.Path {
    var path = path
    var entity = entity
    for place in path.names.indices {
      guard let name = Spelling.match(path.names[place], among: entity.properties.map(\.name)),
        let number = entity.propertyNumber(named: name)
      else { break }
      path.names[place] = name
      guard let relationship = entity.relationship(number) else { break }
      entity = relationship.destination
    }
    return path
  }

  private func members(
    _ path: ConditionSyntax.Path, _ entity: RecordEntity
  ) throws -> RecordEntity {
    guard case .toMany(let members) = try place(path, entity) else {
      throw ConditionError(path.column, "\(path.title) is not a to-many relationship.")
    }
    return members
  }

  private func place(_ path: ConditionSyntax.Path, _ entity: RecordEntity) throws -> Place {
    var entity = entity
    var names = path.names[...]
    while let name = names.popFirst() {
      guard let number = entity.propertyNumber(named: name) else {
        let names = entity.properties.map(\.name)
        throw ConditionError(
          path.column,
          "\(entity.name) has no property “\(name)”.\(Spelling.question(name, among: names)) "
            + "Its properties are \(NameList.text(names, like: name)).")
      }
      if let relationship = entity.relationship(number) {
        guard relationship.isToMany else {
          entity = relationship.destination
          if names.isEmpty { return path.isKey ? .key : .toOne(entity) }
          continue
        }
        guard names.isEmpty, !path.isKey else {
          throw ConditionError(
            path.column, "\(entity.name).\(name) is a to-many relationship: write any \(name) (…).")
        }
        return .toMany(relationship.destination)
      }
      guard !path.isKey else {
        throw ConditionError(
          path.column, "\(entity.name).\(name) is not a relationship, so it has no key.")
      }
      return try attribute(entity, name, Array(names), path)
    }
    return .key
  }

  private func attribute(
    _ entity: RecordEntity, _ name: String, _ rest: [String], _ path: ConditionSyntax.Path
  ) throws -> Place {
    switch entity.table.properties[name] {
    case .attribute(let column):
      guard rest.isEmpty else {
        throw ConditionError(path.column, "\(entity.name).\(name) has no parts.")
      }
      return .value(column.type)
    case .composite(let leaves):
      if rest.isEmpty, leaves.count == 1 { return .value(leaves[0].column.type) }
      if let leaf = leaves.first(where: { $0.path == rest }) { return .value(leaf.column.type) }
      if rest.isEmpty { return .composite }
      let known = leaves.map { $0.path.joined(separator: ".") }.joined(separator: ", ")
      throw ConditionError(
        path.column,
        "\(entity.name).\(name) has no part “\(rest.joined(separator: "."))”; its parts are \(known)."
      )
    default:
      throw ConditionError(path.column, "\(entity.name).\(name) is not stored.")
    }
  }
}

// Values.

extension ConditionMeaning {
  private func value(
    _ literal: ConditionSyntax.Literal, for path: ConditionSyntax.Path, _ entity: RecordEntity
  ) throws -> RecordValue {
    let place = try place(path, entity)
    switch place {
    case .toMany:
      throw ConditionError(
        path.column, "\(path.title) is a to-many relationship: write any \(path.title) (…).")
    case .composite:
      throw ConditionError(path.column, "\(path.title) has several parts: compare one of them.")
    case .value, .toOne, .key: break
    }
    if literal.value == .null { return .null }
    switch place {
    case .value(let type):
      if let value = Self.value(literal.value, as: type) { return value }
      throw ConditionError(
        literal.column, "\(path.title) is \(type.storage.title): \(Self.example(of: type)).")
    default:
      if case .number(let text) = literal.value, let key = Int64(text) { return .row(key) }
      throw ConditionError(
        literal.column,
        "\(path.title) is a row: compare it with a key, which is a number, or with nil.")
    }
  }

  private static func value(
    _ literal: ConditionSyntax.Literal.Value, as type: AttributeType
  ) -> RecordValue? {
    switch (literal, type) {
    case (.bool(let value), .boolean): .bool(value)
    case (.number("0"), .boolean), (.number("1"), .boolean): .bool(literal == .number("1"))
    case (.number(let text), .integer16), (.number(let text), .integer32),
      (.number(let text), .integer64):
      Int64(text).map(RecordValue.integer)
    case (.number(let text), .double), (.number(let text), .float):
      Double(text).map(RecordValue.real)
    case (.number(let text), .decimal): Decimal(string: text).map(RecordValue.decimal)
    case (.number(let text), .date), (.string(let text), .date):
      DateText.date(text).map(RecordValue.date)
    case (.string(let text), .string): .text(text)
    case (.string(let text), .uuid): UUID(uuidString: text).map(RecordValue.uuid)
    case (.string(let text), .uri): URL(string: text).map(RecordValue.url)
    case (.string(let text), .binaryData), (.string(let text), .transformable):
      Data(base64Encoded: text).map(RecordValue.data)
    default: nil
    }
  }

  private static func example(of type: AttributeType) -> String {
    switch type {
    case .boolean: "write true or false"
    case .integer16, .integer32, .integer64: "write a whole number"
    case .double, .float, .decimal: "write a number"
    case .date: "write it as 2024-01-31 or 2024-01-31T12:00:00Z"
    case .string: "write it in \" or '"
    case .uuid: "write it as \"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\""
    case .uri: "write it in \" or '"
    case .binaryData, .transformable: "write it in base64, in \" or '"
    }
  }
}

extension ConditionSyntax.Path {
  fileprivate var record: RecordPath { RecordPath(names, isKey: isKey) }
  fileprivate var title: String {
    (names + (isKey ? ["@key"] : [])).joined(separator: ".")
  }
}
