import Foundation
import OpenSwiftData
import PostgresData

/// Models of another program's tables, whose foreign keys perform the delete rules.
enum Firms {
  @Model final class Firm {
    var name: String
    var parent: Firm?
    @Relationship(deleteRule: .cascade, inverse: \Firm.parent) var parts: [Firm] = []
    @Relationship(deleteRule: .cascade, inverse: \Worker.firm) var workers: [Worker] = []
    @Relationship(deleteRule: .nullify, inverse: \Worker.sponsor) var sponsored: [Worker] = []
    @Relationship(deleteRule: .cascade) var badges: [Badge] = []
    @Relationship(inverse: \Topic.firms) var topics: [Topic] = []
    init(name: String) { self.name = name }
  }

  @Model final class Worker {
    var name: String
    @Attribute(.unique) var code: Int?
    var firm: Firm?
    var sponsor: Firm?
    init(name: String, code: Int? = nil) { (self.name, self.code) = (name, code) }
  }

  @Model final class Badge {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model final class Topic {
    var name: String
    var firms: [Firm] = []
    init(name: String) { self.name = name }
  }

  static let models: [any PersistentModel.Type] = [
    Firm.self, Worker.self, Badge.self, Topic.self,
  ]

  static let tables = """
    CREATE TABLE firm (id serial PRIMARY KEY, name text NOT NULL,
      parent_id int REFERENCES firm ON DELETE CASCADE DEFERRABLE);
    CREATE TABLE worker (id serial PRIMARY KEY, name text NOT NULL, code int UNIQUE,
      firm_id int REFERENCES firm ON DELETE CASCADE DEFERRABLE,
      sponsor_id int REFERENCES firm ON DELETE SET NULL DEFERRABLE);
    CREATE TABLE badge (id serial PRIMARY KEY, name text NOT NULL,
      firm_id int REFERENCES firm ON DELETE CASCADE DEFERRABLE);
    CREATE TABLE topic (id serial PRIMARY KEY, name text NOT NULL);
    CREATE TABLE firm_topic (firm_id int REFERENCES firm ON DELETE CASCADE DEFERRABLE,
      topic_id int REFERENCES topic ON DELETE CASCADE DEFERRABLE, PRIMARY KEY (firm_id, topic_id));
    """

  static func mapping(_ schema: String) -> PostgresMapping {
    var mapping = PostgresMapping(schema: schema)
    mapping[Firm.self] = .table(
      "firm", columns: ["badges": "firm_id"],
      joins: ["topics": PostgresMapping.Join("firm_topic", owner: "firm_id", member: "topic_id")])
    return mapping
  }

  static func makeOwnContext() throws -> ModelContext {
    let schema = Schema(models)
    return ModelContext(
      try ModelContainer(
        for: schema, migrationPlan: nil,
        configurations: [ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)]))
  }
}
