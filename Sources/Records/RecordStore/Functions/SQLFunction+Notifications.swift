import PredicateSQL
import SQLCore

extension SQLFunction {
  /// Functions that triggers in Core Data's files call to report changed values of other rows.
  ///
  /// Core Data uses them for derived attributes, for example. SQLite rejects a change whose trigger
  /// calls an unknown function. The results are not used.
  package static let notifications = [
    "NSCoreDataTriggerUpdateAffectedObjectValue",
    "NSCoreDataDATriggerUpdatedAffectedObjectValue",
    "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
  ].map { name in
    // Any number of arguments.
    SQLFunction(name: name, argumentCount: -1) { _ in .null }
  }
}
