import CSQLite
import DataSchema
import Foundation
import SampleStores
import Testing

@testable import CoreDataFormat

@Suite("Changed columns")
struct ChangedColumnTests {
  private func entity(_ properties: [String: PropertyColumns]) -> EntityTable {
    EntityTable(
      entityName: "E", entityNumber: 1, rootEntityName: "E", rootNumber: 1, descendantNumbers: [1],
      table: "ZE", properties: properties)
  }

  private func attribute(_ type: AttributeType = .string) -> PropertyColumns {
    .attribute(Column(name: "Z", type: type, isOptional: true))
  }

  private func toOne(
    entityNumber: String? = nil, position: String? = nil
  ) -> PropertyColumns {
    .toOne(
      ToOneColumn(
        name: "Z", entityNumberColumn: entityNumber, orderColumn: position, destinationEntity: "E"))
  }

  private let toMany = PropertyColumns.toMany(
    destinationTable: "ZE", destinationEntity: "E", foreignKey: "Z")

  /// Masks that Core Data wrote for an entity of Apple's Notes: a to-one relationship and its
  /// entity number precede the attributes.
  @Test func masksMatchThoseOfNotes() throws {
    let state = ChangedColumns(
      entity([
        "cloudSyncingObject": toOne(entityNumber: "Z2_CLOUDSYNCINGOBJECT"),
        "currentLocalVersion": attribute(), "inCloud": attribute(),
        "latestVersionSyncedToCloud": attribute(), "localVersionDate": attribute(),
      ]))
    #expect(state.properties(in: Data([0x24])) == ["currentLocalVersion", "localVersionDate"])
    #expect(state.properties(in: Data([0x18])) == ["inCloud", "latestVersionSyncedToCloud"])
    #expect(state.mask(of: ["localVersionDate", "currentLocalVersion"]) == Data([0x24]))
  }

  /// Masks that Core Data wrote for an entity of Apple's Photos: to-many relationships come last.
  @Test func masksMatchThoseOfPhotos() throws {
    let group = ChangedColumns(
      entity([
        "associatedPerson": toOne(), "keyFace": toOne(), "personBuilderState": attribute(),
        "unnamedFaceCount": attribute(), "uuid": attribute(), "detectedFaces": toMany,
      ]))
    #expect(
      group.properties(in: Data([0x64])) == ["keyFace", "personBuilderState", "detectedFaces"])
    #expect(group.mask(of: ["personBuilderState"]) == Data([0x20]))
  }

  @Test func positionsComeLastAndEachLeafCounts() {
    let leaf = { (name: String) in
      PropertyColumns.CompositeLeaf(
        path: [name], column: Column(name: "Z", type: .double, isOptional: true))
    }
    let columns = ChangedColumns(
      entity([
        "a": attribute(), "place": .composite([leaf("y"), leaf("x")]), "z": attribute(),
        "parent": toOne(position: "Z_FOK_PARENT"), "many": toMany, "B": attribute(),
      ]))
    #expect(
      columns.places == [
        .toOne("parent"), .attribute("B"), .attribute("a"), .leaf("place", ["y"]),
        .leaf("place", ["x"]), .attribute("z"), .toMany("many"), .position("parent"),
      ])
    #expect(columns.mask(of: ["place", "B"]) == Data([0x58]))
    #expect(columns.properties(in: Data([0x58])) == ["B", "place"])
    #expect(columns.properties(in: Data()) == [])
    #expect(columns.properties(in: Data([0xFF, 0xFF])).count == 6)
  }

  @Test(
    .enabled(if: SampleStores.isPresent, SampleStores.reason),
    arguments: ["plaso/NoteStore.sqlite", "photos-14/Photos.sqlite"])
  func columnsFitEveryMaskOfApplesStores(name: String) throws {
    try SampleStores.open(name) { database in
      let model = try #require(try SampleStoreTests.model(of: database))
      let map = try CoreDataLayout(model: model).tableMap
      for (number, mask) in try masks(in: database) {
        let places = ChangedColumns(map.entities[number - 1]).places
        #expect(mask.count == (places.count + 7) / 8, "\(map.entities[number - 1].entityName)")
        let last = try #require(mask.last)
        #expect(last & (0xFF >> UInt8((places.count + 7) % 8 + 1)) == 0)
      }
    }
  }

  @Test(.enabled(if: SampleStores.isPresent, SampleStores.reason))
  func masksNameThePropertiesPhotosChanged() throws {
    try SampleStores.open("photos-14/Photos.sqlite") { database in
      let model = try #require(try SampleStoreTests.model(of: database))
      let map = try CoreDataLayout(model: model).tableMap
      var found: [String: Set<[String]>] = [:]
      for (number, mask) in try masks(in: database) {
        let entity = map.entities[number - 1]
        found[entity.entityName, default: []].insert(ChangedColumns(entity).properties(in: mask))
      }
      #expect(
        found["Moment"] == [
          ["modificationDate", "processedLocation"], ["localizedLocationNames", "title"],
          ["cachedCount", "cachedPhotosCount", "modificationDate", "assets"],
          ["cachedCount", "cachedPhotosCount", "endDate", "modificationDate", "assets"],
          ["modificationDate"],
        ])
      #expect(found["Keyword"] == [["assetAttributes"]])
      #expect(found["FaceCrop"] == [["state"], ["face", "state"]])
      #expect(found["Album"]?.contains(["parentFolder", "cachedCount"]) == true)
    }
  }

  private func masks(in database: TestDatabase) throws -> [(Int, Data)] {
    try database.rows("SELECT ZENTITY, ZCOLUMNS FROM ACHANGE WHERE ZCHANGETYPE = 1") { row in
      let bytes = sqlite3_column_blob(row, 1)
      let count = Int(sqlite3_column_bytes(row, 1))
      return (
        Int(sqlite3_column_int(row, 0)), bytes.map { Data(bytes: $0, count: count) } ?? Data()
      )
    }
  }
}
