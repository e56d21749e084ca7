import Foundation
import SwiftData

/// A row of the table `ledger_entries`.
@Model
final class LedgerEntry {
  @Attribute(.unique) var id: UUID = UUID()
  var side: Side
  var amount: Decimal
  var note: String?
  var bookedAt: Date
  var amountInCents: Int?
  var ledger: Ledger
  var reversalOf: LedgerEntry?
  @Relationship(deleteRule: .deny, inverse: \LedgerEntry.reversalOf)
  var ledgerEntriesAsReversalOf: [LedgerEntry] = []

  init(
    id: UUID = UUID(), side: Side, amount: Decimal, note: String? = nil, bookedAt: Date,
    amountInCents: Int? = nil, ledger: Ledger, reversalOf: LedgerEntry? = nil
  ) {
    self.id = id
    self.side = side
    self.amount = amount
    self.note = note
    self.bookedAt = bookedAt
    self.amountInCents = amountInCents
    self.ledger = ledger
    self.reversalOf = reversalOf
  }
}

enum Side: String, Codable, CaseIterable {
  case debit
  case credit
}
