import DataSchema
import Foundation
import RecordStore

/// The result of a fetch that follows what becomes of the models, in one context.
///
/// What has changed since it was last looked at is noted; `update()` works it into the result. Where the store
/// alone answers the fetch and nothing but the models' own values decides, the changed models are tested and
/// put in their places, which reads the rows that others have changed, by their keys, and no others.
/// Otherwise all is fetched again.
final class ObservedResults<Element: PersistentModel>: ContextObserver, ChangeReceiver {
  let context: ModelContext
  private let binding: EntityBinding
  /// What is fetched; equals come by primary key.
  private(set) var descriptor: FetchDescriptor<Element>
  /// The models as of the last update.
  private(set) var models: [Element] = []
  /// Why the last update failed; the models are those from before then.
  private(set) var failure: (any Error)?
  /// Called on the actor when something has come.
  var changesHaveCome: () -> Void = {}
  /// Called on any thread when something has come and there is no actor.
  var changesAreAnnounced: () -> Void = {}

  private var inbox: ChangeInbox?
  private var isFollowable = false
  /// The trees of entities that the result depends on; nil for all.
  private var trees: Set<Int>?
  private var isOutdated = false
  /// The instances that have changed since, whatever they were and are.
  private var touched = TouchedModels()
  /// The rows that others have changed since.
  private var changedRows: Set<Int64> = []
  /// The rows that delete rules will take along.
  private var taken: Set<Int64> = []
  private var isAnnounced = false
  /// Whether all is being fetched, so that what is read meanwhile is known.
  private var isFetching = false
  /// Whether related models were given what others had written while all was being fetched.
  private var wasMixed = false
  /// Whether instances were given what others had written, so that the result may be out of order.
  private var mayBeOutOfOrder = false

  /// Up to how many changed models are put in their places one by one; of more than that, and more than a
  /// quarter of the result, all is fetched again.
  private static var limit: Int { 256 }

  /// Fetches, and follows what becomes of it from now on.
  ///
  /// - Throws: What `fetch(_:)` throws.
  init(
    _ descriptor: FetchDescriptor<Element>, in context: ModelContext, on actor: (any Actor)?
  ) throws {
    self.context = context
    self.descriptor = descriptor
    binding = try context.core.bindings.binding(for: Element.self)
    let inbox = ChangeInbox(for: self, besides: context, on: actor)
    self.inbox = inbox
    try context.core.feed.add(inbox, context.core)
    context.addObserver(self)
    try fetch()
  }

  /// Fetches something else from now on.
  ///
  /// - Throws: What `fetch(_:)` throws; the result is as it was then, and further updates try again.
  func fetch(_ descriptor: FetchDescriptor<Element>) throws {
    self.descriptor = descriptor
    isOutdated = true
    try fetch()
    failure = nil
  }

  /// The same; `failure` says why it could not be.
  func fetchOrFail(_ descriptor: FetchDescriptor<Element>) {
    do { try fetch(descriptor) } catch { failure = error }
  }

  /// Whether `update()` has something to do.
  var needsUpdate: Bool {
    isOutdated || mayBeOutOfOrder || !touched.isEmpty || !changedRows.isEmpty
      || !(inbox?.isEmpty ?? true) || !context.unverifiedMembers.isEmpty
  }

  /// Works in what has changed.
  ///
  /// - Returns: Whether the result, or a model in it, is another than before.
  @discardableResult
  func update() -> Bool {
    isAnnounced = false
    if !context.unverifiedMembers.isEmpty { context.verifyMembers() }
    sortOutInbox()
    if mayBeOutOfOrder { findMisplaced() }
    guard isOutdated || !touched.isEmpty || !changedRows.isEmpty else { return false }
    let hadFailed = failure != nil
    do {
      defer { failure = nil }
      guard isFollowable, !isOutdated else {
        try fetch()
        return true
      }
      return try follow()
    } catch {
      failure = error
      isOutdated = true
      // Whoever reads the results tries again each time, and is not told of each time.
      return !hadFailed
    }
  }

