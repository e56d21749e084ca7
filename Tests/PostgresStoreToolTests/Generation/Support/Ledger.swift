import Foundation
import SwiftData

/// A row of the table `ledgers`.
@Model
final class Ledger {
  @Attribute(.unique) var id: UUID = UUID()
  var name: String
  var currency: String = "EUR"
  var closedOn: Date?
  @Relationship(deleteRule: .cascade, inverse: \LedgerEntry.ledger)
  var ledgerEntries: [LedgerEntry] = []

  init(id: UUID = UUID(), name: String, currency: String = "EUR", closedOn: Date? = nil) {
    self.id = id
    self.name = name
    self.currency = currency
    self.closedOn = closedOn
  }
}
