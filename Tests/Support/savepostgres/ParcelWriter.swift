import Foundation
import OpenSwiftData

/// Makes, changes and deletes batches of parcels, each step in one save.
struct ParcelWriter {
  /// What a batch is, as far as its writer knows; nil for what may be one of two.
  struct Batch: Hashable {
    var exists: Bool
    var weight: Int
    var crate: Int
  }

  let container: ModelContainer
  let name: String
  /// What was saved last of each batch.
  private(set) var batches: [String: Batch] = [:]
  private var last = 0

  init(_ container: ModelContainer, _ name: String) {
    (self.container, self.name) = (container, name)
  }

  /// Does one thing.
  ///
  /// - Parameter tell: Is told what is tried before it is saved: the batch, and what becomes of it.
  /// - Throws: What fetching and saving throw; nothing is changed then, as far as that is known.
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
      // One with the unique value of a stored one takes its row; the labels that it comes without are its own no more.
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

  /// A crate, which is made where it is missing; so do others.
  private func crate(_ number: Int, _ context: ModelContext) throws -> Crate {
    let found = try context.fetch(
      FetchDescriptor<Crate>(predicate: #Predicate { $0.number == number }))
    if let crate = found.first { return crate }
    let crate = Crate(number: number)
    context.insert(crate)
    return crate
  }
}
