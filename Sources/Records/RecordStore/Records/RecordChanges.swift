/// Changes to make in one transaction, by names of entities and properties.
///
/// Rows to insert are identified by negative keys that the caller chooses, so that relationships of
/// other rows can refer to them.
package struct RecordChanges: Sendable {
  /// A row to insert, with all values that are not null.
  package struct Insertion: Sendable {
    package var entity: String
    package var key: Int64
    package var values: [String: RecordValue]
  }

  /// A row to update, with its new values.
  package struct Change: Sendable {
    package var entity: String
    package var key: Int64
    package var values: [String: RecordValue]
  }

  /// Rows to delete; delete rules apply.
  package struct Deletion: Sendable {
    package var entity: String
    package var keys: [Int64]
  }

  /// The new members of a row's to-many relationship, in this order.
  package struct Members: Sendable {
    package var entity: String
    package var key: Int64
    package var relationship: String
    package var members: [Int64]
  }

  /// The author of the changes, for the history.
  package var author: String?
  /// Whether the changes were made and validated elsewhere; then delete rules and the bounds of
  /// relationships are ignored.
  package var areForeign = false
  /// Whether the rows come from another store.
  ///
  /// Then they may lack required targets, because further changes add them, and values of required
  /// numbers.
  package var mayLackTargets = false
  package private(set) var insertions: [Insertion] = []
  package private(set) var changes: [Change] = []
  package private(set) var deletions: [Deletion] = []
  package private(set) var members: [Members] = []
  private var lastKey: Int64 = 0

  package init(author: String? = nil) { self.author = author }

  package var isEmpty: Bool {
    insertions.isEmpty && changes.isEmpty && deletions.isEmpty && members.isEmpty
  }

  /// Adds a row to insert; if an existing row has its unique values, that row is updated instead.
  ///
  /// - Returns: The negative key that identifies the row in other changes.
  @discardableResult
  package mutating func insert(_ entity: String, _ values: [String: RecordValue]) -> Int64 {
    lastKey -= 1
    insertions.append(Insertion(entity: entity, key: lastKey, values: values))
    return lastKey
  }

  /// Adds a row to insert under a negative key that the caller chooses.
  package mutating func insert(
    _ entity: String, key: Int64, _ values: [String: RecordValue]
  ) {
    lastKey = min(lastKey, key)
    insertions.append(Insertion(entity: entity, key: key, values: values))
  }

  /// Changes some values of a row.
  package mutating func change(
    _ key: Int64, of entity: String, _ values: [String: RecordValue]
  ) {
    changes.append(Change(entity: entity, key: key, values: values))
  }

  /// Deletes rows.
  package mutating func delete(_ keys: [Int64], of entity: String) {
    deletions.append(Deletion(entity: entity, keys: keys))
  }

  /// Replaces the members of a row's to-many relationship.
  package mutating func relate(
    _ key: Int64, of entity: String, _ relationship: String, to members: [Int64]
  ) {
    self.members.append(
      Members(entity: entity, key: key, relationship: relationship, members: members))
  }
}
