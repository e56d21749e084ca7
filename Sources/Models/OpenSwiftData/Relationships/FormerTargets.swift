/// The targets that to-one relationships had in the store before their first unsaved change.
///
/// A relationship that has this target again follows the store and is not saved: another context
/// may have changed it meanwhile, and that change counts. It is marked as changed until the save,
/// because the mark is also set before a change, which may have to read.
struct FormerTargets {
  struct Entry {
    let object: AnyObject
    let state: UnsafeMutablePointer<_ModelState>
    let relationship: RelationshipBinding
    /// The primary key of the former target; 0 if there was none.
    var key: Int64

    /// Whether the relationship is marked as changed although it has its former target.
    var isRestored: Bool {
      state.hasChanged(relationship.index) && relationship.link(of: object).key == key
    }
  }

  private struct Place: Hashable {
    let object: ObjectIdentifier
    let relationship: Int
  }

  private var entries: [Place: Entry] = [:]

  var restored: [Entry] { entries.isEmpty ? [] : entries.values.filter(\.isRestored) }

  /// Records the target of a relationship that is about to change for the first time.
  mutating func note(
    _ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>,
    _ relationship: RelationshipBinding
  ) {
    let key = relationship.link(of: object).key
    // The change of an unknown target is always saved.
    guard key >= 0 else { return forget(object, relationship) }
    entries[place(object, relationship)] = Entry(
      object: object, state: state, relationship: relationship, key: key)
  }

  /// Replaces the recorded target by the one that was just read.
  ///
  /// - Returns: Whether the relationship has its former target, and thus follows the store.
  mutating func update(
    _ object: AnyObject, _ relationship: RelationshipBinding, to key: Int64
  ) -> Bool {
    let place = place(object, relationship)
    guard let entry = entries[place] else { return false }
    let isRestored = entry.isRestored
    entries[place]?.key = key
    return isRestored
  }

  /// Whether a relationship that is marked as changed has its former target.
  func isRestored(_ object: AnyObject, _ relationship: RelationshipBinding) -> Bool {
    entries[place(object, relationship)]?.isRestored ?? false
  }

  private mutating func forget(_ object: AnyObject, _ relationship: RelationshipBinding) {
    entries[place(object, relationship)] = nil
  }

  private func place(_ object: AnyObject, _ relationship: RelationshipBinding) -> Place {
    Place(object: ObjectIdentifier(object), relationship: relationship.number)
  }
}
