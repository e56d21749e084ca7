import Foundation
import SwiftData

enum Priority: Int, Codable { case low, high }
enum Outcome: Codable { case waiting, done(at: Date), failed(reason: String, code: Int) }
struct Address: Codable, Hashable {
  struct Zone: Codable, Hashable { var name: String }
  var street: String
  var zone: Zone?
}

@Model
final class Everything {
  var bool = true
  var int: Int = 1
  var small: Int8 = 1
  var wide: UInt64 = 1
  var float: Float = 1
  var double = 1.5
  var decimal: Decimal = 1
  var text = ""
  var date: Date? = nil
  var data = Data()
  var uuid = UUID()
  var url: URL?
  var priority: Priority = Priority.low
  var outcome: Outcome? = Outcome.waiting
  var address: Address?
  var addresses: [Address] = []
  var tags: Set<String> = []
  var table: [String: [Int]] = [:]

  init() {}
}

func change(_ all: Everything) {
  all.address?.zone?.name = "north"
  all.addresses.append(Address(street: "s", zone: nil))
  all.outcome = .failed(reason: "r", code: 1)
  all.table["a", default: []].append(1)
  all.int += all.addresses.count
}
