import Foundation
import RecordStore

/// The copy of a store that is created before the store is migrated.
///
/// It is created while the migration owns the store's lock, so that it contains exactly what is
/// migrated.
struct MigrationBackup {
  private let file: StoreFile
  /// The path of the copy; nil for none.
  private let wanted: String?

  init(_ file: StoreFile, _ backup: MigrationOptions.Backup, number: Int) {
    self.file = file
    wanted =
      switch backup {
      case .none: nil
      case .beside: "\(file.path).backup-\(StoreVersion.name(file.metadata))"
      case .at(let url): number == 0 ? url.path : "\(url.path)-\(number + 1)"
      }
  }

  /// Creates the copy, completely or not at all.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` if it cannot be created.
  func make() throws {
    guard let wanted, !file.location.isInMemory else { return }
    try StoreBackup(file.location, to: Self.unused(wanted)).make()
  }

  /// The path, with a number appended if a file of that name exists.
  private static func unused(_ path: String) -> String {
    var candidate = path
    var number = 2
    while StoreBackup.occupant(of: candidate) != nil {
      candidate = "\(path)-\(number)"
      number += 1
    }
    return candidate
  }
}
