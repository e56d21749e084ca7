import OpenSwiftData
import PostgresFormat

/// Maps models to the tables of a database that another program created.
///
/// Anything that the mapping does not name has the name that the library would choose: a model
/// `Trip` is in a table `trip`, a property `startDate` in a column `start_date`, and the other end
/// of a relationship `place` in a column `place_id`. Rows are identified by a column of integers,
/// UUIDs or texts, `id` by default; a model may have a property for it. Properties that are encoded as a whole are in columns of type `jsonb` or `json`, or
/// in array columns.
///
/// ```swift
/// var mapping = PostgresMapping(schema: "travel")
/// mapping[Trip.self] = .table("trips_v2", key: "trip_no", columns: ["name": "title"])
/// var configuration = PostgresConfiguration("postgres://reader@localhost/agency", allowsSave: false)
/// configuration.mapping = mapping
/// ```
///
/// Mapped tables keep no history. The library adds nothing to the database unless keys are UUIDs or
/// texts. Then tables in a schema `openswiftdata` give each key an integer, and triggers of the
/// mapped tables add those of new rows. Each connection creates temporary views, for which its
/// user needs the `TEMPORARY` privilege.
public struct PostgresMapping: Hashable, Sendable {
  /// The table of one model.
  public struct Table: Hashable, Sendable {
    /// The name of the table; nil for the name that the library would choose.
    public var name: String?
    /// The schema of the table; nil for the mapping's schema.
    public var schema: String?
    /// The column that identifies rows.
    public var key: String
    /// The columns of properties, by property name; parts of a structure are named by paths such as
    /// `place.latitude`.
    ///
    /// For a to-one relationship, this is the column with the other row's key. For a to-many
    /// relationship without an inverse, it is the column of the other table that points back. One
    /// of the two ends of a one-to-one relationship needs no column.
    public var columns: [String: String]
    /// The tables of many-to-many relationships, by relationship name; only one of the two ends
    /// names the table.
    public var joins: [String: Join]
    /// The column that contains the class of a row, for a model and the models that inherit from it;
    /// nil if all rows are of one class.
    ///
    /// Only the mapping of the topmost model names it. Rows with the name of another class are not
    /// visible, and rows without one are of the topmost model.
    public var classColumn: String?
    /// The text in that column for rows of the model, and in the columns of polymorphic
    /// associations; nil for the name of the model.
    public var className: String?
    /// The column with the time of a row's insertion, which each insertion sets; nil for none.
    ///
    /// A property may be mapped to this column, or to one of the next two; what it is set to is
    /// ignored.
    public var createdAt: String?
    /// The column with the time of a row's last change, which each save sets; nil for none.
    public var updatedAt: String?
    /// The column that counts a row's changes, so that other programs notice them, as Rails does;
    /// nil for none.
    public var lockVersion: String?

    /// Describes the table of a model.
    ///
    /// - Parameters:
    ///   - name: The name of the table; nil for the name that the library would choose.
    ///   - schema: The schema of the table; nil for the mapping's schema.
    ///   - key: The column that identifies rows.
    ///   - columns: The columns of properties, by property name.
    ///   - joins: The tables of many-to-many relationships, by relationship name.
    ///   - classColumn: The column that contains the class of a row; nil if all rows are of one
    ///     class.
    ///   - className: The text in that column for rows of the model; nil for the name of the model.
    ///   - createdAt: The column with the time of a row's insertion; nil for none.
    ///   - updatedAt: The column with the time of a row's last change; nil for none.
    ///   - lockVersion: The column that counts a row's changes; nil for none.
    /// - Returns: The table.
    public static func table(
      _ name: String? = nil, schema: String? = nil, key: String = "id",
      columns: [String: String] = [:], joins: [String: Join] = [:], classColumn: String? = nil,
      className: String? = nil, createdAt: String? = nil, updatedAt: String? = nil,
      lockVersion: String? = nil
    ) -> Table {
      Table(
        name: name, schema: schema, key: key, columns: columns, joins: joins,
        classColumn: classColumn, className: className, createdAt: createdAt,
        updatedAt: updatedAt, lockVersion: lockVersion)
    }
  }

  /// The table of a many-to-many relationship.
  public struct Join: Hashable, Sendable {
    /// The name of the table.
    public var name: String
    /// The schema of the table; nil for the mapping's schema.
    public var schema: String?
    /// The column with the keys of the rows of the model whose mapping names this table.
    public var owner: String
    /// The column with the keys of the rows at the other end.
    public var member: String

    /// Describes the table of a many-to-many relationship.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - schema: The schema of the table; nil for the mapping's schema.
    ///   - owner: The column with the keys of the rows of the model whose mapping names this table.
    ///   - member: The column with the keys of the rows at the other end.
    public init(_ name: String, schema: String? = nil, owner: String, member: String) {
      (self.name, self.schema, self.owner, self.member) = (name, schema, owner, member)
    }
  }

  /// The default schema of tables that do not name one.
  public var schema: String
  /// The tables, by entity name.
  public var tables: [String: Table]

  /// Creates a mapping of models to tables.
  ///
  /// - Parameters:
  ///   - schema: The default schema of tables that do not name one.
  ///   - tables: The tables, by entity name.
  public init(schema: String = "public", tables: [String: Table] = [:]) {
    (self.schema, self.tables) = (schema, tables)
  }

  /// The table of a model; nil if all its names are those that the library would choose.
  public subscript(model: any PersistentModel.Type) -> Table? {
    get { tables[Schema.entityName(for: model)] }
    set { tables[Schema.entityName(for: model)] = newValue }
  }

  var stored: PostgresTableMapping {
    PostgresTableMapping(
      schema: schema,
      tables: tables.mapValues { table in
        var stored = PostgresTableMapping.Table(
          schema: table.schema, name: table.name, key: table.key, columns: table.columns,
          joins: table.joins.mapValues {
            PostgresTableMapping.Join(
              schema: $0.schema, name: $0.name, owner: $0.owner, member: $0.member)
          }, classColumn: table.classColumn, className: table.className)
        stored.upkeep = PostgresTableMapping.Upkeep(
          createdAt: table.createdAt, updatedAt: table.updatedAt, lockVersion: table.lockVersion)
        return stored
      })
  }
}
