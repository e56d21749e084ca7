import CoreDataFormat
import Foundation
import OpenSwiftData
import SQLCore
import SQLiteDriver
import Testing

@testable import crashmigrator

/// A store of measurements that can be copied, and checked for completeness in either version.
struct StationStore: Sendable {
  let rowCount: Int
  private let folder: TestFolder
  private let template: URL
  private static let placeCount = 7
  private static let imageCount = 3

  /// Creates the store in its first version.
  init(rowCount: Int) throws {
    self.rowCount = rowCount
    folder = try TestFolder()
    template = folder.file("template.store")
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: StationV1.self),
        configurations: ModelConfiguration(url: template)))
    for number in 1...Self.imageCount {
      context.insert(StationV1.Picture(number: number, image: Self.image(number)))
    }
    try context.save()
    let file = try SQLiteConnection(path: template.path, mode: .readWrite)
    try file.run(
      """
      WITH RECURSIVE N(I) AS (SELECT 1 UNION ALL \
      SELECT I + 1 FROM N WHERE I < \(rowCount)) \
      INSERT INTO ZMEASUREMENT (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZSTATION, ZVALUE) \
      SELECT I, 1, 1, I, 'place ' || (I % \(Self.placeCount)), I * 3 FROM N
      """)
    try file.run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(rowCount) WHERE Z_ENT = 1")
    try file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private static func image(_ number: Int) -> Data {
    Data(repeating: UInt8(number), count: 110_000)
  }

  /// Copies the store and its external files into a folder.
  func copy(into folder: TestFolder) throws -> URL {
    let url = folder.file("station.store")
    let files = FileManager.default
    try files.copyItem(at: template, to: url)
    let support = { (store: URL) in
      store.deletingLastPathComponent()
        .appendingPathComponent(ExternalData.folder(forStoreNamed: store.lastPathComponent))
        .deletingLastPathComponent()
    }
    // The whole support folder, including its list of owners.
    try files.copyItem(at: support(template), to: support(url))
    return url
  }

  /// Returns the version of a copy after checking that its contents are complete.
  func checkedVersion(of url: URL, _ note: Comment) throws -> String {
    let file = try SQLiteConnection(path: url.path, mode: .readWrite)
    let row = try #require(try file.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA").first, note)
    let metadata = try StoreMetadata(
      storeUUID: row[0].text ?? "", propertyList: row[1].blob ?? Data())
    let version = try #require(metadata.versionIdentifiers.first, note)
    let isOld = version == "1.0.0"
    try #require(isOld || version == "3.0.0", note)
    let wrong = try file.rows(isOld ? Self.oldQuery : Self.newQuery)
    try #require(wrong == [[.integer(Int64(rowCount)), .integer(0)]], note)
    let images = try isOld ? oldImages(url) : newImages(url)
    try #require(images == (1...Self.imageCount).map(Self.image), note)
    try StoreChecker(url, isOld ? StationV1.models : StationV3.models).check()
    return version
  }

  /// Counts all rows, and the rows with wrong values.
  private static let oldQuery = """
    SELECT COUNT(*), SUM(ZNUMBER IS NOT Z_PK OR ZVALUE IS NOT Z_PK * 3 \
    OR ZSTATION IS NOT 'place ' || (Z_PK % \(placeCount))) FROM ZMEASUREMENT
    """
  private static let newQuery = """
    SELECT COUNT(*), SUM(R.ZNUMBER IS NOT R.Z_PK OR R.ZVALUE IS NOT R.Z_PK * 3.0 \
    OR R.ZPLACE IS NOT 'place ' || (R.Z_PK % \(placeCount)) \
    OR P.ZNAME IS NOT CASE WHEN R.Z_PK % 10 = 0 THEN R.ZPLACE END) \
    FROM ZREADING R LEFT JOIN ZPLACE P ON P.Z_PK = R.ZSITE
    """

  private func oldImages(_ url: URL) throws -> [Data] {
    try open(url, StationV1.self).fetch(
      FetchDescriptor<StationV1.Picture>(sortBy: [SortDescriptor(\.number)])
    ).map(\.image)
  }

  private func newImages(_ url: URL) throws -> [Data] {
    let context = try open(url, StationV3.self)
    let pictures = try context.fetch(
      FetchDescriptor<StationV3.Picture>(sortBy: [SortDescriptor(\.number)]))
    #expect(Set(pictures.map(\.token)).count == Self.imageCount)
    return pictures.map(\.image)
  }

  private func open(_ url: URL, _ version: any VersionedSchema.Type) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: version), configurations: ModelConfiguration(url: url)))
  }
}
