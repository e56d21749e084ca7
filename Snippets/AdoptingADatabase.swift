import Foundation
import PostgresData
import SwiftData

@Model
final class Reader {
  var name: String
  var changedAt: Date = Date.distantPast
  @Relationship(inverse: \ReaderCard.reader) var card: ReaderCard?
  @Relationship(deleteRule: .cascade, inverse: \Loan.reader) var loans: [Loan] = []

  init(name: String) { self.name = name }
}

/// Its table has the only column of the one-to-one relationship.
@Model
final class ReaderCard {
  var number: String
  var reader: Reader?

  init(number: String) { self.number = number }
}

@Model
class Medium {
  @Attribute(.unique) var id: UUID = UUID()
  var title: String
  var price: Decimal
  var fine: Decimal?
  @Relationship(deleteRule: .deny, inverse: \Loan.medium) var loans: [Loan] = []

  init(title: String, price: Decimal) { (self.title, self.price) = (title, price) }
}

@Model
final class Recording: Medium {
  var minutes: Int?

  init(title: String, price: Decimal, minutes: Int) {
    self.minutes = minutes
    super.init(title: title, price: price)
  }
}

@Model
final class Loan {
  var due: Date?
  var reader: Reader
  var medium: Medium

  init(_ medium: Medium, to reader: Reader) { (self.medium, self.reader) = (medium, reader) }
}

/// A row of a view.
@Model
final class LateLoan {
  var title: String
  var days: Int

  init(title: String, days: Int) { (self.title, self.days) = (title, days) }
}

/// A remark about a row of any table.
@Model
final class LibraryRemark {
  var text: String
  var subjectType: String
  var subjectID: String

  init(_ text: String, about type: String, _ id: String) {
    (self.text, subjectType, subjectID) = (text, type, id)
  }
}

/// The tables of a library's program.
func libraryMapping() -> PostgresMapping {
  var mapping = PostgresMapping(schema: "library")
  mapping[Reader.self] = .table(
    "readers", columns: ["changedAt": "updated_at"],
    createdAt: "created_at", updatedAt: "updated_at", lockVersion: "lock_version")
  mapping[ReaderCard.self] = .table("reader_cards")
  mapping[Medium.self] = .table("media", classColumn: "type")
  mapping[Recording.self] = .table(className: "AudioBook")
  mapping[Loan.self] = .table("loans", columns: ["due": "due_on"])
  mapping[LateLoan.self] = .table("late_loans", key: "loan_id")
  mapping[LibraryRemark.self] = .table("remarks", columns: ["subjectID": "subject_id"])
  return mapping
}

/// Opens the tables at an address.
func openLibrary(at address: String) throws -> ModelContainer {
  var configuration = PostgresConfiguration(address)
  configuration.mapping = libraryMapping()
  let schema = Schema([
    Reader.self, ReaderCard.self, Medium.self, Recording.self, Loan.self, LateLoan.self,
    LibraryRemark.self,
  ])
  return try ModelContainer(for: schema, configurations: [configuration])
}

/// Lends a recording, and gives the reader a card.
func lend(_ title: String, to name: String, in context: ModelContext) throws {
  let recording = Recording(title: title, price: 12, minutes: 90)
  let reader = Reader(name: name)
  context.insert(reader)
  reader.card = ReaderCard(number: "C-\(name)")
  context.insert(Loan(recording, to: reader))
  try context.save()
}

/// The titles of the media that remarks are about.
func remarkedTitles(in context: ModelContext) throws -> [String] {
  try context.fetch(FetchDescriptor<LibraryRemark>()).compactMap { remark in
    let subject = try context.polymorphicModel(remark.subjectType, key: remark.subjectID)
    return (subject as? Medium)?.title
  }
}

/// The loans that can be read, and the errors of the others.
func readableLoans(in context: ModelContext) throws -> (loans: [Loan], errors: [SwiftDataError]) {
  var errors: [SwiftDataError] = []
  let loans = try context.fetch(FetchDescriptor<Loan>()) { errors.append($0) }
  return (loans, errors)
}
