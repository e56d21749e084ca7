import CoreDataFormat
import Foundation
import RecordStore
import SQLCore

// Values of attributes with `.externalStorage`: a marker in the column, before the bytes, says
// where they are stored.

extension _RowLoader {
  /// Whether the value of a property is large, and was left in the database.
  func isLeft(_ index: Int, _ column: Int) -> Bool {
    binding.properties[index].isReadLater && index != touched && LaterValue.isLeft(row, column)
  }

  /// The stored value without its marker; nil for a value in a file that is not read yet.
  ///
  /// The file is read only for the property that is being accessed.
  func externalValue(_ index: Int, _ column: Int) -> SQLValue? {
    let stored = row.value(column)
    switch ExternalData(stored) {
    case .inline(let bytes): return .blob(bytes)
    // Rows may contain values without a marker, from before the attribute had the option.
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
      "The value cannot be read, because its file is missing.", entity: self.name,
      property: properties[index].name, path: store.externalFiles?.folder.file(name),
      advice: "Restore the file from a backup. The row still refers to it, and still has its other "
        + "values.")
  }
}
