import Foundation
import OpenSwiftData
import PostgresData
import PostgresTesting
import RandomTesting

@testable import savepostgres

/// A random program of two long-lived contexts, and a plain model of the stored contents.
///
/// One context reads from replicas, which pause and resume.
struct ReplicaProgram {
  struct Content: Hashable {
    struct Stored: Hashable {
      var weight: Int
      var crate: Int?
    }
    var crates: Set<Int> = []
    var parcels: [String: Stored] = [:]
  }

  private let store: ReplicatedStore
  private let containers: [ModelContainer]
  private let contexts: [ModelContext]
  private(set) var model = Content()
  /// All contents that the store ever had.
  private(set) var versions: [Content] = [Content()]
  /// Whether the replica reader saved something in the last step.
  private(set) var wasReader = false
  private var isPaused: Set<Int> = []
  private var generator: SeededGenerator
  private var last = 0

  init(_ cluster: PostgresCluster, maximumLag: Duration?, seed: UInt64) throws {
    let store = ReplicatedStore(cluster: cluster)
    self.store = store
    containers = [
      try store.container(readingFrom: [1, 2]) {
        $0.replicas?.maximumLag = maximumLag
        $0.replicas?.catchUpWait = .milliseconds(5)
      },
      try store.container(),
    ]
    contexts = containers.map { ModelContext($0) }
    generator = SeededGenerator(seed: seed)
  }

  var readCount: Int { containers[0].metrics?.replicaReads ?? 0 }
  var fallbackCount: Int { containers[0].metrics?.replicaFallbacks ?? 0 }

  func contents(isReader: Bool) throws -> Content {
    let context = contexts[isReader ? 0 : 1]
    var content = Content()
    let crates = try context.fetch(FetchDescriptor<Crate>())
    content.crates = Set(crates.map(\.number))
    let parcels = try context.fetch(FetchDescriptor<Parcel>())
    for parcel in parcels {
      content.parcels[parcel.code] = .init(weight: parcel.weight, crate: parcel.crate?.number)
    }
    return content
  }

  mutating func step() throws {
    if Int.random(in: 0..<8, using: &generator) == 0 { try toggle() }
    let isReader = Bool.random(using: &generator)
    let context = contexts[isReader ? 0 : 1]
    wasReader = false
    // The context may see older contents than the model.
    let crates = try context.fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.number)]))
    let parcels = try context.fetch(FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.code)]))
    let parcel = parcels.randomElement(using: &generator)
    let crate = crates.randomElement(using: &generator)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<2:
      last += 1
      context.insert(Crate(number: last))
      model.crates.insert(last)
    case 2..<5: insert(in: crate, context)
    case 5..<7:
      guard let parcel else { return }
      let weight = Int.random(in: 1...1000, using: &generator)
      parcel.weight = weight
      model.parcels[parcel.code]?.weight = weight
    case 7:
      guard let parcel else { return }
      parcel.crate = crate
      let number = known(crate)
      model.parcels[parcel.code]?.crate = number
    case 8:
      guard let parcel else { return }
      model.parcels[parcel.code] = nil
      context.delete(parcel)
    default:
      guard let crate else { return }
      model.crates.remove(crate.number)
      for code in model.parcels.keys where model.parcels[code]?.crate == crate.number {
        model.parcels[code]?.crate = nil
      }
      context.delete(crate)
    }
    // An assignment of the same value needs no save, and the reader may continue to see older
    // contents.
    wasReader = isReader && context.hasChanges
    try context.save()
    versions.append(model)
  }

  private mutating func insert(in crate: Crate?, _ context: ModelContext) {
    last += 1
    let parcel = Parcel(code: "\(last)", batch: "", weight: last)
    context.insert(parcel)
    parcel.crate = crate
    model.parcels["\(last)"] = .init(weight: last, crate: known(crate))
  }

  /// The crate, if others have not deleted it.
  private func known(_ crate: Crate?) -> Int? {
    crate.map(\.number).flatMap { model.crates.contains($0) ? $0 : nil }
  }

  /// Pauses a replica, or resumes it.
  private mutating func toggle() throws {
    let node = Int.random(in: 1...2, using: &generator)
    if isPaused.remove(node) != nil { return try store.resume(node) }
    isPaused.insert(node)
    try store.pause(node)
  }

  func end() throws {
    for node in isPaused { try store.resume(node) }
  }
}
