import OpenSwiftData
import StoreTesting

/// Runs programs on two contexts that change the partners of the same models, delete them and
/// replace them.
///
/// It does not check which change wins. But the file must be consistent after every save, and a
/// context that has saved and fetched must see the contents of the file.
final class PairRun {
  static let types: [any PersistentModel.Type] = [
    Town.self, Lock.self, Key.self, Station.self, Citizen.self, Passport.self,
  ]
  /// The number of codes that models of a class share.
  private static let codeCount = 5

  private let store: TestStore
  private let watch: HistoryWatch?
  private let contexts: [ModelContext]
  /// The models of each context that the run retains.
  private var held: [[any PersistentModel]] = [[], []]

  init(_ backend: Backend) throws {
    store = try TestStore(backend, Self.types)
    watch = try store.url.map { try HistoryWatch($0, Self.types) }
    contexts = [store.makeContext(), try store.makeReopenedContext()]
    try fill(contexts[0])
    try watch?.check()
    for place in contexts.indices { try fetch(place) }
  }

  private func fill(_ context: ModelContext) throws {
    let towns = (0..<2).map { Town(number: $0) }
    for town in towns { context.insert(town) }
    for code in 0..<Self.codeCount - 1 {
      let (lock, key) = (Lock(code: code), Key(code: code))
      let (station, citizen) = (Station(code: code), Citizen(code: code))
      (lock.town, key.town) = (towns[code % 2], towns[code / 2])
      (station.town, citizen.town) = (towns[code % 2], towns[code % 2])
      for model in [lock, key, station, citizen] as [any PersistentModel] { context.insert(model) }
      if code % 2 == 0 {
        lock.key = key
        context.insert(Passport(code: code, owner: citizen))
      }
    }
    try context.save()
  }

  /// Performs a step in one of the contexts.
  func perform(_ step: Step) throws {
    let (a, b, c, d) = step.choice
    let place = d >> 12 & 1
    switch a % 16 {
    case 0...2: try save(place)
    case 3: try fetch(place)
    case 4: contexts[place].rollback()
    case 5...8: pair(b % 4, c, d, place)
    case 9: part(b % 3, c, place)
    case 10, 11: insert(b % 4, c, d, place)
    case 12: takeCode(c, d, place)
    case 13, 14: delete(b % 5, c, place)
    default: if let town = pick(Town.self, b, place) { contexts[place].delete(town) }
    }
  }

  func finish() throws {
    for place in contexts.indices { try save(place) }
    for place in contexts.indices { try see(place) }
  }

  private func save(_ place: Int) throws {
    do {
      try contexts[place].save()
    } catch SwiftDataError.modelValidationFailure {
      contexts[place].rollback()
    }
    try watch?.check()
    if let url = store.url { try StoreChecker(url, Self.types, history: .whole).check() }
    try see(place)
  }

  /// Compares the contents of an unchanged context with what another one reads.
  private func see(_ place: Int) throws {
    try fetch(place)
    let (seen, stored) = (try Pairs(contexts[place]), try Pairs(store.makeContext()))
    if seen != stored { throw Mismatch("the context has \(seen.ends), the store \(stored.ends)") }
  }

  /// Updates a context from the store; its data may soon be out of date again.
  private func fetch(_ place: Int) throws {
    var models: [any PersistentModel] = []
    func add<Model: PersistentModel>(_ type: Model.Type) throws {
      models += try contexts[place].fetch(FetchDescriptor<Model>())
    }
    for type in Self.types { try add(type) }
    held[place] = models
  }

  /// The partners of all models, by their codes.
  private struct Pairs: Equatable {
    var ends: [String] = []

    init(_ context: ModelContext) throws {
      func note<Model: PersistentModel>(_ type: Model.Type, _ text: (Model) -> String) throws {
        ends += try context.fetch(FetchDescriptor<Model>()).map { "\(type) \(text($0))" }
      }
      try note(Lock.self) { "\($0.code): \($0.key?.code ?? -1)" }
      try note(Key.self) { "\($0.code): \($0.lock?.code ?? -1)" }
      try note(Station.self) { "\($0.code): \($0.previous?.code ?? -1) \($0.next?.code ?? -1)" }
      try note(Citizen.self) { "\($0.code): \($0.passport?.code ?? -1)" }
      try note(Passport.self) { "\($0.code): \($0.owner.code)" }
      ends.sort()
    }
  }
}

extension PairRun {
  private func pick<Model: PersistentModel>(
    _ type: Model.Type, _ choice: Int, _ place: Int
  ) -> Model? {
    // Nothing is fetched, so that the context's data is as old as possible.
    let models = held[place].compactMap { $0 as? Model }
      .filter { $0.modelContext === contexts[place] && !$0.isDeleted }
    return models.isEmpty ? nil : models[choice % models.count]
  }

  private func pair(_ kind: Int, _ first: Int, _ second: Int, _ place: Int) {
    switch kind {
    case 0:
      guard let lock = pick(Lock.self, first, place), let key = pick(Key.self, second, place)
      else { return }
      if first & 16 == 0 { lock.key = key } else { key.lock = lock }
    case 1, 2:
      guard let station = pick(Station.self, first, place),
        let other = pick(Station.self, second, place)
      else { return }
      if first & 16 == 0 { station.next = other } else { station.previous = other }
    default:
      guard let passport = pick(Passport.self, first, place),
        let citizen = pick(Citizen.self, second, place)
      else { return }
      if first & 16 == 0 { passport.owner = citizen } else { citizen.passport = passport }
    }
  }

  private func part(_ kind: Int, _ choice: Int, _ place: Int) {
    switch kind {
    case 0: pick(Lock.self, choice, place)?.key = nil
    case 1: pick(Key.self, choice, place)?.lock = nil
    default:
      let station = pick(Station.self, choice, place)
      if choice & 16 == 0 { station?.next = nil } else { station?.previous = nil }
    }
  }

  /// Inserts a model with a partner and a code that may not be unique.
  private func insert(_ kind: Int, _ choice: Int, _ second: Int, _ place: Int) {
    let code = choice % Self.codeCount
    func insert(_ model: any PersistentModel) {
      contexts[place].insert(model)
      held[place].append(model)
    }
    switch kind {
    case 0:
      let lock = Lock(code: code)
      lock.key = pick(Key.self, second, place)
      insert(lock)
    case 1:
      let key = Key(code: code)
      key.lock = pick(Lock.self, second, place)
      insert(key)
    case 2:
      let station = Station(code: code)
      if choice & 16 == 0 {
        station.next = pick(Station.self, second, place)
      } else {
        station.previous = pick(Station.self, second, place)
      }
      insert(station)
    default:
      guard let citizen = pick(Citizen.self, second, place) else { return }
      insert(Passport(code: code, owner: citizen))
    }
  }

  private func takeCode(_ choice: Int, _ second: Int, _ place: Int) {
    let code = choice % Self.codeCount
    switch second % 3 {
    case 0: pick(Lock.self, choice >> 4, place)?.code = code
    case 1: pick(Key.self, choice >> 4, place)?.code = code
    default: pick(Station.self, choice >> 4, place)?.code = code
    }
  }

  private func delete(_ kind: Int, _ choice: Int, _ place: Int) {
    func delete<Model: PersistentModel>(_ type: Model.Type) {
      if let model = pick(type, choice, place) { contexts[place].delete(model) }
    }
    switch kind {
    case 0: delete(Lock.self)
    case 1: delete(Key.self)
    case 2: delete(Station.self)
    case 3: delete(Citizen.self)
    default: delete(Passport.self)
    }
  }
}
