import RecordStore

/// What hardly any instance needs, even of those whose state has an extra part.
final class UnusualState {
  /// Backing data that somebody else implemented and the instance reads from.
  var foreignBackingData: Any?
  /// The properties of an instance whose context is gone whose changes were told to be lost.
  var toldChanges: Set<Int> = []
  /// The relationships whose members are to be read anew when all other ends know of their changes.
  var unloadsLater = PropertyMask()
  /// What leads older instances of the row to this one.
  weak var row: RowInstance?
  /// The step of the undo manager in which the instance was inserted.
  weak var insertionStep: UndoStep?
  /// Properties whose reading failed last; a slot that has a value then was made up for somebody who
  /// changes it in place.
  var failed: Set<Int> = []
  /// What stands in the slot of a to-one relationship for the time of such a change.
  var madeUpTarget: AnyObject?
  /// Relationships that were set while nobody could read what they were.
  var unread: Set<Int> = []
  /// The changed properties from number 63 on.
  var lateChanges = PropertyMask()
  /// The properties that are being forgotten, where the first word of their mask does not tell.
  var unloading: PropertyMask?

  init() {}
}

extension _ModelExtra {
  /// What hardly any instance needs, made if need be.
  var ensuredUnusual: UnusualState {
    if let unusual { return unusual }
    let made = UnusualState()
    unusual = made
    return made
  }

  /// Whether there are properties whose reading failed last.
  var hasFailures: Bool { unusual.map { !$0.failed.isEmpty } ?? false }
}
