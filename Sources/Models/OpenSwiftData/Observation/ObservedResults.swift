import DataSchema
import Foundation

/// The result of a fetch in one context, kept up to date as the models change.
///
/// Changes are recorded as they arrive; `update()` applies them to the result. If the store alone
/// answers the fetch and only the models' own values decide, the changed models are tested and
/// moved to their positions. This reads only the rows that others have changed, by key. Otherwise
/// everything is fetched again.
final class ObservedResults<Element: PersistentModel>: ContextObserver, ChangeReceiver {
  let context: ModelContext
  private let binding: EntityBinding
  /// What to fetch; models that compare equal are ordered by primary key.
  private(set) var descriptor: FetchDescriptor<Element>
  /// The models as of the last update.
  private(set) var models: [Element] = []
  /// The error of the last update; the models are those from before it.
  private(set) var failure: (any Error)?
  /// Called on the actor when changes have arrived.
  var changesHaveCome: () -> Void = {}
  /// Called on any thread when changes have arrived and there is no actor.
  var changesAreAnnounced: () -> Void = {}

  private var inbox: ChangeInbox?
  private var isFollowable = false
  /// The entity trees that the result depends on; nil for all.
  private var trees: Set<Int>?
  private var isOutdated = false
  /// The instances that have changed since the last update, in the result or not.
  private var touched = TouchedModels()
  /// The rows that others have changed since the last update.
  private var changedRows: Set<Int64> = []
  /// The rows that delete rules will delete with the next save.
  private var taken: Set<Int64> = []
  private var isAnnounced = false
  /// Whether everything is being fetched, so that what is read meanwhile is known.
  private var isFetching = false
  /// Whether related models were updated with what others wrote while everything was being fetched.
  private var wasMixed = false
  /// Whether instances were updated with what others wrote, so that the result may be out of order.
  private var mayBeOutOfOrder = false

  /// The number of changed models that are moved to their positions one by one; if more have
  /// changed, and more than a quarter of the result, everything is fetched again.
  private static var limit: Int { 256 }

  /// Fetches, and keeps the result up to date from now on.
  ///
  /// - Throws: Errors of `fetch(_:)`.
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

  /// Uses another descriptor from now on.
  ///
  /// - Throws: Errors of `fetch(_:)`; the result is then unchanged, and further updates try again.
  func fetch(_ descriptor: FetchDescriptor<Element>) throws {
    self.descriptor = descriptor
    isOutdated = true
    try fetch()
    failure = nil
  }

  /// Uses another descriptor from now on; `failure` is set if it cannot be fetched.
  func fetchOrFail(_ descriptor: FetchDescriptor<Element>) {
    do { try fetch(descriptor) } catch { failure = error }
  }

  /// Whether `update()` has something to do.
  var needsUpdate: Bool {
    isOutdated || mayBeOutOfOrder || !touched.isEmpty || !changedRows.isEmpty
      || !(inbox?.isEmpty ?? true) || !context.unverifiedMembers.isEmpty
  }

  /// Applies recorded changes to the result.
  ///
  /// - Returns: Whether the result, or a model in it, has changed.
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
      // Each read of the results tries again, but is not notified each time.
      return !hadFailed
    }
  }

  /// Fetches the whole result.
  private func fetch() throws {
    isFetching = true
    defer { isFetching = false }
    let plan = try context.plan(descriptor, binding)
    trees = plan.obstacle == nil && plan.isExact ? plan.relatedTrees.union([binding.mapIndex]) : nil
    isFollowable =
      plan.isExact && plan.range == nil && plan.relatedTrees.isEmpty && !plan.source.hasFetched
      && descriptor.includePendingChanges
    taken = try context.pendingCascades(mapIndex: binding.mapIndex)
    // An evaluation in memory may have read related models before and after they were updated.
    for _ in 0..<3 {
      wasMixed = false
      models = try context.fetch(descriptor)
      if plan.isExact || !wasMixed { break }
    }
    (touched, changedRows) = (TouchedModels(), [])
    (isOutdated, mayBeOutOfOrder) = (false, false)
  }

  // MARK: - Recording changes

  func noteTouched(_ model: any PersistentModel, _ binding: EntityBinding) {
    guard !isFetching else { return }
    guard !isOutdated else { return announce() }
    if binding.mapIndex == self.binding.mapIndex, isFollowable {
      touched.insert(model)
      // Everything will be fetched: no instance needs to be retained until then.
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
      // The next update determines what delete rules will delete.
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
    // Others' changes are reported separately; until then only the order of the values read here
    // counts.
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

  /// Schedules the update, or its announcement; once for many changes.
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

  /// Whether a change may affect the result.
  private func concerns(_ change: StoreChange) -> Bool {
    guard !change.isUnknown, let trees else { return true }
    return change.identifiers.contains { identifier in
      context.binding(for: identifier).map { trees.contains($0.mapIndex) } ?? false
    }
  }

  /// The key of a row in the models' entity tree; nil for other rows.
  private func key(_ identifier: PersistentIdentifier) -> Int64? {
    guard let binding = context.binding(for: identifier),
      binding.mapIndex == self.binding.mapIndex
    else { return nil }
    return binding.rowKey(of: identifier)
  }

  // MARK: - Applying changes

  /// Tests changed models and moves them to their positions.
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

  /// Records models that are out of order with their neighbors as changed.
  private func findMisplaced() {
    mayBeOutOfOrder = false
    var order = ResultOrder<Element>(descriptor.sortBy, context)
    // The indexes of the models before the current one that are in order.
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

  /// Reads the rows that others have changed, by key.
  ///
  /// - Returns: The instances whose rows were deleted.
  private func readChangedRows() throws -> Set<ObjectIdentifier> {
    guard !changedRows.isEmpty else { return [] }
    let keys = changedRows.sorted()
    let known = keys.compactMap { context.instance($0, of: binding) }
    isFetching = true
    defer { isFetching = false }
    let found = try context.session(binding.store).load(
      keys[...], of: binding, nil, into: context.registry)
    changedRows = []
    for object in found { touched.insert(binding.model(object)) }
    var gone = Set(known.map { ObjectIdentifier($0) })
    for object in found { gone.remove(ObjectIdentifier(object)) }
    for object in known where gone.contains(ObjectIdentifier(object)) {
      touched.insert(binding.model(object))
    }
    return gone
  }

  /// Whether a model belongs to the result now.
  private func belongs(
    _ model: Element, _ plan: FetchPlan, _ gone: Set<ObjectIdentifier>
  ) throws -> Bool {
    guard let state = ModelStates.state(of: model),
      state.belongs(to: context.registry),
      !state.isMarked(.alias), state.pointee.extra?.standIn == nil, !state.isMarked(.deleted)
    else { return false }
    let key = state.pointee.key
    if key > 0 {
      if !context.changes.deletedKeys.isEmpty, context.changes.isDeleted(key, of: binding) {
        return false
      }
      // An unsaved change keeps a model in the result until the save finds no row.
      if !state.isMarked(.changed), gone.contains(ObjectIdentifier(model)) { return false }
    } else if !state.isMarked(.inserted) {
      return false
    }
    guard let predicate = descriptor.predicate else { return true }
    return try plan.isFulfilled(predicate, by: model)
  }

  /// Removes instances from the result, in one pass.
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

  /// Inserts sorted models at their positions.
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
