import Foundation
import OpenSwiftData
import PostgresData
import PostgresTesting
import SQLCore

/// The kind of store that a test uses.
enum StoreKind: String, CaseIterable {
  case inMemory
  case file
  case postgres

  /// The kinds that are available on this machine.
  static let available = allCases.filter { $0 != .postgres || PostgresServer.isInstalled }

  /// The number of cases to try out of `whole`; files and servers are slower.
  func count(_ whole: Int) -> Int {
    switch self {
    case .inMemory: whole
    case .file: whole / 20
    case .postgres: TestRun.isShort ? whole / 4 : whole
    }
  }
}

/// The location of one store; when released, it deletes the folder of a store in a file.
final class StorePlace {
  let configuration: any DataStoreConfiguration
  /// The SQL dialect of the database.
  let dialect: SQLDialect
  private let folder: URL?

  init(_ kind: StoreKind) throws {
    let name = "predicates_\(UUID().uuidString.lowercased())"
    dialect = kind == .postgres ? .postgres : .sqlite
    switch kind {
    case .inMemory:
      folder = nil
      configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    case .file:
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      self.folder = folder
      configuration = ModelConfiguration(url: folder.appendingPathComponent("rows.store"))
    case .postgres:
      folder = nil
      configuration = PostgresConfiguration(
        try PostgresServer.shared.address(), databaseSchema: name)
    }
  }

  deinit {
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }
}

extension RowValues {
  /// A copy without values that PostgreSQL rejects: NUL in texts, and dates outside its range.
  var keptByPostgres: RowValues {
    func kept(_ text: String) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value != 0 }))
    }
    func kept(_ date: Date) -> Date {
      date.isTimestamp ? date : Date(timeIntervalSinceReferenceDate: 6)
    }
    var values = self
    values.name = kept(name)
    values.optionalName = optionalName.map(kept)
    values.date = kept(date)
    values.optionalDate = optionalDate.map(kept)
    values.address.city = kept(address.city)
    values.place?.label = place?.label.map(kept)
    values.tags = tags.map(kept)
    return values
  }
}
