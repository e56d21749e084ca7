import OpenSwiftData
import PostgresFormat

/// Where models are in the tables of a database that another program made.
///
/// What is not named is where a store of the library's own would have it: a model `Trip` in a table `trip`, a property
/// `startDate` in a column `start_date`, the other end of a relationship `place` in a column `place_id`. Rows are told
/// from each other by a column of integers, `id` unless said otherwise. Properties that are coded whole are in columns of
/// `jsonb`, `json`, or of arrays.
///
/// ```swift
/// var mapping = PostgresMapping(schema: "travel")
/// mapping[Trip.self] = .table("trips_v2", key: "trip_no", columns: ["name": "title"])
/// var configuration = PostgresConfiguration("postgres://reader@localhost/agency", allowsSave: false)
/// configuration.mapping = mapping
/// ```
///
/// The database gets none of the library's tables, and there is no history. Each connection has views of its own,
/// for which its user needs the right to make temporary ones.
public struct PostgresMapping: Hashable, Sendable {
  /// The table of one model.
  public struct Table: Hashable, Sendable {
    /// The name of the table; nil for that which the library would give it.
    public var name: String?
    /// The schema of the table; nil for that of the mapping.
    public var schema: String?
    /// The column by which rows are told from each other.
    public var key: String
    /// The columns of properties, by their names; those of a structure's parts by paths, as `place.latitude`.
    ///
    /// A to-one relationship names the column with the other row's key. So does a to-many without inverse, and means
    /// a column of the other table.
    public var columns: [String: String]
    /// The tables of many-to-many relationships, by their names; one of the two ends names it.
    public var joins: [String: Join]

    /// Describes the table of a model.
    ///
    /// - Parameters:
    ///   - name: The name of the table; nil for that which the library would give it.
    ///   - schema: The schema of the table; nil for that of the mapping.
    ///   - key: The column by which rows are told from each other.
    ///   - columns: The columns of properties, by their names.
    ///   - joins: The tables of many-to-many relationships, by their names.
    /// - Returns: The table.
    public static func table(
      _ name: String? = nil, schema: String? = nil, key: String = "id",
      columns: [String: String] = [:], joins: [String: Join] = [:]
    ) -> Table {
      Table(name: name, schema: schema, key: key, columns: columns, joins: joins)
    }
  }

  /// The table of a many-to-many relationship.
  public struct Join: Hashable, Sendable {
    /// The name of the table.
    public var name: String
    /// The schema of the table; nil for that of the mapping.
    public var schema: String?
    /// The column with the keys of the rows whose model names the table.
    public var owner: String
    /// The column with the keys of the rows at the other end.
    public var member: String

    /// Describes the table of a many-to-many relationship.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - schema: The schema of the table; nil for that of the mapping.
    ///   - owner: The column with the keys of the rows whose model names the table.
    ///   - member: The column with the keys of the rows at the other end.
    public init(_ name: String, schema: String? = nil, owner: String, member: String) {
      (self.name, self.schema, self.owner, self.member) = (name, schema, owner, member)
    }
  }

  /// The schema of the tables that name none.
  public var schema: String
  /// The tables, by the names of the models' entities.
  public var tables: [String: Table]

  /// Describes where models are.
  ///
  /// - Parameters:
  ///   - schema: The schema of the tables that name none.
  ///   - tables: The tables, by the names of the models' entities.
  public init(schema: String = "public", tables: [String: Table] = [:]) {
    (self.schema, self.tables) = (schema, tables)
  }

  /// The table of a model; nil where all is as the library would have it.
  public subscript(model: any PersistentModel.Type) -> Table? {
    get { tables[Schema.entityName(for: model)] }
    set { tables[Schema.entityName(for: model)] = newValue }
  }

  var stored: PostgresTableMapping {
    PostgresTableMapping(
      schema: schema,
      tables: tables.mapValues { table in
        PostgresTableMapping.Table(
          schema: table.schema, name: table.name, key: table.key, columns: table.columns,
          joins: table.joins.mapValues {
            PostgresTableMapping.Join(
              schema: $0.schema, name: $0.name, owner: $0.owner, member: $0.member)
          })
      })
  }
}
