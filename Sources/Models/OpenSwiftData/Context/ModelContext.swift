import DataSchema
import Foundation
import PredicateSQL
import RecordStore

/// An object that fetches models, tracks changes to them, and saves the changes.
///
/// A context belongs to one task or actor at a time; models belong to the context that made them.
/// Each stored row is one instance in a context, however often it is fetched.
public class ModelContext: Equatable, SendableMetatype {
  /// The stores and models that the context works on.
  let core: ContainerCore
  /// Nil for a container's main context, which the container retains.
  private let ownedContainer: ModelContainer?
  private weak var ownerContainer: ModelContainer?

  /// The container whose stores the context works on.
  public var container: ModelContainer {
    // A main context may outlive its container; the stores live as long as either.
    ownedContainer ?? ownerContainer ?? ModelContainer(core)
  }

  /// Whether the context is a container's `mainContext`.
  var isMainContext: Bool { ownedContainer == nil }

  /// Whether changes are saved automatically, soon after they are made; initially true only for a
  /// container's `mainContext`.
  ///
  /// Autosave runs after the current job of the main actor, or of the context's ``ModelActor``. A
  /// context that is changed anywhere else is never autosaved.
  public var autosaveEnabled = false {
    didSet { if autosaveEnabled, !oldValue, hasChanges { noteChange() } }
  }

  /// Registers changes so that they can be undone; nil by default.
  ///
  /// Changes between two calls of ``processPendingChanges()`` or ``save()`` are undone as one step.
  public var undoManager: UndoManager? {
    didSet {
      // The same manager keeps its recorder, which the registered steps refer to.
      if undoManager !== oldValue { undoRecorder = undoManager.map { UndoRecorder(self, $0) } }
    }
  }
  /// Whether this context belongs to a store; such a context posts no notifications.
  var worksForStore = false
  // Unchecked, as `changes`: both are read for each value that is set.
  /// Registers changes with the undo manager.
  @exclusivity(unchecked) private(set) var undoRecorder: UndoRecorder?

  /// The author of the changes, as recorded in the history.
  public var author: String? {
    get { editingState.author }
    set { editingState.author = newValue }
  }

  /// The migration stage that the context was made for; nil for any other context.
  public internal(set) var migration: MigrationContext?

  /// Identifies the context to its stores.
  public var editingState = EditingState()

  /// The identity maps, one for each entity tree of the container.
  private let maps: UnsafeMutablePointer<IdentityMap>
  /// Instances that another instance replaced in a map, by alias number.
  private(set) var aliases: [Int: Unmanaged<AnyObject>] = [:]
  private var lastAlias = 0
  private let mapCount: Int
  /// The sessions of the stores that were used; there are few.
  private(set) var sessions: [any ModelStoreSession] = []
  /// The session that was requested last, and its store.
  private var recentSession: (any ModelStoreSession)?
  private var recentStore: (any ModelStore)?
  /// The binding of the entity whose identifier was looked up last.
  private var recentBinding: EntityBinding?
  /// The class that was fetched last, with its binding, which is not searched for again.
  @exclusivity(unchecked)
  private var recentClass: (type: ObjectIdentifier, binding: EntityBinding)?
  @exclusivity(unchecked)
  private var recentReading:
    (type: ObjectIdentifier, binding: EntityBinding, session: any ModelStoreSession)?
  @exclusivity(unchecked) var changes = PendingChanges()
  /// Links that were added or removed and that no instance records in its own values.
  var links = PendingLinks()
  /// The targets of changed to-one relationships before their changes.
  var formerTargets = FormerTargets()
  /// The results that were fetched last.
  var batches = FetchBatches()
  /// The failure of a call that cannot throw; the next `save()` throws it.
  var deferredFailure: (any Error)?
  /// Changed to-many relationships whose members were not all compared yet.
  @exclusivity(unchecked) var unverifiedMembers: [UnverifiedMembers] = []
  /// Changes that were made without reading the previous value.
  var unread = UnreadChanges()
  let autosave = Autosave()
  /// The observers of the models; nil if there are none.
  @exclusivity(unchecked) var observation: ContextObservation?
  /// The observers of the statements that the context runs.
  let statements = StatementReports()
  /// Detects that two threads use the context at once.
  let use = ContextUse()

