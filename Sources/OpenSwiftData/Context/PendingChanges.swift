/// What a context has to save.
///
/// The arrays hold their instances strongly, so that nothing unsaved is lost when the user lets
/// go of it. An instance that left a list keeps its place there until the next save, unmarked:
/// taking it out at once would cost a search.
struct PendingChanges {
  struct Entry {
    let model: any PersistentModel
    let state: UnsafeMutablePointer<_ModelState>
    let binding: EntityBinding
  }

  /// One list of instances whose state carries a mark.
  struct List {
    let mark: _ModelState.Flags
    private(set) var entries: [Entry] = []
    /// Marked entries; the others have left the list.
    private(set) var count = 0
    /// The states of the entries that have left; they may since belong to another context.
    private var departed: Set<UnsafeMutablePointer<_ModelState>> = []

    init(mark: _ModelState.Flags) { self.mark = mark }

    mutating func add(_ entry: Entry) {
      guard !entry.state.isMarked(mark) else { return }
      entry.state.pointee.flags.insert(mark)
      count += 1
      if departed.isEmpty || departed.remove(entry.state) == nil { entries.append(entry) }
    }

    mutating func remove(_ state: UnsafeMutablePointer<_ModelState>) {
      guard state.isMarked(mark) else { return }
      state.pointee.flags.remove(mark)
      count -= 1
      departed.insert(state)
    }

    /// The marked entries in the order they came.
    var marked: [Entry] {
      departed.isEmpty ? entries : entries.filter { !departed.contains($0.state) }
    }

    mutating func removeAll() {
      for entry in marked {
        entry.state.pointee.flags.remove(mark)
        // Members that were laid over what a save read anew count as changed, and are saved by now.
        guard mark == .changed else { continue }
        entry.state.clearChanges()
        entry.state.pointee.extra?.forgetAllMembers()
      }
      entries.removeAll()
      departed.removeAll()
      count = 0
    }
  }

  var inserted = List(mark: .inserted)
  var changed = List(mark: .changed)
  var deleted = List(mark: .deleted)
  /// Rows to delete that no instance stands for, by entity.
  var deletedKeys: [ObjectIdentifier: KeyDeletion] = [:]

  struct KeyDeletion {
    let binding: EntityBinding
    var keys = SortedKeys()
  }

  var isEmpty: Bool {
    inserted.count == 0 && changed.count == 0 && deleted.count == 0 && deletedKeys.isEmpty
  }

  /// Whether anything concerns the instances of a tree of entities.
  func concerns(mapIndex: Int) -> Bool {
    func any(_ list: List) -> Bool {
      list.count > 0 && list.entries.contains { $0.binding.mapIndex == mapIndex }
    }
    return any(inserted) || any(changed) || any(deleted)
      || deletedKeys.values.contains { $0.binding.mapIndex == mapIndex }
  }

  func isDeleted(_ key: Int64, of binding: EntityBinding) -> Bool {
    deletedKeys.values.contains {
      $0.binding.mapIndex == binding.mapIndex && $0.keys.contains(key)
    }
  }
}
