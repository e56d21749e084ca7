/// Where a property stands.
package enum PropertyPlace: Hashable, Sendable {
  /// In the primary key, which the persistent identifier is made of.
  case identifier
  case column(ResolvedColumn)
  /// A Codable value taken apart, in the order of its leaves.
  case leaves([ResolvedLeaf])
  /// A to-one relationship: the column that holds the primary key of the other row.
  case toOne(foreignKey: String)
  /// A to-many relationship.
  case toMany(MemberTable)

  /// The column that holds the whole of a value that SQL can see; nil where there is none.
  package var wholeColumn: ResolvedColumn? {
    switch self {
    case .column(let column) where !column.isHidden: column
    case .leaves(let leaves) where leaves.count == 1: leaves[0].column
    case .identifier, .column, .leaves, .toOne, .toMany: nil
    }
  }
}

/// A column that holds an attribute, or a leaf of a value taken apart.
package struct ResolvedColumn: Hashable, Sendable {
  package var name: String
  package var isOptional: Bool
  /// Whether all that SQL can see of the value is whether there is one.
  package var isHidden: Bool

  package init(name: String, isOptional: Bool, isHidden: Bool = false) {
    self.name = name
    self.isOptional = isOptional
    self.isHidden = isHidden
  }
}

/// One column of a value taken apart.
package struct ResolvedLeaf: Hashable, Sendable {
  /// The names from below the property to the leaf: `["place", "latitude"]`.
  package var path: [String]
  package var column: ResolvedColumn

  package init(path: [String], column: ResolvedColumn) {
    self.path = path
    self.column = column
  }
}

/// Which table tells the members of a to-many relationship.
package enum MemberTable: Hashable, Sendable {
  /// That of the members themselves, of which a column holds the primary key of the owner.
  case members(foreignKey: String)
  /// One whose rows each relate an owner to a member.
  case join(ResolvedJoin)
}

/// A table whose rows each relate an owner to a member.
package struct ResolvedJoin: Hashable, Sendable {
  package var table: String
  /// Holds the primary key of the owner.
  package var ownerColumn: String
  /// Holds the primary key of the member.
  package var memberColumn: String
  /// Whether each row relates its two models to each other, in either order.
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
