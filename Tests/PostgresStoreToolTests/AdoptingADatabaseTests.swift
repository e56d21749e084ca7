import Foundation
import PostgresDriver
import PostgresTesting
import SQLCore
import SwiftData
import Testing

/// The code of the article “Adopting a database”, which this module compiles too.
@Suite("Adopting a database", .enabled(if: CopyPlace.isAvailable, CopyPlace.reason))
struct AdoptingADatabaseTests {
  private static let tables = """
    CREATE TABLE readers (id bigserial PRIMARY KEY, name character varying NOT NULL,
      created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL,
      lock_version integer DEFAULT 0 NOT NULL);
    CREATE TABLE reader_cards (id bigserial PRIMARY KEY, number character varying NOT NULL,
      reader_id bigint UNIQUE REFERENCES readers (id));
    CREATE TABLE media (id uuid DEFAULT gen_random_uuid() PRIMARY KEY, type character varying,
      title character varying(80) NOT NULL, price numeric(8,2) NOT NULL, minutes integer,
      fine numeric GENERATED ALWAYS AS (price / 4) STORED);
    CREATE TABLE loans (id bigserial PRIMARY KEY, due_on date,
      reader_id bigint NOT NULL REFERENCES readers (id) ON DELETE CASCADE,
      medium_id uuid NOT NULL REFERENCES media (id));
    CREATE VIEW late_loans AS SELECT l.id AS loan_id, m.title, 3 AS days
      FROM loans AS l JOIN media AS m ON m.id = l.medium_id WHERE due_on < '2026-01-01';
    CREATE TABLE remarks (id bigserial PRIMARY KEY, text text NOT NULL,
      subject_type character varying NOT NULL, subject_id character varying NOT NULL);
    """

  @Test func theArticlesCodeRuns() throws {
    let address = try ForeignSchema(name: "library", tables: Self.tables).makeDatabase()
    let connection = try PostgresConnection(PostgresSettings(address))
    let context = ModelContext(try openLibrary(at: address))
    try lend("Emma", to: "Ada", in: context)
    #expect(
      try connection.rows(
        """
        SELECT r.name, c.number, m.type, m.minutes, r.lock_version FROM library.loans AS l
        JOIN library.readers AS r ON r.id = l.reader_id
        JOIN library.reader_cards AS c ON c.reader_id = r.id
        JOIN library.media AS m ON m.id = l.medium_id
        """) == [[.text("Ada"), .text("C-Ada"), .text("AudioBook"), .integer(90), .integer(0)]])
    let recording = try context.fetch(FetchDescriptor<Recording>())[0]
    #expect(recording.fine == 3)
    #expect(recording.loans[0].reader.card?.number == "C-Ada")
    #expect(recording.loans[0].reader.changedAt > Date.distantPast)
    context.insert(LibraryRemark("Scratched.", about: "Medium", recording.id.uuidString))
    context.insert(LibraryRemark("Friendly.", about: "Reader", "1"))
    try context.save()
    #expect(try remarkedTitles(in: context) == ["Emma"])
    try connection.execute(
      """
      INSERT INTO library.loans (due_on, reader_id, medium_id) SELECT d, reader_id, medium_id
      FROM library.loans, (VALUES (DATE '2025-12-29'), (DATE '5000000-01-01')) AS days (d)
      """)
    let (loans, errors) = try readableLoans(in: ModelContext(context.container))
    #expect(loans.count == 2)
    #expect(errors == [.valueCannotBeRead])
    for text in ["Loan.due", "row 3", "library.loans.due_on", "5000000-01-01"] {
      #expect("\(errors)".contains(text), "\(errors)")
    }
    let late = try context.fetch(FetchDescriptor<LateLoan>())
    #expect(late.map(\.title) == ["Emma"])
    late[0].days = 4
    #expect(throws: SwiftDataError.storeIsReadOnly) { try context.save() }
  }
}
