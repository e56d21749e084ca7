/// The unsaved changes of a context.
///
/// The lists retain their instances, so that nothing unsaved is lost when the program releases a
/// model. An instance that is removed from a list keeps its entry there, unmarked, until the next
/// save: removing the entry at once would cost a search.
struct PendingChanges {
  struct Entry {
    let model: any PersistentModel
    let state: UnsafeMutablePointer<_ModelState>
    let binding: EntityBinding
  }

  /// A list of instances whose state carries a mark.
  struct List {
    let mark: _ModelState.Flags
    private(set) var entries: [Entry] = []
    /// The number of marked entries; the others were removed from the list.
    private(set) var count = 0
    /// The states of removed entries; they may belong to another context by now.
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

    /// The marked entries, in the order in which they were added.
    var marked: [Entry] {
      departed.isEmpty ? entries : entries.filter { !departed.contains($0.state) }
    }

    mutating func removeAll() {
      for entry in marked {
        entry.state.pointee.flags.remove(mark)
        // Members that were applied again to what a save reread count as changed; they are saved by
        // now.
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
  /// The keys of rows to delete that have no instance, by entity.
  var deletedKeys: [ObjectIdentifier: KeyDeletion] = [:]

  struct KeyDeletion {
    let binding: EntityBinding
    var keys = SortedKeys()
  }

  var isEmpty: Bool {
    inserted.count == 0 && changed.count == 0 && deleted.count == 0 && deletedKeys.isEmpty
  }

  /// Whether there are changes to instances of an entity tree.
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
