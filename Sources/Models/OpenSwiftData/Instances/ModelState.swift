import Observation

/// Identity and change-tracking state of a `@Model` instance.
///
/// It is stored inline in the instance, so that an instance is one allocation. Since it is
/// noncopyable, it can have a `deinit`, which removes the instance from its context's identity map
/// and leaves the class's own `deinit` to the user. Only generated code creates it.
public struct _ModelState: ~Copyable {
  /// The registry of the context that the instance belongs to; it outlives the pointer, since a
  /// context detaches its instances before it ends.
  var registry: Unmanaged<InstanceRegistry>?
  /// How the instance's entity is stored; valid while `registry` is set.
  var binding: Unmanaged<EntityBinding>?
  /// The primary key; negative while temporary, 0 until it is first requested.
  var key: Int64 = 0
  /// One bit for each property changed since the last save; bit 63 stands for all properties from
  /// 63 on, which `extra` lists.
  var changes: UInt64 = 0
  /// A reference to `extra`.
  ///
  /// Unmanaged, since releasing a strong reference, which is nearly always nil, would cost every
  /// instance more than testing this one.
  var extraReference: Unmanaged<_ModelExtra>?
  var flags: Flags = []
  /// The number of the fetch result that last included the instance; 0 for none.
  var batch: UInt32 = 0

  struct Flags: OptionSet {
    var rawValue: UInt8

    /// Registered in the identity map under its key.
    static let registered = Flags(rawValue: 1)
    /// Inserted and not yet saved.
    static let inserted = Flags(rawValue: 2)
    /// In the context's list of changed instances.
    static let changed = Flags(rawValue: 4)
    /// Marked for deletion and not yet saved.
    static let deleted = Flags(rawValue: 8)
    /// Another instance is registered in the identity map under this key.
    static let alias = Flags(rawValue: 16)
    /// Others wrote to the store since the values were read.
    static let stale = Flags(rawValue: 32)
    /// Some slots may be empty although the row has values for them.
    static let partial = Flags(rawValue: 64)
    /// Its members were changed, and not all of the other ends were updated yet.
    static let relating = Flags(rawValue: 128)

    // The default implementations of `OptionSet` are generic code, which costs a debug build
    // hundreds of instructions for each bit.

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

  /// State that few instances need, created on demand.
  var extra: _ModelExtra? {
    get { extraReference?.takeUnretainedValue() }
    set {
      let former = extraReference
      extraReference = newValue.map(Unmanaged.passRetained)
      former?.release()
    }
  }

  /// Creates the state of a new instance.
  public init() {}

  /// Whether `other` is the instance's binding.
  func isOf(_ other: EntityBinding) -> Bool {
    binding?.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }

  /// Whether setting property `index` only requires storing the value.
  func isPlain(_ index: Int) -> Bool {
    extraReference == nil && (registry == nil || changes & (1 &<< UInt64(min(index, 63))) != 0)
  }

  deinit {
    if !flags.isDisjoint(with: [.registered, .alias]) { leaveContext() }
    extraReference?.release()
  }

  /// Removes the instance, which is being deinitialized, from the tables of its context.
  @inline(__always)
  private func leaveContext() {
    guard let registry, let binding else { return }
    if let alias = extra?.aliasNumber {
      registry._withUnsafeGuaranteedRef { $0.forgetAlias(alias) }
      return
    }
    registry._withUnsafeGuaranteedRef { registry in
      binding._withUnsafeGuaranteedRef { registry.forget(key: key, of: $0) }
    }
  }
}

/// The rarely needed part of an instance's state.
///
/// Each deleted instance gets one. State that still fewer instances need is in `unusual`, so that
/// creating and releasing this part touches few words.
final class _ModelExtra {
  /// The registrar, created when the instance is first observed.
  var registrar: ObservationRegistrar?
  /// The identifier of an instance whose context has ended.
  var detachedIdentifier: PersistentIdentifier?
  /// The binding of an instance whose context has ended, if it may still have values to read.
  var formerBinding: EntityBinding?
  /// The instances that outlived their contexts, with this one among them.
  var detachedInstances: DetachedInstances?
  /// The first in a chain of to-many relationships whose members are being changed in place; these
  /// properties count as changed.
  var firstKnown: KnownMembers?
  /// Forwards to the instance that replaced this one after an upsert.
  var standIn: RowInstance?
  /// The number of an alias in its context; an alias is in no identity map.
  var aliasNumber: Int?
  /// The owners of arrays that contain the instance while neither belongs to a context; nil if
  /// there are none.
  var owners: [UnattachedOwner]?
  /// State that hardly any instance needs, created on demand.
  var unusual: UnusualState?

  init() {}

  deinit {
    guard let detachedInstances, let formerBinding,
      let key = detachedIdentifier.map(formerBinding.rowKey)
    else { return }
    detachedInstances.forget(key, of: formerBinding, nil)
  }
}

extension UnsafeMutablePointer where Pointee == _ModelState {
  /// The rarely needed part, created if it is missing.
  var ensuredExtra: _ModelExtra {
    if let extra = pointee.extra { return extra }
    let extra = _ModelExtra()
    pointee.extra = extra
    return extra
  }

  func isMarked(_ flag: _ModelState.Flags) -> Bool { pointee.flags.contains(flag) }
}

extension _ModelExtra {
  /// The state that hardly any instance needs, created if it is missing.
  var ensuredUnusual: UnusualState {
    if let unusual { return unusual }
    let made = UnusualState()
    unusual = made
    return made
  }

  /// Whether there are properties whose last read failed.
  var hasFailures: Bool { unusual.map { !$0.failed.isEmpty } ?? false }
}
