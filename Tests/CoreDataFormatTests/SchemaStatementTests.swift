import DataSchema
import Foundation
import SQLCore
import SampleStores
import Testing

@testable import CoreDataFormat

@Suite("Schema statements")
struct SchemaStatementTests {
  private func attribute(_ name: String, _ type: AttributeType) -> PropertyDescription {
    .attribute(AttributeDescription(name: name, type: type))
  }

  private func relationship(
    _ name: String, _ destination: String, inverse: String?, isToMany: Bool = false,
    isOrdered: Bool = false
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name: name, destination: destination, inverseName: inverse, isToMany: isToMany,
        isOrdered: isOrdered))
  }

  /// The statements, after they ran on a database.
  private func statements(_ entities: [EntityDescription]) throws -> SchemaStatements {
    let layout = try CoreDataLayout(model: ModelDescription(entities: entities))
    let statements = try SchemaStatements(layout: layout)
    let database = try TestDatabase()
    for text in statements.all { try database.execute(text) }
    return statements
  }

  @Test func columnsAreOrderedByTypeThenName() throws {
    let entity = EntityDescription(
      name: "Everything",
      properties: [
        attribute("bytes", .binaryData), attribute("made", .transformable),
        attribute("id", .uuid), attribute("link", .uri), attribute("title", .string),
        attribute("when", .date), attribute("price", .decimal), attribute("ratio", .double),
        attribute("factor", .float), attribute("isDone", .boolean), attribute("big", .integer64),
        attribute("middle", .integer32), attribute("little", .integer16),
        .attribute(AttributeDescription(name: "scratch", type: .string, isTransient: true)),
      ])
    #expect(
      try statements([entity]).entityTables == [
        "CREATE TABLE ZEVERYTHING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZBIG INTEGER, ZISDONE INTEGER, ZLITTLE INTEGER, ZMIDDLE INTEGER, ZFACTOR FLOAT, "
          + "ZPRICE DECIMAL, ZRATIO FLOAT, ZWHEN TIMESTAMP, ZTITLE VARCHAR, ZLINK VARCHAR, "
          + "ZID BLOB, ZMADE BLOB, ZBYTES BLOB )"
      ])
  }

  @Test func equalColumnNamesAreNumberedInColumnOrder() throws {
    let author = CompositeDescription(
      name: "author",
      elements: [
        attribute("name", .string), attribute("id", .string),
        .composite(CompositeDescription(name: "home", elements: [attribute("id", .integer64)])),
      ])
    let post = EntityDescription(
      name: "Post",
      properties: [attribute("id", .string), .composite(author), attribute("_pk", .integer64)])
    let layout = try CoreDataLayout(model: ModelDescription(entities: [post]))
    #expect(
      layout.tables[0].columns.map(\.name) == ["Z_PK1", "ZID", "ZNAME", "ZID1", "ZID2"])
    guard case .composite(let leaves)? = layout.tableMap.entity(named: "Post")?.properties["author"]
    else { Issue.record("no composite"); return }
    #expect(leaves.map(\.path) == [["name"], ["id"], ["home", "id"]])
    #expect(leaves.map(\.column.name) == ["ZNAME", "ZID1", "ZID"])
  }

  @Test func inheritingEntitiesShareATable() throws {
    let entities = [
      EntityDescription(
        name: "boat", parentName: "Vehicle", properties: [attribute("name", .string)]),
      EntityDescription(
        name: "Car", parentName: "Vehicle",
        properties: [
          attribute("name", .string), relationship("owner", "Person", inverse: "vehicles"),
        ]),
      EntityDescription(
        name: "Person",
        properties: [
          relationship("favourite", "Vehicle", inverse: nil),
          relationship("vehicles", "Car", inverse: "owner", isToMany: true),
        ]),
      EntityDescription(
        name: "Vehicle", isAbstract: true, properties: [attribute("wheels", .integer16)]),
    ]
    let result = try statements(entities)
    #expect(
      result.entityTables == [
        "CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZFAVOURITE INTEGER, Z2_FAVOURITE INTEGER )",
        "CREATE TABLE ZVEHICLE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZWHEELS INTEGER, ZOWNER INTEGER, ZNAME VARCHAR, ZNAME1 VARCHAR )",
      ])
    #expect(
      result.entityIndexes == [
        "CREATE INDEX ZPERSON_ZFAVOURITE_INDEX ON ZPERSON (ZFAVOURITE)",
        "CREATE INDEX ZVEHICLE_ZOWNER_INDEX ON ZVEHICLE (ZOWNER)",
        "CREATE INDEX ZVEHICLE_Z_ENT_INDEX ON ZVEHICLE (Z_ENT)",
      ])
    #expect(
      result.primaryKeyRows.map(\.values) == [
        [.integer(1), .text("Person"), .integer(0)], [.integer(2), .text("Vehicle"), .integer(0)],
        [.integer(3), .text("boat"), .integer(2)], [.integer(4), .text("Car"), .integer(2)],
      ])
  }

  @Test func inheritedPropertiesAreMapped() throws {
    let map = try CoreDataLayout(
      model: ModelDescription(entities: [
        EntityDescription(name: "Base", properties: [attribute("id", .uuid)]),
        EntityDescription(
          name: "Leaf", parentName: "Base", properties: [attribute("text", .string)]),
      ])
    ).tableMap
    let base = try #require(map.entity(named: "Base"))
    let leaf = try #require(map.entity(named: "Leaf"))
    #expect(base.descendantNumbers == [1, 2])
    #expect(leaf.table == "ZBASE")
    #expect(leaf.rootNumber == 1)
    #expect(leaf.parentNumber == 1)
    #expect(Set(base.properties.keys) == ["id"])
    #expect(Set(leaf.properties.keys) == ["id", "text"])
  }

  @Test func manyToManyRelationshipsHaveJoinTables() throws {
    let entities = [
      EntityDescription(
        name: "Cocktail",
        properties: [
          relationship("garnish", "Garnish", inverse: "cocktails", isToMany: true),
          relationship("rivals", "Cocktail", inverse: "rivals", isToMany: true),
        ]),
      EntityDescription(
        name: "Garnish",
        properties: [
          relationship(
            "cocktails", "Cocktail", inverse: "garnish", isToMany: true, isOrdered: true)
        ]),
    ]
    let result = try statements(entities)
    #expect(
      Array(result.entityTables[1...2]) == [
        "CREATE TABLE Z_1GARNISH ( Z_1COCKTAILS INTEGER, Z_2GARNISH INTEGER, "
          + "Z_FOK_1COCKTAILS INTEGER, PRIMARY KEY (Z_1COCKTAILS, Z_2GARNISH) )",
        "CREATE TABLE Z_1RIVALS ( Z_1RIVALS INTEGER, REFLEXIVE INTEGER, "
          + "PRIMARY KEY (Z_1RIVALS, REFLEXIVE) )",
      ])
    #expect(
      result.entityIndexes == [
        "CREATE INDEX Z_1GARNISH_Z_2GARNISH_INDEX ON Z_1GARNISH (Z_2GARNISH, Z_1COCKTAILS)",
        "CREATE INDEX Z_1RIVALS_REFLEXIVE_INDEX ON Z_1RIVALS (REFLEXIVE, Z_1RIVALS)",
      ])
    let map = try CoreDataLayout(model: ModelDescription(entities: entities)).tableMap
    #expect(
      map.entity(named: "Garnish")?.properties["cocktails"]
        == .manyToMany(
          JoinTable(
            name: "Z_1GARNISH", sourceColumn: "Z_2GARNISH", destinationColumn: "Z_1COCKTAILS",
            orderColumn: "Z_FOK_1COCKTAILS", destinationEntity: "Cocktail")))
  }

  /// This holds in all of Apple's files that have both columns.
  @Test func positionsOfTheOwnersRowsComeFirst() throws {
    let tables = try statements([
      EntityDescription(
        name: "Album",
        properties: [
          relationship("photos", "Photo", inverse: "albums", isToMany: true, isOrdered: true)
        ]),
      EntityDescription(
        name: "Photo",
        properties: [
          relationship("albums", "Album", inverse: "photos", isToMany: true, isOrdered: true)
        ]),
    ]).entityTables
    #expect(
      tables[1]
        == "CREATE TABLE Z_1PHOTOS ( Z_1ALBUMS INTEGER, Z_2PHOTOS INTEGER, "
        + "Z_FOK_1ALBUMS INTEGER, Z_FOK_2PHOTOS INTEGER, PRIMARY KEY (Z_1ALBUMS, Z_2PHOTOS) )")
  }

  /// Core Data indexes the foreign key anyway.
  @Test func indexesOfOneRelationshipAreOmitted() throws {
    let result = try statements([
      EntityDescription(
        name: "Asset",
        properties: [relationship("album", "Album", inverse: nil), attribute("name", .string)],
        indexes: [
          IndexDescription(propertyNames: ["album"], name: "byAlbum"),
          IndexDescription(propertyNames: ["album", "name"], name: "byBoth"),
        ]),
      EntityDescription(name: "Album"),
    ])
    #expect(
      result.entityIndexes == [
        "CREATE INDEX ZASSET_ZALBUM_INDEX ON ZASSET (ZALBUM)",
        "CREATE INDEX Z_Asset_byBoth ON ZASSET (ZALBUM COLLATE BINARY ASC, "
          + "ZNAME COLLATE BINARY ASC)",
      ])
  }

  @Test func indexNamesMatchThoseOfCoreDataModels() throws {
    let result = try statements([
      EntityDescription(
        name: "Memory",
        properties: [
          attribute("creationDate", .date), attribute("x", .double), attribute("y", .double),
        ],
        indexes: [
          IndexDescription(
            propertyNames: ["creationDate", "x"], name: "compoundIndex",
            descendingNames: ["creationDate"]),
          IndexDescription(kind: .rtree, propertyNames: ["x", "y"], name: "bounds"),
        ])
    ])
    #expect(
      result.entityIndexes.first == "CREATE INDEX Z_Memory_compoundIndex ON ZMEMORY "
        + "(ZCREATIONDATE COLLATE BINARY DESC, ZX COLLATE BINARY ASC)")
    #expect(result.entityIndexes[1].contains("Z_RT_Memory_bounds"))
  }

  @Test func equalJoinColumnNamesAreNumbered() throws {
    let entities = [
      EntityDescription(
        name: "Asset",
        properties: [
          relationship("memories", "Memory", inverse: "assets", isToMany: true),
          relationship("suggestions", "Suggestion", inverse: "assets", isToMany: true),
        ]),
      EntityDescription(
        name: "Memory",
        properties: [relationship("assets", "Asset", inverse: "memories", isToMany: true)]),
      EntityDescription(
        name: "Suggestion",
        properties: [relationship("assets", "Asset", inverse: "suggestions", isToMany: true)]),
    ]
    let layout = try CoreDataLayout(model: ModelDescription(entities: entities))
    #expect(layout.joinTables.map(\.ownerColumn) == ["Z_1ASSETS", "Z_1ASSETS1"])
    #expect(layout.joinTables.map(\.otherColumn) == ["Z_2MEMORIES", "Z_3SUGGESTIONS"])
  }

  @Test func toManyWithoutInverseHasAForeignKey() throws {
    let result = try statements([
      EntityDescription(
        name: "Parent", properties: [relationship("parts", "Part", inverse: nil, isToMany: true)]),
      EntityDescription(
        name: "Part",
        properties: [
          relationship("list", "List", inverse: "parts"), attribute("name", .string),
        ]),
      EntityDescription(
        name: "List",
        properties: [
          relationship("parts", "Part", inverse: "list", isToMany: true, isOrdered: true)
        ]),
    ])
    #expect(
      result.entityTables[2]
        == "CREATE TABLE ZPART ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
        + "ZLIST INTEGER, Z2PARTS INTEGER, Z_FOK_LIST INTEGER, ZNAME VARCHAR )")
    #expect(
      result.entityIndexes == [
        "CREATE INDEX ZPART_ZLIST_INDEX ON ZPART (ZLIST)",
        "CREATE INDEX ZPART_Z2PARTS_INDEX ON ZPART (Z2PARTS)",
      ])
  }

  @Test func declaredIndexesAreWritten() throws {
    let place = CompositeDescription(
      name: "place", elements: [attribute("latitude", .double), attribute("longitude", .double)])
    let result = try statements([
      EntityDescription(
        name: "Stop", properties: [attribute("code", .string), .composite(place)],
        uniquenessConstraints: [["code"], ["code"]],
        indexes: [
          IndexDescription(propertyNames: ["code", "place.latitude"]),
          IndexDescription(kind: .rtree, propertyNames: ["place"]),
        ])
    ])
    #expect(
      result.entityIndexes == [
        "CREATE INDEX \"Z_Stop_SwiftDataIndexOnBinarycodeplace.latitude\" ON ZSTOP "
          + "(ZCODE COLLATE BINARY ASC, ZLATITUDE COLLATE BINARY ASC)",
        "CREATE VIRTUAL TABLE Z_RT_Stop_SwiftDataIndexOnRTreeplace USING RTREE "
          + "(Z_PK INTEGER PRIMARY KEY, ZLATITUDE_MIN FLOAT, ZLATITUDE_MAX FLOAT, "
          + "ZLONGITUDE_MIN FLOAT, ZLONGITUDE_MAX FLOAT)",
        "CREATE TRIGGER Z_RT_Stop_SwiftDataIndexOnRTreeplace_INSERT AFTER INSERT ON ZSTOP "
          + "FOR EACH ROW BEGIN INSERT OR REPLACE INTO Z_RT_Stop_SwiftDataIndexOnRTreeplace "
          + "(Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX) VALUES "
          + "(NEW.Z_PK, NEW.ZLATITUDE ,NEW.ZLATITUDE, NEW.ZLONGITUDE, NEW.ZLONGITUDE) ; END",
        "CREATE TRIGGER Z_RT_Stop_SwiftDataIndexOnRTreeplace_UPDATE AFTER UPDATE ON ZSTOP "
          + "FOR EACH ROW BEGIN DELETE FROM Z_RT_Stop_SwiftDataIndexOnRTreeplace WHERE "
          + "Z_PK = NEW.Z_PK ; INSERT INTO Z_RT_Stop_SwiftDataIndexOnRTreeplace "
          + "(Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX) VALUES "
          + "(NEW.Z_PK, NEW.ZLATITUDE ,NEW.ZLATITUDE, NEW.ZLONGITUDE, NEW.ZLONGITUDE) ; END",
        "CREATE TRIGGER Z_RT_Stop_SwiftDataIndexOnRTreeplace_DELETE AFTER DELETE ON ZSTOP "
          + "FOR EACH ROW BEGIN DELETE FROM Z_RT_Stop_SwiftDataIndexOnRTreeplace WHERE "
          + "Z_PK = OLD.Z_PK ; END",
        "CREATE UNIQUE INDEX Z_Stop_UNIQUE_code ON ZSTOP (ZCODE COLLATE BINARY ASC)",
      ])
  }

  @Test func triggersKeepSpatialIndexesUpToDate() throws {
    let database = try TestDatabase()
    let entity = EntityDescription(
      name: "Stop", properties: [attribute("x", .double), attribute("y", .double)],
      indexes: [IndexDescription(kind: .rtree, propertyNames: ["x", "y"])])
    let layout = try CoreDataLayout(model: ModelDescription(entities: [entity]))
    for text in try SchemaStatements(layout: layout).all { try database.execute(text) }
    try database.execute("INSERT INTO ZSTOP (Z_PK, ZX, ZY) VALUES (1, 1, 2), (2, 5, 5), (3, 9, 9)")
    try database.execute("UPDATE ZSTOP SET ZX = 6, ZY = 6 WHERE Z_PK = 1")
    try database.execute("DELETE FROM ZSTOP WHERE Z_PK = 2")
    #expect(
      try database.strings(
        "SELECT Z_PK FROM Z_RT_Stop_SwiftDataIndexOnRTreexy WHERE ZX_MIN >= 5 AND ZY_MAX <= 7")
        == ["1"])
  }

  @Test func historyHasColumnsForPreservedValues() throws {
    func preserved(_ name: String) -> PropertyDescription {
      .attribute(AttributeDescription(name: name, type: .string, preservesValueOnDeletion: true))
    }
    let result = try statements([
      EntityDescription(name: "Base", properties: [preserved("a"), attribute("b", .string)]),
      EntityDescription(name: "Leaf", parentName: "Base", properties: [preserved("c")]),
    ])
    #expect(
      result.historyTables[0].hasSuffix("ZCOLUMNS BLOB, ZTOMBSTONE0 BLOB, ZTOMBSTONE1 BLOB )"))
  }

  @Test func specialNamesAreQuoted() throws {
    let result = try statements([
      EntityDescription(
        name: "Entry", properties: [attribute("has \"spaces\"", .string)],
        uniquenessConstraints: [["has \"spaces\""]])
    ])
    #expect(
      result.entityTables == [
        "CREATE TABLE ZENTRY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "\"ZHAS \"\"SPACES\"\"\" VARCHAR )"
      ])
  }

  @Test func entitiesThatDifferByCaseHaveDistinctTables() throws {
    let layout = try CoreDataLayout(
      model: ModelDescription(entities: [
        EntityDescription(name: "item"), EntityDescription(name: "Item"),
        EntityDescription(name: "_METADATA"),
      ]))
    #expect(Set(layout.tables.map(\.name)) == ["ZITEM", "ZITEM1", "Z_METADATA1"])
  }
}
