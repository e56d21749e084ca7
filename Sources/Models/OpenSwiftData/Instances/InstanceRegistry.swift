import RecordStore

/// The context of a registry, as instances and bindings see it.
protocol RegistryOwner: AnyObject {
  /// Identifies the context to its stores.
  var editingState: EditingState { get }
  /// Called before a stale instance is updated from the row that the loader has read.
  ///
  /// - Returns: The properties that keep their values, because of unsaved changes.
  func willRefresh(
    _ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, _ binding: EntityBinding,
    _ loader: _RowLoader
  ) -> PropertyMask
  /// Called on a thread that uses the context while another thread does.
  ///
  /// - Parameters:
  ///   - running: The call of the other thread.
  ///   - entering: The call of this thread.
  ///   - isFirst: Whether it is the context's first report.
  func reportUse(running: String, entering: String, isFirst: Bool)
}

/// The instances of a context, each the only one of its row, and the sessions that read them.
///
/// It is what instances, bindings and stores know of a context.
final class InstanceRegistry {
  unowned(unsafe) private var knownOwner: (any RegistryOwner)?
  /// The context, which creates and retains the registry, and sets this at once.
  var owner: any RegistryOwner {
    @inline(__always) get { knownOwner.unsafelyUnwrapped }
    set { knownOwner = newValue }
  }

  /// The identity maps, one for each entity tree of the container.
  private let maps: UnsafeMutablePointer<IdentityMap>
  private let mapCount: Int
  /// Instances that another instance replaced in a map, by alias number.
  private(set) var aliases: [Int: Unmanaged<AnyObject>] = [:]
  private var lastAlias = 0
  /// The results that were fetched last.
  var batches = FetchBatches()
  /// The sessions of the stores that were used; there are few.
  private(set) var sessions: [any ModelStoreSession] = []
  /// The session that was requested last, and its store.
  private var recentSession: (any ModelStoreSession)?
  private var recentStore: (any ModelStore)?
  /// The observers of the statements that the context runs.
  let statements = StatementReports()
  /// Receives the errors of rows that a fetch leaves out; nil if a fetch fails at such a row.
  var reportUnreadable: ((SwiftDataError) throws -> Void)?
  /// Detects that two threads use the context at once.
  let use = ContextUse()

  /// The registry whose sessions this one uses; nil if it has its own.
  let lender: InstanceRegistry?

  /// - Parameters:
  ///   - mapCount: The number of entity trees.
  ///   - lender: The registry that lends its sessions; nil to open others.
  init(mapCount: Int, sessionsOf lender: InstanceRegistry? = nil) {
    self.mapCount = mapCount
    self.lender = lender
    maps = .allocate(capacity: max(mapCount, 1))
    for index in 0..<mapCount { (maps + index).initialize(to: IdentityMap()) }
  }

  deinit {
    maps.deinitialize(count: mapCount)
    maps.deallocate()
  }

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

  /// Makes `object` the instance of `key`.
  ///
  /// It does no reference counting, for callers that create many instances.
  @inline(__always)
  func register(
    _ object: Unmanaged<AnyObject>, _ state: UnsafeMutablePointer<_ModelState>, _ key: Int64,
    _ binding: EntityBinding
  ) {
    state.pointee.registry = .passUnretained(self)
    state.pointee.binding = .passUnretained(binding)
    state.pointee.key = key
    state.pointee.flags.insert(.registered)
    maps[binding.mapIndex].insert(object, key)
  }

  /// Removes the instance of `key` from the identity map.
  func remove(_ key: Int64, of binding: EntityBinding) { maps[binding.mapIndex].remove(key) }

  /// Removes the instance of `key`, which is being deinitialized.
  func forget(key: Int64, of binding: EntityBinding) {
    let isNoted = beginFrequentUse("deinit of a model")
    defer { endUse(isNoted) }
    maps[binding.mapIndex].remove(key)
  }

  /// Tracks an instance that is no longer in a map, so that the context can detach it when it ends.
  func addAlias(_ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>) {
    lastAlias += 1
    aliases[lastAlias] = .passUnretained(object)
    state.ensuredExtra.aliasNumber = lastAlias
  }

  func forgetAlias(_ number: Int) { aliases[number] = nil }

  /// Calls `body` for every registered instance.
  func forEachInstance(_ body: (AnyObject) -> Void) {
    for index in 0..<mapCount { maps[index].forEach(body) }
  }

  /// Closes the sessions; the registry must not be used afterwards.
  func close() {
    for session in sessions { session.close() }
  }

  /// The session for a store, opened when it is first requested.
  ///
  /// - Throws: `SwiftDataError` if the store can no longer be used.
  func session(_ store: any ModelStore) throws -> any ModelStoreSession {
    if let recentSession, recentStore === store { return recentSession }
    if let lender { return try lender.session(store) }
    var session: any ModelStoreSession
    if let known = sessions.first(where: { $0.store === store }) {
      session = known
    } else {
      session = try store.openSession(for: owner.editingState, statements)
      sessions.append(session)
    }
    (recentSession, recentStore) = (session, store)
    return session
  }
}

extension UnsafeMutablePointer where Pointee == _ModelState {
  /// Whether the instance is registered with that registry.
  func belongs(to registry: InstanceRegistry) -> Bool {
    pointee.registry?.toOpaque() == Unmanaged.passUnretained(registry).toOpaque()
  }
}
