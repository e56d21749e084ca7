import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// One-to-one relationships of other programs, which only one of the two tables stores.
@Suite("One-to-one relationships in one column", .enabled(if: PostgresServer.isInstalled))
struct OneToOneTests {
  @Model final class Person {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Passport.holder) var passport: Passport?
    init(name: String) { self.name = name }
  }

  @Model final class Passport {
    var number: String
    var holder: Person?
    init(number: String) { self.number = number }
  }

  @Model final class Chapter {
    var title: String
    @Relationship(inverse: \Chapter.next) var previous: Chapter?
    var next: Chapter?
    init(title: String) { self.title = title }
  }

  /// How the tables are made.
  struct Form: Sendable, CustomTestStringConvertible {
    var key = "serial"
    var reference = "int"
    var constraint = "UNIQUE"
    var testDescription: String { "\(key) \(reference) \(constraint)" }

    static let all = [
      Form(), Form(constraint: ""), Form(constraint: "UNIQUE DEFERRABLE"),
      Form(key: "bigserial", reference: "bigint"),
      Form(key: "uuid DEFAULT gen_random_uuid()", reference: "uuid"),
      Form(key: "uuid DEFAULT gen_random_uuid()", reference: "uuid", constraint: ""),
    ]
  }

  private let database: AgencyDatabase

  init() throws { database = try AgencyDatabase() }

  private func people(_ form: Form) throws -> ModelContext {
    try database.connection.execute(
      """
      CREATE TABLE person (id \(form.key) PRIMARY KEY, name text NOT NULL); \
      CREATE TABLE passport (id \(form.key) PRIMARY KEY, number text NOT NULL, \
      holder_id \(form.reference) REFERENCES person \(form.constraint)); \
      INSERT INTO person (name) VALUES ('Ada'), ('Ben'), ('Cy'); \
      INSERT INTO passport (number, holder_id) SELECT 'P' || name, id FROM person WHERE name < 'C'
      """)
    return ModelContext(
      try database.container(
        allowsSave: true, PostgresMapping(schema: database.schema), [Person.self, Passport.self]))
  }

  private func pairs() throws -> [String] {
    try database.connection.rows(
      """
      SELECT coalesce(p.name, '-') || coalesce(d.number, '-') FROM person AS p \
      FULL JOIN passport AS d ON d.holder_id = p.id ORDER BY 1
      """
    ).map { $0[0].text ?? "" }
  }

  private func named(_ context: ModelContext) throws -> [String: Person] {
    let all = try context.fetch(FetchDescriptor<Person>())
    return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  }

  @Test(arguments: Form.all) func bothEndsAreRead(_ form: Form) throws {
    let context = try people(form)
    let people = try named(context)
    #expect(people["Ada"]?.passport?.number == "PAda")
    #expect(people["Ben"]?.passport?.holder === people["Ben"])
    #expect(people["Cy"]?.passport == nil)
    let without = FetchDescriptor<Person>(predicate: #Predicate { $0.passport == nil })
    #expect(try context.fetch(without).map(\.name) == ["Cy"])
    let numbered = #Predicate<Person> { $0.passport?.number == "PBen" }
    #expect(try context.fetch(FetchDescriptor(predicate: numbered)).map(\.name) == ["Ben"])
    let locked = try context.transaction(.serializable) {
      try context.fetch(FetchDescriptor<Person>(), lockingFor: .update).count
    }
    #expect(locked == 3)
  }

  @Test(arguments: Form.all) func bothEndsAreWritten(_ form: Form) throws {
    let context = try people(form)
    let people = try named(context)
    let new = Person(name: "Di")
    context.insert(new)
    new.passport = Passport(number: "PDi")
    people["Cy"]?.passport = people["Ada"]?.passport
    try context.save()
    #expect(try pairs() == ["Ada-", "BenPBen", "CyPAda", "DiPDi"])
    #expect(people["Ada"]?.passport == nil)
    people["Ben"]?.passport?.holder = nil
    try context.save()
    #expect(try pairs() == ["-PBen", "Ada-", "Ben-", "CyPAda", "DiPDi"])
    // The delete rule of the end without a column, and the deletion of the other one.
    context.delete(new)
    if let passport = people["Cy"]?.passport { context.delete(passport) }
    try context.save()
    #expect(try pairs() == ["-PBen", "Ada-", "Ben-", "Cy-"])
    let again = try named(ModelContext(context.container))
    #expect(again.values.allSatisfy { $0.passport == nil })
  }

  /// A passport moves to a person who had another one.
  @Test(arguments: Form.all) func partnersAreReplaced(_ form: Form) throws {
    let context = try people(form)
    let people = try named(context)
    people["Ben"]?.passport = people["Ada"]?.passport
    try context.save()
    #expect(try pairs() == ["-PBen", "Ada-", "BenPAda", "Cy-"])
    let again = try named(ModelContext(context.container))
    #expect(again["Ben"]?.passport?.number == "PAda")
    #expect(again["Ada"]?.passport == nil)
    // The same for two passports that are exchanged, and for a new one.
    let passports = try context.fetch(
      FetchDescriptor<Passport>(sortBy: [SortDescriptor(\.number)]))
    passports[1].holder = people["Cy"]
    try context.save()
    (passports[0].holder, passports[1].holder) = (people["Cy"], people["Ben"])
    try context.save()
    #expect(try pairs() == ["Ada-", "BenPBen", "CyPAda"])
    let new = Passport(number: "new")
    context.insert(new)
    new.holder = people["Cy"]
    try context.save()
    #expect(try pairs() == ["-PAda", "Ada-", "BenPBen", "Cynew"])
  }

  /// Of several rows, the one with the least key is the other end.
  @Test func theFirstOfSeveralRowsIsRead() throws {
    let context = try people(Form(constraint: ""))
    try database.connection.execute("INSERT INTO passport (number, holder_id) VALUES ('X', 1)")
    #expect(try named(context)["Ada"]?.passport?.number == "PAda")
    #expect(try context.fetchCount(FetchDescriptor<Person>()) == 3)
  }

  @Test func aTableCanReferToItself() throws {
    try database.connection.execute(
      """
      CREATE TABLE chapter (id serial PRIMARY KEY, title text NOT NULL, \
      next_id int UNIQUE REFERENCES chapter); \
      INSERT INTO chapter (title, next_id) VALUES ('b', NULL), ('a', 1)
      """)
    let context = ModelContext(
      try database.container(
        allowsSave: true, PostgresMapping(schema: database.schema), [Chapter.self]))
    let chapters = try context.fetch(FetchDescriptor<Chapter>(sortBy: [SortDescriptor(\.title)]))
    #expect(chapters[1].previous === chapters[0])
    let new = Chapter(title: "c")
    context.insert(new)
    new.previous = chapters[1]
    try context.save()
    #expect(
      try database.connection.rows("SELECT title FROM chapter WHERE next_id = 3") == [[.text("b")]])
  }

  @Test func columnsThatTheMappingNamesMustExist() throws {
    _ = try people(Form())
    var mapping = PostgresMapping(schema: database.schema)
    mapping[Person.self] = .table(columns: ["passport": "document_id"])
    let error = try #require(throws: SwiftDataError.storeSchemaMismatch) {
      try database.container(allowsSave: true, mapping, [Person.self, Passport.self])
    }
    #expect("\(error)".contains("person.document_id, which does not exist"), "\(error)")
    try database.connection.execute("ALTER TABLE passport DROP COLUMN holder_id")
    let none = try #require(throws: SwiftDataError.storeSchemaMismatch) {
      try database.container(
        allowsSave: true, PostgresMapping(schema: database.schema), [Person.self, Passport.self])
    }
    for text in ["person.passport_id, which does not", "passport.holder_id, which does not"] {
      #expect("\(none)".contains(text), "\(none)")
    }
  }
}
