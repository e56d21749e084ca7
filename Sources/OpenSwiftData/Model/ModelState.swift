import Observation

/// What every `@Model` instance carries beside its values: who it is, and what changed.
///
/// It sits inline in the instance, so that an instance is one allocation. Being noncopyable it can
/// have a `deinit`, which takes the instance out of its context's identity map and leaves the
/// user's own `deinit` free. Made only by generated code.
public struct _ModelState: ~Copyable {
  /// The context the instance is registered with; it outlives the pointer, because a context that
  /// goes away detaches its instances first.
  var context: Unmanaged<ModelContext>?
  /// How the instance's entity is stored; valid while `context` is set.
  var binding: Unmanaged<EntityBinding>?
  /// The primary key; negative while temporary, 0 before anyone asked.
  var key: Int64 = 0
  /// One bit for each property changed since the last save; bit 63 says that some from 63 on are,
  /// which `extra` tells.
  var changes: UInt64 = 0
  /// What holds `extra`.
  ///
  /// Letting go of a reference of the language, which is nearly always nil, would cost every instance
  /// more than looking at this one.
  var extraReference: Unmanaged<_ModelExtra>?
  var flags: Flags = []
  /// The result that the instance last came in; 0 for none.
  var batch: UInt32 = 0

  struct Flags: OptionSet {
    var rawValue: UInt8

    /// Stands in the identity map under its key.
    static let registered = Flags(rawValue: 1)
    /// Inserted and not yet saved.
    static let inserted = Flags(rawValue: 2)
    /// In the context's list of changed instances.
    static let changed = Flags(rawValue: 4)
    /// Marked for deletion and not yet saved.
    static let deleted = Flags(rawValue: 8)
    /// Another instance stands for this key in the identity map.
    static let alias = Flags(rawValue: 16)
    /// Somebody else wrote to the store since the values were read.
    static let stale = Flags(rawValue: 32)
    /// Some slots may be empty although the row has values for them.
    static let partial = Flags(rawValue: 64)
    /// Its members were changed, and the other ends do not all know yet.
    static let relating = Flags(rawValue: 128)

    // What sets of options have by themselves is generic code, which costs a debug build hundreds of
    // instructions for each bit.

    func contains(_ other: Flags) -> Bool { rawValue & other.rawValue == other.rawValue }

    @discardableResult
    mutating func insert(_ other: Flags) -> (inserted: Bool, memberAfterInsert: Flags) {
      let isNew = !contains(other)
      rawValue |= other.rawValue
      return (isNew, other)
    }

    @discardableResult
    mutating func remove(_ other: Flags) -> Flags? {
      let removed = rawValue & other.rawValue
      rawValue &= ~other.rawValue
      return removed == 0 ? nil : Flags(rawValue: removed)
    }

    mutating func formIntersection(_ other: Flags) { rawValue &= other.rawValue }
  }

  /// What few instances need, made on demand.
  var extra: _ModelExtra? {
    get { extraReference?.takeUnretainedValue() }
    set {
      let former = extraReference
      extraReference = newValue.map(Unmanaged.passRetained)
      former?.release()
    }
  }

  /// Makes the state of a new instance.
  public init() {}

  /// Whether the instance's rows are those of `other`.
  func isOf(_ other: EntityBinding) -> Bool {
    binding?.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }

  /// Whether setting property `index` needs nothing but storing the value.
  func isPlain(_ index: Int) -> Bool {
    extraReference == nil && (context == nil || changes & (1 &<< UInt64(min(index, 63))) != 0)
  }

  deinit {
    if !flags.isDisjoint(with: [.registered, .alias]) { leaveContext() }
    extraReference?.release()
  }

  /// Takes the instance, which is going away, out of what its context keeps.
  @inline(__always)
  private func leaveContext() {
    guard let context, let binding else { return }
    if let alias = extra?.aliasNumber {
      context._withUnsafeGuaranteedRef { $0.forgetAlias(alias) }
      return
    }
    context._withUnsafeGuaranteedRef { context in
      binding._withUnsafeGuaranteedRef { context.forget(key: key, of: $0) }
    }
  }
}

/// The rarely needed part of an instance's state.
///
/// Each deleted instance gets one: what still fewer have is in `unusual`, so that making this one and
/// letting go of it touches few words.
final class _ModelExtra {
  /// Made when someone first observes the instance.
  var registrar: ObservationRegistrar?
  /// The identity of an instance whose context is gone.
  var detachedIdentifier: PersistentIdentifier?
  /// How an instance whose context is gone was stored, if it may have something to read.
  var formerBinding: EntityBinding?
  /// What a stored instance reads from whose context has ended.
  var reader: DetachedReader?
  /// The members of to-many relationships that are being changed in place, the first of a chain; where
  /// there are some, the property counts as changed.
  var firstKnown: KnownMembers?
  /// What leads from an instance whose row another took over to that one.
  var standIn: RowInstance?
  /// The number under which the context knows an alias, which no identity map of it has.
  var aliasNumber: Int?
  /// Who has the instance in an array while neither belongs to a context; nil for nobody.
  var owners: [UnattachedOwner]?
  /// What hardly any instance needs, made on demand.
  var unusual: UnusualState?

  init() {}

  deinit {
    guard let reader, let formerBinding, let key = detachedIdentifier.map(formerBinding.rowKey)
    else { return }
    reader.forget(key, of: formerBinding, nil)
  }
}

/// What `@Model` gives a class beyond `PersistentModel`: typed access to its inline values.
public protocol _InlineModel: PersistentModel, CustomReflectable {
  /// Makes an instance without values, for a stored row that supplies them.
  init(_materializing: _Materialization)
  /// Where the instance keeps its state.
  var _$statePointer: UnsafeMutablePointer<_ModelState> { get }
  /// Fills the slots that are empty from a row.
  func _$load(_ row: _RowLoader)
  /// Binds the values to a statement.
  func _$bind(_ row: _RowBinder)
  /// Empties the slots whose bits are set.
  func _$unload(_ mask: UInt64)
  /// Where the instance keeps a relationship; nil for an attribute.
  func _$link(_ index: Int) -> _Link?
  /// The key path of a property, by its position.
  @MainActor static func _$keyPath(_ index: Int) -> AnyKeyPath
  /// The key path of a property from an optional model, by its position; nil for none.
  @MainActor static func _$optionalKeyPath(_ index: Int) -> AnyKeyPath?
}

extension _InlineModel {
  /// Sorting and prefetching through an optional relationship to the model go through memory then.
  @MainActor public static func _$optionalKeyPath(_ index: Int) -> AnyKeyPath? { nil }
}

/// Proof that the library, and nobody else, makes an instance for a stored row.
public struct _Materialization {
  init() {}
}

extension UnsafeMutablePointer where Pointee == _ModelState {
  /// The rarely needed part, made if need be.
  var ensuredExtra: _ModelExtra {
    if let extra = pointee.extra { return extra }
    let extra = _ModelExtra()
    pointee.extra = extra
    return extra
  }

  func isMarked(_ flag: _ModelState.Flags) -> Bool { pointee.flags.contains(flag) }
}