  /// Creates a context on the stores of `container` that saves only when `save()` is called.
  public convenience init(_ container: ModelContainer) {
    self.init(container, isOwned: false)
  }

  /// - Parameters:
  ///   - container: The container whose stores the context works on.
  ///   - isOwned: Whether the container retains the context, which then does not retain it in turn.
  init(_ container: ModelContainer, isOwned: Bool) {
    core = container.core
    ownedContainer = isOwned ? nil : container
    ownerContainer = container
    mapCount = core.bindings.mapCount
    maps = .allocate(capacity: max(mapCount, 1))
    for index in 0..<mapCount { (maps + index).initialize(to: IdentityMap()) }
  }

  deinit {
    endInstances()
    for session in sessions { session.close() }
    maps.deinitialize(count: mapCount)
    maps.deallocate()
  }

  /// Whether both are the same context.
  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }
}

extension ModelContext {
  /// The registered instance under `key`, or nil.
  @inline(__always)
  func instance(_ key: Int64, of binding: EntityBinding) -> AnyObject? {
    let found = maps[binding.mapIndex][key]?.takeUnretainedValue()
    // A damaged column may refer to a row of another class in the same table.
    guard binding.hasSuperclass, let found else { return found }
    return binding.holds(found) ? found : nil
  }

  /// The registered instance under `key` in a tree of entities, or nil.
  func instance(_ key: Int64, mapIndex: Int) -> AnyObject? {
    maps[mapIndex][key]?.takeUnretainedValue()
  }

  /// Makes `object` the instance of `key` in this context.
  func register(
    _ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, _ key: Int64,
    _ binding: EntityBinding
  ) {
    register(Unmanaged.passUnretained(object), state, key, binding)
  }

  /// Makes `object` the instance of `key` without reference counting, for callers that create many.
  @inline(__always)
  func register(
    _ object: Unmanaged<AnyObject>, _ state: UnsafeMutablePointer<_ModelState>, _ key: Int64,
    _ binding: EntityBinding
  ) {
    state.pointee.context = .passUnretained(self)
    state.pointee.binding = .passUnretained(binding)
    state.pointee.key = key
    state.pointee.flags.insert(.registered)
    maps[binding.mapIndex].insert(object, key)
  }

  /// Removes the instance of `key` from the identity map; called when the instance is
  /// deinitialized.
  func forget(key: Int64, of binding: EntityBinding) {
    let isNoted = beginFrequentUse("deinit of a model")
    defer { endUse(isNoted) }
    maps[binding.mapIndex].remove(key)
  }

  /// Tracks an instance that is no longer in a map, so that the context can detach it when it ends.
  func addAlias(_ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>) {
    if let observation, let model = object as? any PersistentModel {
      tellObservers(observation, of: model)
    }
    lastAlias += 1
    aliases[lastAlias] = .passUnretained(object)
    state.ensuredExtra.aliasNumber = lastAlias
  }

  func forgetAlias(_ number: Int) { aliases[number] = nil }

  /// Moves `object` to the key under which it was saved.
  func rekey(_ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, to key: Int64) {
    guard let binding = state.pointee.binding?.takeUnretainedValue() else { return }
    if state.isMarked(.registered) { maps[binding.mapIndex].remove(state.pointee.key) }
    if let other = instance(key, of: binding), other !== object,
      let otherState = binding.state(of: other)
    {
      // An upsert matched the row of an instance in this context; the newer instance replaces it.
      takeOver(object, state, from: other, otherState, binding)
    }
    register(object, state, key, binding)
  }

  /// Detaches an instance from this context.
  func detach(_ object: AnyObject) {
    guard let model = object as? any PersistentModel, let state = ModelStates.state(of: model)
    else { return }
    detach(model, state)
  }

  /// Detaches an instance whose class is known; finding the class takes longer than all the rest.
  func detach(_ model: any PersistentModel, _ state: StatePointer) {
    if let binding = state.pointee.binding?.takeUnretainedValue(), state.isMarked(.registered) {
      maps[binding.mapIndex].remove(state.pointee.key)
    }
    let older = olderInstances(state)
    release(model, state)?.state.clearChanges()
    for object in older { release(object)?.state.clearChanges() }
  }

