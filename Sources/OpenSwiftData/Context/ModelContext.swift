import DataSchema
import Foundation
import PredicateSQL
import RecordStore

/// The place where an app works with its models: it fetches them, keeps track of what changed, and
/// saves.
///
/// A context belongs to one task or actor at a time; models belong to the context that made them.
/// Each stored row is one instance in a context, however often it is fetched.
public class ModelContext: Equatable, SendableMetatype {
  /// The stores and models that the context works on.
  let core: ContainerCore
  /// Nil for a container's main context, which the container holds.
  private let ownedContainer: ModelContainer?
  private weak var ownerContainer: ModelContainer?

  /// The container whose stores the context works on.
  public var container: ModelContainer {
    // A main context may outlive its container; the stores live as long as either.
    ownedContainer ?? ownerContainer ?? ModelContainer(core)
  }

  /// Whether the context is a container's `mainContext`.
  var isMainContext: Bool { ownedContainer == nil }

  /// Whether changes are saved without a call of `save()`, soon after they were made; true at
  /// first only for a container's `mainContext`.
  ///
  /// The save comes when what is running on the main actor is over, or on that of a ``ModelActor``. A
  /// context that is changed elsewhere is saved by nobody but its user.
  public var autosaveEnabled = false {
    didSet { if autosaveEnabled, !oldValue, hasChanges { noteChange() } }
  }

  /// Records changes so that they can be undone; nil unless set.
  ///
  /// What changes between two calls of ``processPendingChanges()`` or ``save()`` is undone at once.
  public var undoManager: UndoManager? {
    didSet {
      // What the manager has heard so far is known to the recorder that told it.
      if undoManager !== oldValue { undoRecorder = undoManager.map { UndoRecorder(self, $0) } }
    }
  }
  // Unchecked, as `changes`: both are looked at for each value that is set.
  /// Whether a store works through the context for others, of whose saves nobody else hears.
  var worksForStore = false
  /// Tells the undo manager what happens.
  @exclusivity(unchecked) private(set) var undoRecorder: UndoRecorder?

  /// Says in the history who made the changes.
  public var author: String? {
    get { editingState.author }
    set { editingState.author = newValue }
  }

  /// The stage of a migration that the context was made for; nil for any other context.
  public internal(set) var migration: MigrationContext?

  /// Identifies the context to its stores.
  public var editingState = EditingState()

  /// The identity maps, one for each entity tree of the container.
  private let maps: UnsafeMutablePointer<IdentityMap>
  /// The instances that lost their place in a map to another, by a number of their own.
  private(set) var aliases: [Int: Unmanaged<AnyObject>] = [:]
  private var lastAlias = 0
  private let mapCount: Int
  /// One for each store that was used; there are few.
  private(set) var sessions: [any ModelStoreSession] = []
  /// The session that was asked for last, and its store.
  private var recentSession: (any ModelStoreSession)?
  private var recentStore: (any ModelStore)?
  /// The binding of the entity whose identifier came last.
  private var recentBinding: EntityBinding?
  /// The class that was fetched last, whose binding is not searched for again.
  @exclusivity(unchecked)
  private var recentClass: (type: ObjectIdentifier, binding: EntityBinding)?
  @exclusivity(unchecked)
  private var recentReading:
    (type: ObjectIdentifier, binding: EntityBinding, session: any ModelStoreSession)?
  @exclusivity(unchecked) var changes = PendingChanges()
  /// Who became related or ceased to be, where no instance can tell.
  var links = PendingLinks()
  /// The results that were fetched last.
  var batches = FetchBatches()
  /// What a call that cannot throw could not do; the next `save()` throws it.
  var deferredFailure: (any Error)?
  /// Members of whom not all were compared when they were changed.
  @exclusivity(unchecked) var unverifiedMembers: [UnverifiedMembers] = []
  /// What was changed without knowing what it was before.
  var unread = UnreadChanges()
  let autosave = Autosave()
  /// Those who follow what becomes of the models; nil unless there is somebody.
  @exclusivity(unchecked) var observation: ContextObservation?
  /// Those who want to know what statements the context runs.
  let statements = StatementReports()
  /// Detects that two threads use the context at once.
  let use = ContextUse()

