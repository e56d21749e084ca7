import Foundation

/// An object that fetches models, tracks changes to them, and saves the changes.
///
/// A context belongs to one task or actor at a time; models belong to the context that made them.
/// Each stored row is one instance in a context, however often it is fetched.
public class ModelContext: Equatable, SendableMetatype {
  /// The stores and models that the context works on.
  let core: ContainerCore
  /// The instances, and the sessions of the stores.
  let registry: InstanceRegistry
  /// The container that the context retains; nil for a main context, which its container retains.
  var ownedContainer: AnyObject?
  private weak var ownerContainer: AnyObject?
  /// The container that the context was made for, as long as it exists.
  var knownContainer: AnyObject? { ownedContainer ?? ownerContainer }

  /// Whether the context is a container's `mainContext`.
  let isMainContext: Bool

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
  /// What a save does if others have changed or deleted a row that this context has changed;
  /// ``ConflictPolicy/mergeByProperty`` by default.
  ///
  /// It concerns the changes made after it is set, so set it when you create the context. With a
  /// policy other than the default, the first change of a model copies its values, and a save reads
  /// the changed rows again, with one statement for up to 500 rows of a class.
  ///
  /// ```swift
  /// context.conflictPolicy = .fail
  /// ```
  ///
  /// > Note: SwiftData has no such property.
  public var conflictPolicy = ConflictPolicy.mergeByProperty {
    didSet { conflictPolicyDidChange() }
  }
  /// What a save does if an inserted model has the unique values of an existing one;
  /// ``InsertionPolicy/upsert`` by default.
  ///
  /// It concerns all models inserted until the save, except those that were inserted with a policy
  /// of their own (``insert(_:onConflict:)``). Custom stores know only ``InsertionPolicy/upsert``: with
  /// another policy, the save of a model with unique properties throws an error.
  ///
  /// > Note: SwiftData has no such property.
  public var insertionPolicy = InsertionPolicy.upsert
  /// The policies of single inserted models, by their temporary keys.
  var insertionPolicies: [Int64: InsertionPolicy] = [:]

  // Unchecked, as `changes`.
  /// The values that were read of changed models; nil if the policy does not compare them.
  @exclusivity(unchecked) var readValues: ReadValues?

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
  var migrationStage: AnyObject?

  /// Identifies the context to its stores.
  public var editingState = EditingState()

  /// The binding of the entity whose identifier was looked up last.
  private var recentBinding: EntityBinding?
  /// The class that was fetched last, with its binding, which is not searched for again.
  @exclusivity(unchecked)
  private var recentClass: (type: ObjectIdentifier, binding: EntityBinding)?
  @exclusivity(unchecked)
  private var recentReading:
    (type: ObjectIdentifier, binding: EntityBinding, cache: (any FetchCache)?)?
  @exclusivity(unchecked) var changes = PendingChanges()
  /// Links that were added or removed and that no instance records in its own values.
  var links = PendingLinks()
  /// The targets of changed to-one relationships before their changes.
  var formerTargets = FormerTargets()
  /// Whether changes are written by the transaction that is under way, at its end.
  var isInTransaction = false
  /// The failure of a call that cannot throw; the next `save()` throws it.
  var deferredFailure: (any Error)?
  /// Changed to-many relationships whose members were not all compared yet.
  @exclusivity(unchecked) var unverifiedMembers: [UnverifiedMembers] = []
  /// Changes that were made without reading the previous value.
  var unread = UnreadChanges()
  let autosave = Autosave()
  /// The observers of the models; nil if there are none.
  @exclusivity(unchecked) var observation: ContextObservation?

  /// - Parameters:
  ///   - core: The stores that the context works on.
  ///   - container: The container of the stores; nil if there need not be one.
  ///   - isOwned: Whether the container retains the context, which then does not retain it in turn.
  init(_ core: ContainerCore, of container: AnyObject? = nil, isOwned: Bool = false) {
    self.core = core
    ownedContainer = isOwned ? nil : container
    ownerContainer = container
    isMainContext = isOwned
    registry = InstanceRegistry(mapCount: core.bindings.mapCount)
    registry.owner = self
  }

  /// Creates a context that reads rows through the sessions of another, even within a transaction.
  ///
  /// - Parameter other: The context that has the sessions; it must outlive the new one.
  init(readingThrough other: ModelContext) {
    core = other.core
    isMainContext = false
    registry = InstanceRegistry(
      mapCount: core.bindings.mapCount, sessionsOf: other.registry)
    worksForStore = true
    registry.owner = self
  }

  deinit {
    endInstances()
    registry.close()
  }

  /// Whether both are the same context.
  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }
}

extension ModelContext {
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

  /// The binding of a model class and the cache of fetches of its store.
  ///
  /// - Throws: As ``binding(of:)`` does; errors of opening the session.
  @inline(__always)
  func reading<T: PersistentModel>(
    of type: T.Type
  ) throws -> (binding: EntityBinding, cache: (any FetchCache)?) {
    if let recentReading, recentReading.type == ObjectIdentifier(type) {
      return (recentReading.binding, recentReading.cache)
    }
    return try beginReading(of: type)
  }

  @inline(never)
  private func beginReading<T: PersistentModel>(
    of type: T.Type
  ) throws -> (binding: EntityBinding, cache: (any FetchCache)?) {
    let binding = try binding(of: type)
    let cache = try session(binding.store).fetchCache
    recentReading = (ObjectIdentifier(type), binding, cache)
    return (binding, cache)
  }
}
