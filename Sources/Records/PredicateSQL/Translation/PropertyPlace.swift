/// The location where a property is stored.
package enum PropertyPlace: Hashable, Sendable {
  /// The primary key, from which the persistent identifier is derived.
  case identifier
  case column(ResolvedColumn)
  /// The columns of a composite, in the order of its leaves.
  case leaves([ResolvedLeaf])
  /// A to-one relationship: the column that holds the primary key of the other row.
  case toOne(foreignKey: String)
  /// A to-many relationship.
  case toMany(MemberTable)

  /// The column that holds the complete value, if SQL can use it; nil if there is none.
  package var wholeColumn: ResolvedColumn? {
    switch self {
    case .column(let column) where !column.isHidden: column
    case .leaves(let leaves) where leaves.count == 1: leaves[0].column
    case .identifier, .column, .leaves, .toOne, .toMany: nil
    }
  }
}

/// A column that holds an attribute or a composite's leaf.
package struct ResolvedColumn: Hashable, Sendable {
  package var name: String
  package var isOptional: Bool
  /// Whether SQL can only test if there is a value.
  package var isHidden: Bool

  package init(name: String, isOptional: Bool, isHidden: Bool = false) {
    self.name = name
    self.isOptional = isOptional
    self.isHidden = isHidden
  }
}

/// One column of a composite.
package struct ResolvedLeaf: Hashable, Sendable {
  /// The path from the property to the leaf: `["place", "latitude"]`.
  package var path: [String]
  package var column: ResolvedColumn

  package init(path: [String], column: ResolvedColumn) {
    self.path = path
    self.column = column
  }
}

/// The table that stores the members of a to-many relationship.
package enum MemberTable: Hashable, Sendable {
  /// The members' own table, in which a column holds the primary key of the owner.
  case members(foreignKey: String)
  /// A join table.
  case join(ResolvedJoin)
}

/// A join table, whose rows each relate an owner to a member.
package struct ResolvedJoin: Hashable, Sendable {
  package var table: String
  /// The column that holds the primary key of the owner.
  package var ownerColumn: String
  /// The column that holds the primary key of the member.
  package var memberColumn: String
  /// Whether each row relates its two models to each other in both directions.
  package var isReflexive: Bool

  package init(
    table: String, ownerColumn: String, memberColumn: String, isReflexive: Bool = false
  ) {
    self.table = table
    self.ownerColumn = ownerColumn
    self.memberColumn = memberColumn
    self.isReflexive = isReflexive
  }
}