  /// Fetches all of it.
  private func fetch() throws {
    isFetching = true
    defer { isFetching = false }
    let plan = try context.plan(descriptor, binding)
    trees = plan.obstacle == nil && plan.isExact ? plan.relatedTrees.union([binding.mapIndex]) : nil
    isFollowable =
      plan.isExact && plan.range == nil && plan.relatedTrees.isEmpty && plan.statement != nil
      && descriptor.includePendingChanges
    taken = try context.pendingCascades(mapIndex: binding.mapIndex)
    // What is evaluated in memory may have met related models before and after they were brought up to date.
    for _ in 0..<3 {
      wasMixed = false
      models = try context.fetch(descriptor)
      if plan.isExact || !wasMixed { break }
    }
    (touched, changedRows) = (TouchedModels(), [])
    (isOutdated, mayBeOutOfOrder) = (false, false)
  }

  // MARK: - What has changed

  func noteTouched(_ model: any PersistentModel, _ binding: EntityBinding) {
    guard !isFetching else { return }
    guard !isOutdated else { return announce() }
    if binding.mapIndex == self.binding.mapIndex, isFollowable {
      touched.insert(model)
      // All will be fetched: nobody need be kept until then.
      if touched.count > max(Self.limit, models.count / 4) {
        isOutdated = true
        touched = TouchedModels()
      }
    } else if trees?.contains(binding.mapIndex) ?? true {
      isOutdated = true
    } else if binding.mapIndex != self.binding.mapIndex,
      !binding.relationships.contains(where: { $0.deleteRule == .cascade })
    {
      return
    } else {
      // Whom delete rules take along is found out with the next update.
      touched.insert(model)
    }
    announce()
  }

  func noteRefreshed(_ binding: EntityBinding) {
    guard !isFetching else {
      if binding.mapIndex != self.binding.mapIndex { wasMixed = true }
      return
    }
    guard trees?.contains(binding.mapIndex) ?? true else { return }
    // What others have written is told by whoever has; until then the order counts that is seen here.
    if isFollowable { mayBeOutOfOrder = true } else { isOutdated = true }
    announce()
  }

  func noteEverything() {
    isOutdated = true
    announce()
  }

  func noteSaved(_ change: StoreChange) {
    guard concerns(change) else { return }
    guard isFollowable else { return noteEverything() }
    for identifier in change.inserted + change.updated {
      guard let key = key(identifier) else { continue }
      if let known = context.instance(key, of: binding) {
        touched.insert(binding.model(known))
      } else {
        changedRows.insert(key)
      }
    }
    announce()
  }

  func receiveChanges() {
    isAnnounced = false
    if needsUpdate { changesHaveCome() }
  }

  func announceChanges() { changesAreAnnounced() }

  /// Has the update made, or asked for, soon; once for many changes.
  private func announce() {
    guard !isAnnounced else { return }
    isAnnounced = true
    inbox?.schedule()
  }

  private func sortOutInbox() {
    for change in inbox?.take() ?? [] where concerns(change) {
      guard isFollowable, !change.isUnknown else {
        isOutdated = true
        continue
      }
      changedRows.formUnion(change.identifiers.lazy.compactMap(key))
    }
  }

  /// Whether a change may make the result another.
  private func concerns(_ change: StoreChange) -> Bool {
    guard !change.isUnknown, let trees else { return true }
    return change.identifiers.contains { identifier in
      context.binding(for: identifier).map { trees.contains($0.mapIndex) } ?? false
    }
  }

  /// The key of a row of the models' tree.
  private func key(_ identifier: PersistentIdentifier) -> Int64? {
    guard let binding = context.binding(for: identifier),
      binding.mapIndex == self.binding.mapIndex
    else { return nil }
    return binding.rowKey(of: identifier)
  }

  // MARK: - Following

