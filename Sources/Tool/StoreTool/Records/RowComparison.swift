import RecordStore

/// Compares the rows of an entity in two stores, batch by batch in the order of their keys.
struct RowComparison {
  private let entity: String
  private let first: RecordEngine
  private let second: RecordEngine
  private let limits: any ValueLimits

  private static let partSize = 200

  /// - Parameters:
  ///   - entity: The entity; rows of its subentities are not compared.
  ///   - first: A store.
  ///   - second: Another store.
  ///   - limits: How the second store rounds or truncates values; values are compared after that.
  init(
    _ entity: String, _ first: RecordEngine, _ second: RecordEngine,
    keptBy limits: any ValueLimits = NoLimits()
  ) {
    (self.entity, self.first, self.second, self.limits) = (entity, first, second, limits)
  }

  /// Reports each row that differs, as a line.
  ///
  /// - Parameters:
  ///   - progress: Called after each row, whether it differs or not.
  ///   - tell: Called with each line.
  /// - Throws: Errors of the stores and of `tell`.
  func run(progress: () -> Void = {}, _ tell: (String) throws -> Void) throws {
    var (left, right) = (RowStream(first, entity), RowStream(second, entity))
    var (one, other) = (try left.next(), try right.next())
    while one != nil || other != nil {
      let (key, otherKey) = (one?.key ?? .max, other?.key ?? .max)
      if key < otherKey {
        try tell("- \(entity) \(key)")
        one = try left.next()
      } else if otherKey < key {
        try tell("+ \(entity) \(otherKey)")
        other = try right.next()
      } else {
        if let one, let other { try compare(one, other, tell) }
        (one, other) = (try left.next(), try right.next())
      }
      progress()
    }
  }

  private func compare(
    _ one: Record, _ other: Record, _ tell: (String) throws -> Void
  ) throws {
    var names: [String] = []
    for name in Set(one.values.keys).intersection(other.values.keys).sorted()
    where isDifferent(one[name], other[name]) {
      if try isSameFile(name, one, other) { continue }
      names.append(name)
    }
    for (relationship, inOther) in try members(one.entity) where inOther {
      let before = try first.members(of: one.key, entity, relationship)
      if try before != second.members(of: other.key, entity, relationship) {
        names.append(relationship)
      }
    }
    if !names.isEmpty { try tell("~ \(entity) \(one.key)  \(names.joined(separator: ", "))") }
  }

  /// Whether two values are equal if at least one is stored in an external file, and so was not
  /// read.
  private func isSameFile(_ name: String, _ one: Record, _ other: Record) throws -> Bool {
    guard one[name].isNull || other[name].isNull,
      try [first, second].contains(where: { engine in
        try engine.entity(entity).properties.contains { $0.name == name && $0.storesExternally }
      })
    else { return false }
    let value = try first.row(one.key, of: entity)?[name] ?? .null
    return try !isDifferent(value, second.row(other.key, of: entity)?[name] ?? .null)
  }

  /// Whether the encoded values differ.
  ///
  /// Texts that are equal in Swift may be distinct in a store, and all NaN values are one value.
  private func isDifferent(_ one: RecordValue, _ other: RecordValue) -> Bool {
    RecordBytes(limits.stored(one)).data != RecordBytes(limits.stored(other)).data
  }

  /// The to-many relationships of the first store, and whether the second store has them.
  private func members(_ name: String) throws -> [(String, Bool)] {
    let others = try second.entity(entity).relationships.filter(\.isToMany).map(\.name)
    return try first.entity(entity).relationships.filter(\.isToMany)
      .map { ($0.name, others.contains($0.name)) }
  }

  /// Reads rows one after the other, with one batch in memory.
  private struct RowStream {
    private let engine: RecordEngine
    private let entity: String
    private var part: ArraySlice<Record> = []
    private var last: Int64 = 0
    private var isAtEnd = false

    init(_ engine: RecordEngine, _ entity: String) {
      (self.engine, self.entity) = (engine, entity)
    }

    mutating func next() throws -> Record? {
      while part.isEmpty, !isAtEnd {
        var query = RecordQuery(entity, after: last, limit: RowComparison.partSize)
        query.readsFiles = false
        let rows = try engine.rows(query)
        isAtEnd = rows.count < RowComparison.partSize
        last = rows.last?.key ?? last
        // Rows of subentities are compared as rows of their own entities.
        part = rows.filter { $0.entity == entity }[...]
      }
      return part.popFirst()
    }
  }
}
