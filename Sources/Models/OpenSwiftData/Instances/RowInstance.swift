/// The current instance of a row in a context, as seen from instances that it replaced.
///
/// If an inserted model has the unique value of an existing row (an upsert), it becomes that row's
/// instance. The program may still retain the previous instance. That one stores no values any
/// more: reading and setting its properties reads and sets those of the current instance.
final class RowInstance {
  var current: any PersistentModel

  init(_ current: any PersistentModel) { self.current = current }
}
