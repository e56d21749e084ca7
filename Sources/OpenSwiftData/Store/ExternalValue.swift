import CodableStorage
import CoreDataFormat
import Foundation
import SQLCore

// Values of attributes with `.externalStorage`: their columns say before the bytes where they stand.

/// What a binder needs in order to store values outside of the row.
struct ExternalRow {
  let changes: ExternalChanges
  /// The state of the instance whose values are bound.
  let model: UnsafeRawPointer
  /// The files that the row names so far, by property.
  let current: [(property: Int, name: UUID)]
}

extension ExternalChanges {
  /// What binding an instance for insertion needs.
  func newRow(for entry: PendingChanges.Entry) -> ExternalRow? {
    guard entry.binding.external != nil else { return nil }
    return ExternalRow(changes: self, model: UnsafeRawPointer(entry.state), current: [])
  }

  /// What binding an instance for an update needs; the files of the changed properties go.
  func row(
    _ key: Int64, for entry: PendingChanges.Entry, changes: PropertyMask
  ) throws -> ExternalRow? {
    guard entry.binding.external != nil else { return nil }
    let retired = try retire(key, of: entry.binding, changes: changes)
    // An inserted instance brings all its values along, for whatever row takes them.
    let current = entry.state.isMarked(.inserted) ? [] : retired
    return ExternalRow(changes: self, model: UnsafeRawPointer(entry.state), current: current)
  }
}

extension _RowBinder {
  /// Binds the bytes of a value, or the name of a new file with them.
  func bindExternal(_ bytes: Data?, _ index: Int, _ parameter: Int) {
    guard let bytes else { return writer.bindNull(parameter) }
    do {
      let data =
        try external.map { try $0.changes.reference(to: bytes, of: $0.model, index) }
        ?? .inline(bytes)
      writer.bind(data.storedValue, parameter)
    } catch {
      // It is the file's failure, not that of encoding the value.
      if failure == nil { failure = error }
    }
  }

  /// Binds what a row holds so far for a property that is not loaded.
  ///
  /// Only a value in a file is not loaded by the time its row is written.
  func bindUnloaded(_ index: Int, _ parameter: Int) {
    guard let external, let name = currentFile(index) else { return writer.bindNull(parameter) }
    external.changes.keep(name)
    writer.bind(ExternalData.file(name).storedValue, parameter)
  }

  /// The file that the row names so far for a property.
  func currentFile(_ index: Int) -> UUID? {
    external?.current.first { $0.property == index }?.name
  }
}

extension _RowLoader {
  /// The stored value without its marker; nil where it stands in a file that stays unread.
  ///
  /// Only the property that somebody touches reads its file.
  func externalValue(_ index: Int, _ column: Int) -> SQLValue? {
    let stored = row.value(column)
    switch ExternalData(stored) {
    case .inline(let bytes): return .blob(bytes)
    // Rows may hold values without marker, from before the attribute had the option.
    case nil: return stored
    case .file(let name):
      guard index == touched, let files = binding.store.externalFiles else { return nil }
      do {
        if let bytes = try files.read(name) { return .blob(bytes) }
        missingFile = name
      } catch {
        if failure == nil { failure = error }
      }
      return nil
    }
  }
}

extension EntityBinding {
  /// The error for a property whose file is missing.
  func missingFile(_ name: UUID, of index: Int) -> SwiftDataError {
    SwiftDataError.valueCannotBeRead.explained(
      "The file that holds the value is missing.", entity: self.name,
      property: properties[index].name, path: store.externalFiles?.folder.file(name),
      advice: "Restore it from a backup; the row still names it, and its other values are there.")
  }
}
