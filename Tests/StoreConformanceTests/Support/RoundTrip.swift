import OpenSwiftData
import Testing

/// Stores one instance and checks it after fetching it in another context.
func roundTrip<Model: PersistentModel>(
  _ model: Model, _ kind: TestedStore, check: (Model) throws -> Void
) throws {
  let store = try TestStore(kind, for: Model.self)
  let context = store.makeContext()
  context.insert(model)
  try context.save()
  let fetched = try #require(try store.makeContext().fetch(FetchDescriptor<Model>()).first)
  try check(fetched)
  let reopened = try store.makeReopenedContext()
  try check(#require(try reopened.fetch(FetchDescriptor<Model>()).first))
}
