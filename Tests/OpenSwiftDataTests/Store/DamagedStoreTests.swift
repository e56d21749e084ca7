import Foundation
import RecordStore
import SQLCore
import SQLiteDriver
import Testing

@testable import OpenSwiftData

@Suite("Damaged stores")
struct DamagedStoreTests {
  private let folder: TestFolder
  private let url: URL

  init() throws {
    folder = try TestFolder()
    url = folder.file("damaged.store")
    try Damage.makeStore(url)
  }

  private func run(_ text: String, _ values: [SQLValue] = []) throws {
    try SQLiteConnection(path: url.path, mode: .readWrite).run(text, values)
  }

  @Test(arguments: [
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775806",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775800",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = -9223372036854775808",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = -5", "UPDATE Z_PRIMARYKEY SET Z_MAX = NULL",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 'text'", "UPDATE Z_PRIMARYKEY SET Z_MAX = 1e300",
    "DELETE FROM Z_PRIMARYKEY",
    "UPDATE ZDOCUMENT SET Z_PK = -9223372036854775808 WHERE Z_PK = 1",
    "UPDATE ZDOCUMENT SET Z_PK = -3 WHERE Z_PK = 2",
    "UPDATE ZDOCUMENT SET Z_PK = 9223372036854775807 WHERE Z_PK = 3",
    "UPDATE ZITEM SET Z_PK = -9223372036854775808 WHERE Z_PK = 1",
    "UPDATE ZITEM SET Z_PK = 9223372036854775807 WHERE Z_PK = 1",
    "UPDATE ZFOLDER SET Z_PK = 0 WHERE Z_PK = 1",
    "UPDATE ZDOCUMENT SET ZFOLDER = -1", "UPDATE ZITEM SET ZFOLDER = -9223372036854775808",
    "UPDATE ZITEM SET ZFOLDER = 9223372036854775807", "UPDATE ZITEM SET ZFOLDER = 'text'",
    "UPDATE ACHANGE SET Z_PK = -Z_PK", "UPDATE ATRANSACTION SET Z_PK = 9223372036854775807 - Z_PK",
    "UPDATE ACHANGE SET Z_PK = 9223372036854775807 WHERE Z_PK = 1",
    "UPDATE OPENSWIFTDATA_ORDER SET MEMBER = -MEMBER, POSITION = 9223372036854775807",
    "UPDATE ZDOCUMENT SET Z_ENT = 99, Z_OPT = 9223372036854775807",
    "DROP TABLE ZITEM", "DROP TABLE ZDOCUMENT", "DROP TABLE Z_PRIMARYKEY", "DROP TABLE ACHANGE",
    "DROP TABLE OPENSWIFTDATA_ORDER", "ALTER TABLE ZDOCUMENT RENAME COLUMN ZTEXT TO ZOTHER",
  ])
  func damageGivesTypedErrors(damage: String) throws {
    try run(damage)
    #expect(Damage.use(url) == [])
  }

  @Test(arguments: ["-5", "0", "NULL", "-9223372036854775808"])
  func countersThatAreTooLowAreCorrected(counter: String) throws {
    try run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(counter)")
    let context = ModelContext(try Damage.open(url))
    let before = try context.fetchCount(FetchDescriptor<Damage.Document>())
    for number in 0..<3 {
      context.insert(Damage.Document("new \(number)"))
      try context.save()
    }
    #expect(try context.fetchCount(FetchDescriptor<Damage.Document>()) == before + 3)
    let keys = try context.fetchIdentifiers(FetchDescriptor<Damage.Document>()).map(\.key)
    #expect(Set(keys).count == before + 3)
    #expect(keys.allSatisfy { $0 > 0 })
  }

  @Test func exhaustedKeysAreReported() throws {
    try run("UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775806 WHERE Z_NAME = 'Document'")
    let context = ModelContext(try Damage.open(url))
    context.insert(Damage.Document("last"))
    try context.save()
    context.insert(Damage.Document("too many"))
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .storeIsCorrupt)
    #expect("\(error)".contains("Document"))
  }

  @Test func rowsWithInvalidKeysAreNamed() throws {
    try run("UPDATE ZITEM SET Z_PK = -7 WHERE Z_PK = 1")
    let context = ModelContext(try Damage.open(url))
    let error = try #require(throws: SwiftDataError.self) {
      try context.fetch(FetchDescriptor<Damage.Item>())
    }
    #expect(error == .storeIsCorrupt)
    #expect("\(error)".contains("-7"))
    #expect(throws: SwiftDataError.storeIsCorrupt) {
      try context.delete(model: Damage.Item.self)
    }
  }

  /// A few kilobytes that decode to more values than fit in memory.
  @Test func metadataThatUnpacksWithoutBoundIsRefused() throws {
    try run("UPDATE Z_METADATA SET Z_PLIST = ?", [.blob(Archives.bomb(levels: 14, width: 200))])
    #expect(throws: SwiftDataError.storeIsCorrupt) { try Damage.open(url) }
  }

  @Test(arguments: Archives.Case.allCases)
  func foreignArchivesAreRefused(archive: Archives.Case) throws {
    for column in ["ZTAGS", "ZNUMBERS", "ZCOUNTS", "ZWHOLE"] {
      try run("UPDATE ZDOCUMENT SET \(column) = ? WHERE Z_PK = 2", [.blob(archive.data())])
      let context = ModelContext(try Damage.open(url))
      #expect(throws: SwiftDataError.valueCannotBeRead, "\(column)") {
        try context.fetch(FetchDescriptor<Damage.Document>())
      }
      try run("UPDATE ZDOCUMENT SET \(column) = NULL WHERE Z_PK = 2")
    }
  }

  #if !os(Windows)
    @Test(arguments: ["pipe", "device", "folder"])
    func valueFilesThatAreNotFilesAreRefused(kind: String) throws {
      let values = ExternalFolder(ofStoreAt: url.path)
      let name = try #require(values.contents().files.first)
      let path = values.file(name)
      try FileManager.default.removeItem(atPath: path)
      switch kind {
      case "pipe": try #require(mkfifo(path, 0o600) == 0)
      case "device":
        try FileManager.default.createSymbolicLink(
          atPath: path, withDestinationPath: "/dev/zero")
      default:
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
      let context = ModelContext(try Damage.open(url))
      for document in try context.fetch(FetchDescriptor<Damage.Document>()) { _ = document.blob }
      // The value read as missing, so that the next save is refused, even one of another model.
      context.insert(Damage.Item(1))
      #expect(throws: SwiftDataError.valueCannotBeRead) { try context.save() }
    }
  #endif
}