  /// Puts what has changed in its place.
  private func follow() throws -> Bool {
    let taken = try context.pendingCascades(mapIndex: binding.mapIndex)
    guard taken.isEmpty, self.taken.isEmpty,
      touched.count + changedRows.count <= max(Self.limit, models.count / 4)
    else {
      try fetch()
      return true
    }
    let gone = try readChangedRows()
    let changed = touched
    touched = TouchedModels()
    var candidates: [Element] = []
    let plan = try context.session(binding.store).plan(descriptor, binding, for: .models)
    for model in changed.models {
      if let model = model as? Element, try belongs(model, plan, gone) { candidates.append(model) }
    }
    let count = models.count
    remove(changed)
    let isChanged = models.count < count || !candidates.isEmpty
    var order = ResultOrder<Element>(descriptor.sortBy, context)
    if candidates.count > 1 { candidates.sort { order.precedes($0, $1) } }
    insert(candidates, &order)
    return isChanged
  }

  /// Notes models that are not in order with those beside them.
  private func findMisplaced() {
    mayBeOutOfOrder = false
    var order = ResultOrder<Element>(descriptor.sortBy, context)
    // Those before the current one that are in order.
    var ordered: [Int] = []
    ordered.reserveCapacity(models.count)
    for index in models.indices {
      var isMisplaced = false
      while let last = ordered.last, order.precedes(models[index], models[last]) {
        touched.insert(models[last])
        ordered.removeLast()
        isMisplaced = true
      }
      if isMisplaced { touched.insert(models[index]) } else { ordered.append(index) }
    }
  }

  /// Reads the rows that others have changed, by their keys.
  ///
  /// - Returns: The instances whose rows are gone.
  private func readChangedRows() throws -> Set<ObjectIdentifier> {
    guard !changedRows.isEmpty else { return [] }
    let keys = changedRows.sorted()
    let known = keys.compactMap { context.instance($0, of: binding) }
    isFetching = true
    defer { isFetching = false }
    let found = try context.session(binding.store).load(
      keys[...], of: binding, nil, into: context)
    changedRows = []
    for object in found { touched.insert(binding.model(object)) }
    var gone = Set(known.map { ObjectIdentifier($0) })
    for object in found { gone.remove(ObjectIdentifier(object)) }
    for object in known where gone.contains(ObjectIdentifier(object)) {
      touched.insert(binding.model(object))
    }
    return gone
  }

  /// Whether a model is part of the result now.
  private func belongs(
    _ model: Element, _ plan: FetchPlan, _ gone: Set<ObjectIdentifier>
  ) throws -> Bool {
    guard let state = ModelStates.state(of: model),
      state.pointee.context?.toOpaque() == Unmanaged.passUnretained(context).toOpaque(),
      !state.isMarked(.alias), state.pointee.extra?.standIn == nil, !state.isMarked(.deleted)
    else { return false }
    let key = state.pointee.key
    if key > 0 {
      if !context.changes.deletedKeys.isEmpty, context.changes.isDeleted(key, of: binding) {
        return false
      }
      // A change that was not saved keeps a model in the result until the save finds no row.
      if !state.isMarked(.changed), gone.contains(ObjectIdentifier(model)) { return false }
    } else if !state.isMarked(.inserted) {
      return false
    }
    guard let predicate = descriptor.predicate else { return true }
    return try plan.isFulfilled(predicate, by: model)
  }

  /// Takes instances out of the result, in one pass.
  private func remove(_ changed: TouchedModels) {
    guard !changed.isEmpty else { return }
    let places = models.withUnsafeBufferPointer { buffer in
      buffer.indices.filter { changed.contains(buffer[$0]) }
    }
    guard let first = places.first else { return }
    if places.count == 1 {
      models.remove(at: first)
    } else {
      let places = Set(places)
      models = models.indices.lazy.filter { !places.contains($0) }.map { self.models[$0] }
    }
  }

  /// Puts sorted models into their places.
  private func insert(_ candidates: [Element], _ order: inout ResultOrder<Element>) {
    if candidates.count == 1 {
      models.insert(candidates[0], at: order.place(of: candidates[0], in: models[...]))
      return
    }
    guard !candidates.isEmpty else { return }
    var merged: [Element] = []
    merged.reserveCapacity(models.count + candidates.count)
    var rest = models[...]
    for candidate in candidates {
      let place = order.place(of: candidate, in: rest)
      merged += rest[..<place]
      merged.append(candidate)
      rest = rest[place...]
    }
    merged += rest
    models = merged
  }
}
