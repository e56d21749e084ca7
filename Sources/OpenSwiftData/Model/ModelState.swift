import CRowCells
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
  /// The block of memory where the instance's texts stand that were not read yet, of which it has
  /// a share.
  var texts: OpaquePointer?
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

  /// Whether setting property `index` needs nothing but storing the value.
  func isPlain(_ index: Int) -> Bool {
    extraReference == nil && (context == nil || changes & (1 &<< UInt64(min(index, 63))) != 0)
  }

  deinit {
    if !flags.isDisjoint(with: [.registered, .alias]) { leaveContext() }
    extraReference?.release()
    if let texts { openswiftdata_release_text_block(texts) }
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
final class _ModelExtra {
  /// Made when someone first observes the instance.
  var registrar: ObservationRegistrar?
  /// Backing data that somebody else implemented and the instance reads from.
  var foreignBackingData: Any?
  /// The identity of an instance whose context is gone.
  var detachedIdentifier: PersistentIdentifier?
  /// How an instance whose context is gone was stored, if it may have something to read.
  var formerBinding: EntityBinding?
  /// The members of to-many relationships that are being changed in place, by property; where there are
  /// some, the property counts as changed.
  var knownMembers: [Int: KnownMembers] = [:]
  /// What a stored instance reads from whose context has ended.
  var reader: DetachedReader?
  /// The properties of such an instance whose changes were told to be lost.
  var toldChanges: Set<Int> = []
  /// The members of changed relationships that are to be read anew, in the order they had.
  var formerMembers: [Int: [AnyObject]] = [:]
  /// What leads from an instance whose row another took over to that one.
  var standIn: RowInstance?
  /// What leads older instances of the row to this one.
  weak var row: RowInstance?
  /// The step of the undo manager in which the instance was inserted.
  weak var insertionStep: UndoStep?
  /// Properties whose reading failed last; a slot that has a value then was made up for somebody who
  /// changes it in place.
  var failed: Set<Int> = []
  /// What stands in the slot of a to-one relationship for the time of such a change.
  var madeUpTarget: AnyObject?
  /// Relationships that were set while nobody could read what they were.
  var unread: Set<Int> = []
  /// The changed properties from number 63 on.
  var lateChanges = PropertyMask()
  /// The properties that are being forgotten, where the first word of their mask does not tell.
  var unloading: PropertyMask?
  /// The number under which the context knows an alias, which no identity map of it has.
  var aliasNumber: Int?
  /// Who has the instance in an array while neither belongs to a context.
  var owners: [UnattachedOwner] = []

  init() {}

  deinit {
    guard let reader, let formerBinding, let key = detachedIdentifier?.key else { return }
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
