/// What is to be changed in one transaction, by names.
///
/// Rows that are to be inserted are named by negative keys of one's own choice, by which relationships
/// of other rows may lead to them.
package struct RecordChanges: Sendable {
  /// A row that is to be inserted, with all values that are not none.
  package struct Insertion: Sendable {
    package var entity: String
    package var key: Int64
    package var values: [String: RecordValue]
  }

  /// A row of which some values are to be changed.
  package struct Change: Sendable {
    package var entity: String
    package var key: Int64
    package var values: [String: RecordValue]
  }

  /// Rows that are to be deleted, with what delete rules take along.
  package struct Deletion: Sendable {
    package var entity: String
    package var keys: [Int64]
  }

  /// The members that a to-many relationship of a row is to have, in this order.
  package struct Members: Sendable {
    package var entity: String
    package var key: Int64
    package var relationship: String
    package var members: [Int64]
  }

  /// Who makes the changes, for the history.
  package var author: String?
  /// Whether the changes were made and judged elsewhere: delete rules and bounds of relationships do
  /// nothing then.
  package var areForeign = false
  /// Whether rows are those of another store: they may lack the other ends that they need, since further
  /// changes bring these, and numbers where there was none.
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

  /// Adds a row; where it has unique values of a row that is there, that row takes its values.
  ///
  /// - Returns: The negative key by which other changes may name the row.
  @discardableResult
  package mutating func insert(_ entity: String, _ values: [String: RecordValue]) -> Int64 {
    lastKey -= 1
    insertions.append(Insertion(entity: entity, key: lastKey, values: values))
    return lastKey
  }

  /// Adds a row under a negative key of one's own choice.
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

  /// Gives a row the members of a to-many relationship, and takes those from it that are not among them.
  package mutating func relate(
    _ key: Int64, of entity: String, _ relationship: String, to members: [Int64]
  ) {
    self.members.append(
      Members(entity: entity, key: key, relationship: relationship, members: members))
  }
}
