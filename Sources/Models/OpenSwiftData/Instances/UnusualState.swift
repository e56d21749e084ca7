import RecordStore

/// State that hardly any instance needs, even among those whose state has an extra part.
final class UnusualState {
  /// A custom implementation of backing data that the instance reads from.
  var foreignBackingData: Any?
  /// The properties whose lost changes were reported, in an instance whose context has ended.
  var toldChanges: Set<Int> = []
  /// The relationships whose members are to be reread once all other ends are updated.
  var unloadsLater = PropertyMask()
  /// The object through which replaced instances of the row find this one.
  weak var row: RowInstance?
  /// The undo step in which the instance was inserted.
  weak var insertionStep: AnyObject?
  /// The properties whose last read failed; if such a slot has a value, it is a placeholder for a
  /// change in place.
  var failed: Set<Int> = []
  /// The placeholder in the slot of a to-one relationship during such a change.
  var madeUpTarget: AnyObject?
  /// The relationships that were set while their previous value could not be read.
  var unread: Set<Int> = []
  /// The changed properties from index 63 on.
  var lateChanges = PropertyMask()
  /// The properties that are being unloaded, if the first word of their mask does not cover them.
  var unloading: PropertyMask?

  init() {}
}
