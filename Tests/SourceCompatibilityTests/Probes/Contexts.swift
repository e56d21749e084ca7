import Foundation
import SwiftData

@Model final class Job { var title: String; var rank = 0; init(title: String) { self.title = title } }

func work(in container: ModelContainer) throws -> [Job] {
  let context = ModelContext(container)
  context.autosaveEnabled = true
  context.author = "tests"
  context.undoManager = UndoManager()
  let job = Job(title: "first")
  context.insert(job)
  try context.transaction { context.insert(Job(title: "second")) }
  if context.hasChanges { try context.save() }
  job.rank = 3
  context.processPendingChanges()
  let pending = context.insertedModelsArray + context.changedModelsArray + context.deletedModelsArray
  for model in pending { context.delete(model) }
  context.rollback()
  try context.delete(model: Job.self, where: #Predicate { $0.rank > 2 })
  try context.delete(model: Job.self, includeSubclasses: false)
  let known: Job? = context.registeredModel(for: job.persistentModelID)
  let any = context.model(for: job.persistentModelID)
  print(known?.title ?? "", any.isDeleted, context.container == container, context.editingState.id)

  var some = FetchDescriptor<Job>(
    predicate: #Predicate { $0.title != "" }, sortBy: [SortDescriptor(\.rank, order: .reverse)])
  some.fetchLimit = 10
  some.fetchOffset = 1
  some.propertiesToFetch = [\.title]
  some.includePendingChanges = false
  let few = FetchDescriptor<Job>(sortBy: [SortDescriptor(\.title)], fetchLimit: 100)
  let batches: FetchResultsCollection<Job> = try context.fetch(some, batchSize: 5)
  let keys: FetchResultsCollection<PersistentIdentifier> = try context.fetchIdentifiers(
    some, batchSize: 5)
  try context.enumerate(few, batchSize: 2, allowEscapingMutations: true) { $0.rank += 1 }
  let count = try context.fetchCount(few) + context.fetchIdentifiers(few).count + keys.count
  let slice: FetchResultsCollection<Job>.SubSequence = batches.prefix(count)
  return try context.fetch(few) + slice + (some == few ? [] : batches.reversed())
}
