/// What a save does about a row that its context has changed or deleted, and that others, such as
/// another context or process, have changed or deleted since the context read it.
///
/// A save compares the values of the row in the store with those that the context had read when it
/// first changed the model. So a conflict has these properties:
/// - It concerns attributes and to-one relationships of one row. Two contexts that change different
///   properties of it conflict, too, because each decided without knowing the other's value.
/// - The members of to-many relationships never conflict: each pair is added or removed by itself.
/// - Values that the context has not read are not compared: those in files (`.externalStorage`),
///   unless the context changes them, and rows deleted without being read, by a predicate or by a
///   delete rule.
/// - A value that was changed and changed back is no conflict. Neither is a fetch that refreshes the
///   other properties of a changed model: what counts is what was known at its first change.
///
/// > Note: SwiftData has no such type.
public enum ConflictPolicy: Sendable {
  /// Writes the changed properties; all others keep what others saved.
  ///
  /// Changes of a deleted row are dropped, and reported to ``ModelContainer/lostChangeHandler`` and
  /// with ``ModelContext/didSave``.
  case mergeByProperty
  /// Throws `SwiftDataError.staleModel` and writes nothing.
  ///
  /// The error lists the conflicts (`conflicts`). The context keeps its changes. To try again with
  /// the stored values, call ``ModelContext/rollback()``, after which the models read their values
  /// again. To keep the changes nevertheless, save with ``resolve(_:)`` and
  /// ``SaveConflict/Resolution/keepOurs``.
  ///
  /// ```swift
  /// while true {
  ///   account.balance += 10
  ///   do {
  ///     try context.save()
  ///     break
  ///   } catch SwiftDataError.staleModel {
  ///     context.rollback()
  ///   }
  /// }
  /// ```
  case fail
  /// Calls a closure for each conflict, which decides what to write.
  ///
  /// It runs within the save's transaction, so the stored values cannot change meanwhile. If the
  /// database repeats the transaction, it is called again with the new values. It must not use the
  /// context or its models.
  ///
  /// ```swift
  /// context.conflictPolicy = .resolve { conflict in
  ///   conflict.isDeletedInStore ? .fail : .keepOurs
  /// }
  /// ```
  case resolve(@Sendable (SaveConflict) -> SaveConflict.Resolution)
}
