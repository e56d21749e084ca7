import Foundation
import OpenSwiftData

/// Creates, changes and deletes batches of parcels, each step in one save.
struct ParcelWriter {
  /// The state of a batch, as far as its writer knows it.
  struct Batch: Hashable {
    var exists: Bool
    var weight: Int
    var crate: Int
  }

  let container: ModelContainer
  let name: String
  /// The last saved state of each batch.
  private(set) var batches: [String: Batch] = [:]
  private var last = 0

  init(_ container: ModelContainer, _ name: String) {
    (self.container, self.name) = (container, name)
  }

  /// Performs one step.
  ///
  /// - Parameter tell: Called before the save with the batch and its new state.
  /// - Throws: Errors of fetching and saving; nothing is changed then, as far as that is known.
  mutating func step(_ tell: (String, Batch) -> Void) throws {
    let context = ModelContext(container)
    let known = batches.filter(\.value.exists).keys.sorted()
    guard known.count > 3, Int.random(in: 0..<10) > 3, let batch = known.randomElement(),
      var state = batches[batch]
    else { return try make(context, tell) }
    let parcels = try context.fetch(
      FetchDescriptor<Parcel>(predicate: #Predicate { $0.batch == batch }))
    switch Int.random(in: 0..<6) {
    case 0..<2:
      state.weight = Int.random(in: 1..<1_000_000)
      for parcel in parcels { parcel.weight = state.weight }
    case 2..<4:
      state.crate = Int.random(in: 0..<Parcels.crateCount)
      let crate = try crate(state.crate, context)
      for parcel in parcels { parcel.crate = crate }
    case 4 where known.count > 12:
      state.exists = false
      for parcel in parcels { context.delete(parcel) }
    default:
      // A parcel with the unique value of a stored one replaces it; labels that the new parcel
      // lacks are unlinked.
      state.weight = Int.random(in: 1..<1_000_000)
      return try takeOver(parcels.map(\.code), batch, state, ModelContext(container), tell)
    }
    tell(batch, state)
    try context.save()
    batches[batch] = state
  }

  private mutating func takeOver(
    _ codes: [String], _ batch: String, _ state: Batch, _ context: ModelContext,
    _ tell: (String, Batch) -> Void
  ) throws {
    let crate = try crate(state.crate, context)
    for code in codes {
      let parcel = Parcel(code: code, batch: batch, weight: state.weight)
      context.insert(parcel)
      parcel.crate = crate
    }
    tell(batch, state)
    try context.save()
    batches[batch] = state
  }

  private mutating func make(_ context: ModelContext, _ tell: (String, Batch) -> Void) throws {
    last += 1
    let batch = "\(name)-\(last)"
    let state = Batch(
      exists: true, weight: Int.random(in: 1..<1_000_000),
      crate: Int.random(in: 0..<Parcels.crateCount))
    let crate = try crate(state.crate, context)
    for number in 0..<Parcels.batchSize {
      let parcel = Parcel(code: "\(batch)-\(number)", batch: batch, weight: state.weight)
      context.insert(parcel)
      parcel.crate = crate
      for number in 0..<Parcels.labelCount {
        context.insert(Label(text: "\(number)", parcel: parcel))
      }
    }
    tell(batch, state)
    try context.save()
    batches[batch] = state
  }

  /// Finds a crate, or creates it if it is missing, as other writers do.
  private func crate(_ number: Int, _ context: ModelContext) throws -> Crate {
    let found = try context.fetch(
      FetchDescriptor<Crate>(predicate: #Predicate { $0.number == number }))
    if let crate = found.first { return crate }
    let crate = Crate(number: number)
    context.insert(crate)
    return crate
  }
}
