import PredicateSQL
import SQLCore

extension SQLFunction {
  /// What triggers in files of Core Data's call to tell the framework which values of other rows they have
  /// changed, as for derived attributes.
  ///
  /// SQLite refuses a change whose trigger calls what it does not know. Nobody looks at the results.
  package static let notifications = [
    "NSCoreDataTriggerUpdateAffectedObjectValue",
    "NSCoreDataDATriggerUpdatedAffectedObjectValue",
    "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
  ].map { name in
    // Any number of arguments.
    SQLFunction(name: name, argumentCount: -1) { _ in .null }
  }
}
