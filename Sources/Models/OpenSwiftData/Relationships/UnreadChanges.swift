/// Changes of values that could not be read when they were changed.
///
/// A read failure persists until a read succeeds: the value reads as missing, the next save throws
/// the error, and nothing is written that depends on the missing value. A relationship that was set
/// replaces its previous value as soon as that can be read. A value that was changed in place is
/// reverted.
struct UnreadChanges {
  /// Whether any instance has relationships that were set without being read.
  var haveRelationships = false
  /// Members that were added to a model while their previous owner could not be determined.
  var owners: [(member: AnyObject, owner: AnyObject, relationship: RelationshipBinding)] = []

  var isEmpty: Bool { !haveRelationships && owners.isEmpty }
}