  /// Makes a context that works on the stores of `container` and saves when it is told to.
  public convenience init(_ container: ModelContainer) {
    self.init(container, isOwned: false)
  }

  /// - Parameters:
  ///   - container: The container whose stores the context works on.
  ///   - isOwned: Whether the container holds the context, which then does not hold it in turn.
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
    // What a damaged column leads to may be of another class of the table.
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

  /// The same without counting references, for whoever makes many instances.
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

  /// Takes the instance of `key` out of the identity map; called as the instance is destroyed.
  func forget(key: Int64, of binding: EntityBinding) {
    let isNoted = beginFrequentUse("deinit of a model")
    defer { endUse(isNoted) }
    maps[binding.mapIndex].remove(key)
  }

  /// Keeps track of an instance that no map leads to any more, so that a context which goes away
  /// can detach it.
  func addAlias(_ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>) {
    if let observation, let model = object as? any PersistentModel {
      tellObservers(observation, of: model)
    }
    lastAlias += 1
    aliases[lastAlias] = .passUnretained(object)
    state.ensuredExtra.aliasNumber = lastAlias
  }

  func forgetAlias(_ number: Int) { aliases[number] = nil }

  /// Moves `object` to the key it was saved under.
  func rekey(_ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, to key: Int64) {
    guard let binding = state.pointee.binding?.takeUnretainedValue() else { return }
    if state.isMarked(.registered) { maps[binding.mapIndex].remove(state.pointee.key) }
    if let other = instance(key, of: binding), other !== object,
      let otherState = binding.state(of: other)
    {
      // An upsert met the row of an instance already here: the newer one stands for it now.
      takeOver(object, state, from: other, otherState, binding)
    }
    register(object, state, key, binding)
  }

  /// Cuts the tie between an instance and this context.
  func detach(_ object: AnyObject) {
    guard let model = object as? any PersistentModel, let state = ModelStates.state(of: model)
    else { return }
    detach(model, state)
  }

  /// The same for an instance whose class is known: finding out what an object is takes longer than all the rest.
  func detach(_ model: any PersistentModel, _ state: StatePointer) {
    if let binding = state.pointee.binding?.takeUnretainedValue(), state.isMarked(.registered) {
      maps[binding.mapIndex].remove(state.pointee.key)
    }
    let older = olderInstances(state)
    release(model, state)?.state.clearChanges()
    for object in older { release(object)?.state.clearChanges() }
  }

  /// Makes an instance independent that is out of the identity map, or about to be.
  ///
  /// - Returns: Its state, which still tells what was changed, and how it was stored.
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
    // What was remembered of members may lead back here.
    extra.forgetAllMembers()
    return (state, binding)
  }

  /// Takes an instance out of this context that another owner takes over.
  func unregister(_ state: StatePointer, _ binding: EntityBinding) {
    maps[binding.mapIndex].remove(state.pointee.key)
    state.pointee.context = nil
    state.pointee.binding = nil
    state.pointee.flags.formIntersection(.partial)
    state.pointee.batch = 0
  }

  /// Lets the instances take new values when a fetch meets their rows, if somebody else wrote.
  ///
  /// Called while a statement of the session runs.
  func applyExternalChanges(_ session: any ModelStoreSession) {
    guard session.consumeExternalChanges() else { return }
    forEachInstance { object in
      guard let model = object as? any PersistentModel else { return }
      ModelStates.state(of: model)?.pointee.flags.insert(.stale)
    }
  }

  /// Every registered instance.
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
  /// - Throws: `SwiftDataError.unknownSchema` when the container was made without the model.
  func binding<T: PersistentModel>(of type: T.Type) throws -> EntityBinding {
    let identifier = ObjectIdentifier(type)
    if let recentClass, recentClass.type == identifier { return recentClass.binding }
    let binding = try core.bindings.binding(for: type)
    recentClass = (identifier, binding)
    return binding
  }

  /// The same with the session of its store.
  ///
  /// - Throws: As ``binding(of:)`` does; what opening the session throws.
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
