import Foundation
import SwiftData

@Model final class Coin { var value: Int; init(value: Int) { self.value = value } }

func needsSendable(_ value: some Sendable & Hashable & Comparable & Codable) {}

func identifiers(of coins: [Coin]) throws -> [String: PersistentIdentifier] {
  var found: [String: PersistentIdentifier] = [:]
  for coin in coins {
    let identifier = coin.persistentModelID
    needsSendable(identifier)
    let opaque: PersistentIdentifier.ID = identifier.id
    found["\(identifier.entityName) \(identifier.storeIdentifier ?? "-") \(opaque.hashValue)"] =
      identifier
  }
  found["text"] = try .identifier(for: "s", entityName: "Coin", primaryKey: "p")
  found["number"] = try .identifier(for: "s", entityName: "Coin", primaryKey: Int64(4))
  let data = try JSONEncoder().encode(found)
  let read = try JSONDecoder().decode([String: PersistentIdentifier].self, from: data)
  guard let least = read.values.min(), read["text"] != least else { return found }
  return read
}
