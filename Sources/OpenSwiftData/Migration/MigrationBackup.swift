import Foundation
import RecordStore

/// The copy of a store that is made before it is migrated.
///
/// It is made while the migration holds the store's lock, so that it has exactly what is migrated.
struct MigrationBackup {
  private let file: StoreFile
  /// Where the copy is to stand; nil for none.
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

  /// Makes the copy, in whole or not at all.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` when it cannot be made.
  func make() throws {
    guard let wanted, !file.location.isInMemory else { return }
    try StoreBackup(file.location, to: Self.unused(wanted)).make()
  }

  /// The path, with a number where there is a file by that name.
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
