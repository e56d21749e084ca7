import CoreDataFormat
import DataSchema
import Testing

@testable import PostgresFormat

@Suite("Tables in a PostgreSQL")
struct PostgresLayoutTests {
  /// Trips with places to stay, and tags of both.
  private static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Trip",
      properties: [
        .attribute(AttributeDescription(name: "startDate", type: .date)),
        .attribute(AttributeDescription(name: "row_id", type: .uuid)),
        .composite(
          CompositeDescription(
            name: "place",
            elements: [
              .attribute(AttributeDescription(name: "latitude", type: .double)),
              .attribute(AttributeDescription(name: "longitude", type: .double)),
            ])),
        .composite(
          CompositeDescription(
            name: "kind",
            elements: [.attribute(AttributeDescription(name: "kind", type: .string))])),
        .relationship(
          RelationshipDescription(
            name: "stays", destination: "Stay", inverseName: "trip", isToMany: true)),
        .relationship(
          RelationshipDescription(name: "notes", destination: "Stay", isToMany: true)),
        .relationship(
          RelationshipDescription(
            name: "tags", destination: "Tag", inverseName: "trips", isToMany: true)),
      ],
      uniquenessConstraints: [["startDate", "kind"]],
      indexes: [IndexDescription(propertyNames: ["place.latitude"])]),
    EntityDescription(
      name: "Stay",
      properties: [
        .attribute(AttributeDescription(name: "isBooked", type: .boolean)),
        .relationship(
          RelationshipDescription(name: "trip", destination: "Trip", inverseName: "stays")),
      ]),
    EntityDescription(
      name: "HotelStay", parentName: "Stay",
      properties: [.attribute(AttributeDescription(name: "stars", type: .integer16))]),
    EntityDescription(
      name: "Tag",
      properties: [
        .attribute(AttributeDescription(name: "name", type: .string)),
        .attribute(AttributeDescription(name: "page", type: .uri, isOptional: true)),
        .relationship(
          RelationshipDescription(
            name: "trips", destination: "Trip", inverseName: "tags", isToMany: true)),
        .relationship(
          RelationshipDescription(
            name: "related", destination: "Tag", inverseName: "related", isToMany: true)),
      ],
      indexes: [
        IndexDescription(propertyNames: ["page"]),
        IndexDescription(propertyNames: ["name", "page"], descendingNames: ["name"]),
      ]),
  ])

  private let layout: PostgresLayout

  init() throws { layout = try PostgresLayout(model: Self.model) }

  private func columns(of entity: String, _ property: String) throws -> PropertyColumns {
    try #require(layout.tableMap.entity(named: entity)?.properties[property])
  }

  @Test func eachValueHasAColumn() throws {
    let trip = try #require(layout.tableMap.entity(named: "Trip"))
    #expect(trip.table == "trip")
    #expect(trip.identity == .postgres)
    #expect(
      try columns(of: "Trip", "startDate")
        == .attribute(Column(name: "start_date", type: .date, isOptional: false)))
    guard case .attribute(let id) = try columns(of: "Trip", "row_id"),
      case .composite(let place) = try columns(of: "Trip", "place"),
      case .composite(let kind) = try columns(of: "Trip", "kind")
    else {
      Issue.record("The properties have other columns.")
      return
    }
    // The names of the row's own columns are reserved.
    #expect(id.name == "row_id_2")
    #expect(place.map(\.column.name) == ["place_latitude", "place_longitude"])
    #expect(kind.map(\.column.name) == ["kind"])
  }

  @Test func relationshipsHaveForeignKeysOrJoinTables() throws {
    #expect(
      try columns(of: "Trip", "stays")
        == .toMany(
          destinationTable: "stay", destinationEntity: "Stay", foreignKey: "trip_id"))
    // There is no inverse, so that the column is named after the relationship that owns the rows.
    #expect(
      try columns(of: "Trip", "notes")
        == .toMany(
          destinationTable: "stay", destinationEntity: "Stay", foreignKey: "trip_notes_id"))
    guard case .manyToMany(let tags) = try columns(of: "Trip", "tags"),
      case .manyToMany(let trips) = try columns(of: "Tag", "trips"),
      case .manyToMany(let related) = try columns(of: "Tag", "related")
    else {
      Issue.record("The relationships have other columns.")
      return
    }
    #expect(tags.name == trips.name)
    #expect((tags.sourceColumn, tags.destinationColumn) == ("trip_id", "tag_id"))
    #expect((trips.sourceColumn, trips.destinationColumn) == ("tag_id", "trip_id"))
    #expect(related.name == "tag_related")
    #expect((related.sourceColumn, related.destinationColumn) == ("tag_id", "tag_id_2"))
  }

  @Test func subentitiesShareTheTableOfTheirParent() throws {
    let hotel = try #require(layout.tableMap.entity(named: "HotelStay"))
    #expect(hotel.table == "stay")
    #expect(hotel.properties["isBooked"] != nil)
    #expect(layout.tables.first { $0.name == "stay" }?.sharesTable == true)
  }

  @Test func statementsCreateTablesKeysAndIndexes() throws {
    let statements = try PostgresSchemaStatements(layout)
    #expect(
      statements.tables.contains(
        """
        CREATE TABLE "tag" (row_id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, \
        row_entity integer NOT NULL, row_version bigint NOT NULL DEFAULT 1, "name" text COLLATE "C", \
        "page" text COLLATE "C")
        """))
    #expect(
      statements.foreignKeys.contains(
        """
        ALTER TABLE "stay" ADD CONSTRAINT "stay_trip_id_fkey" FOREIGN KEY ("trip_id") \
        REFERENCES "trip" (row_id) DEFERRABLE INITIALLY DEFERRED
        """))
    #expect(
      statements.indexes.contains(
        """
        CREATE UNIQUE INDEX "trip_start_date_kind_idx" ON "trip" \
        ("start_date" NULLS FIRST, "kind" NULLS FIRST)
        """))
    #expect(
      statements.indexes.contains(
        #"CREATE INDEX "trip_place_latitude_idx" ON "trip" ("place_latitude" NULLS FIRST)"#))
  }

  /// Texts are compared and sorted by other expressions than a plain index on the column supports.
  @Test func textColumnsHaveIndexesInTextOrder() throws {
    let indexes = try PostgresSchemaStatements(layout).namedIndexes.filter { $0.table == "tag" }
    #expect(
      indexes.map(\.statement) == [
        #"CREATE INDEX "tag_page_idx" ON "tag" ("page" NULLS FIRST)"#,
        """
        CREATE INDEX "tag_name_page_idx" ON "tag" ("name" DESC NULLS LAST, "page" NULLS FIRST)
        """,
        """
        CREATE INDEX "tag_name_page_order_idx" ON "tag" \
        ((normalize("name", NFC) COLLATE "C") DESC NULLS LAST, "page" NULLS FIRST)
        """,
      ])
    #expect(indexes.map(\.isOfNormalForms) == [false, false, true])
  }
}