  /// Makes an instance independent that is no longer in the identity map, or is about to leave it.
  ///
  /// - Returns: Its state, which still records what changed, and its former binding.
  @discardableResult
  func release(_ object: AnyObject) -> (state: StatePointer, binding: EntityBinding)? {
    guard let model = object as? any PersistentModel, let state = ModelStates.state(of: model)
    else { return nil }
    return release(model, state)
  }

  private func release(
    _ model: any PersistentModel, _ state: StatePointer
  ) -> (state: StatePointer, binding: EntityBinding)? {
    guard let binding = state.pointee.binding?.takeUnretainedValue() else { return nil }
    let identifier = ModelStates.identifier(of: state, model)
    binding.prepareDetachment(state)
    if state.pointee.key < 0 { state.clearChanges() }
    state.pointee.context = nil
    state.pointee.binding = nil
    state.pointee.flags.formIntersection(.partial)
    let extra = state.ensuredExtra
    extra.detachedIdentifier = identifier
    if let alias = extra.aliasNumber {
      forgetAlias(alias)
      extra.aliasNumber = nil
    }
    // Remembered members may refer back to this instance.
    extra.forgetAllMembers()
    return (state, binding)
  }

  /// Removes an instance from this context so that another owner can adopt it.
  func unregister(_ state: StatePointer, _ binding: EntityBinding) {
    maps[binding.mapIndex].remove(state.pointee.key)
    state.pointee.context = nil
    state.pointee.binding = nil
    state.pointee.flags.formIntersection(.partial)
    state.pointee.batch = 0
  }

  /// Marks all instances as stale if another connection wrote to the store; a fetch of their rows
  /// then updates them.
  ///
  /// Called while a statement of the session runs.
  func applyExternalChanges(_ session: any ModelStoreSession) {
    guard session.consumeExternalChanges() else { return }
    forEachInstance { object in
      guard let model = object as? any PersistentModel else { return }
      ModelStates.state(of: model)?.pointee.flags.insert(.stale)
    }
  }

  /// Calls `body` for every registered instance.
  func forEachInstance(_ body: (AnyObject) -> Void) {
    for index in 0..<mapCount { maps[index].forEach(body) }
  }

  /// The binding of the entity that an identifier names, or nil.
  func binding(for identifier: PersistentIdentifier) -> EntityBinding? {
    if let recentBinding, recentBinding.reference === identifier.entity { return recentBinding }
    recentBinding = core.bindings.binding(for: identifier)
    return recentBinding
  }

  /// The binding of a model class.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` if the container was made without the model.
  func binding<T: PersistentModel>(of type: T.Type) throws -> EntityBinding {
    let identifier = ObjectIdentifier(type)
    if let recentClass, recentClass.type == identifier { return recentClass.binding }
    let binding = try core.bindings.binding(for: type)
    recentClass = (identifier, binding)
    return binding
  }

  /// The binding of a model class and the session of its store.
  ///
  /// - Throws: As ``binding(of:)`` does; errors of opening the session.
  @inline(__always)
  func reading<T: PersistentModel>(
    of type: T.Type
  ) throws -> (binding: EntityBinding, session: any ModelStoreSession) {
    if let recentReading, recentReading.type == ObjectIdentifier(type) {
      return (recentReading.binding, recentReading.session)
    }
    return try beginReading(of: type)
  }

  @inline(never)
  private func beginReading<T: PersistentModel>(
    of type: T.Type
  ) throws -> (binding: EntityBinding, session: any ModelStoreSession) {
    let binding = try binding(of: type)
    let session = try session(binding.store)
    recentReading = (ObjectIdentifier(type), binding, session)
    return (binding, session)
  }

  func session(_ store: any ModelStore) throws -> any ModelStoreSession {
    if let recentSession, recentStore === store { return recentSession }
    var session: any ModelStoreSession
    if let known = sessions.first(where: { $0.store === store }) {
      session = known
    } else {
      session = try store.openSession(for: editingState, statements)
      sessions.append(session)
    }
    (recentSession, recentStore) = (session, store)
    return session
  }
}
