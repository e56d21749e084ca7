import Foundation

/// The saves that killed writers reported, and a check whether the items are consistent with them.
struct KilledItems {
  private struct Item {
    var isAcknowledged = false
    var isDeleted = false
    var mayBeDeleted = false
    /// The last acknowledged value and the last attempted value, by property.
    var known: [String: String] = [:]
    var tried: [String: String] = [:]
    var shared: Set<String> = []
  }

  /// An item in a store.
  struct Found: Hashable {
    let name: String
    let values: [String: String]
  }

  private var items: [String: Item] = [:]
  private(set) var acknowledgedCount = 0

  /// Records the output of a writer.
  mutating func note(_ output: String) {
    for line in output.split(separator: "\n")
    where line.hasPrefix("try ") || line.hasPrefix("done ") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count >= 3 else { continue }
      note(words[1], words[2], words.dropFirst(3).joined(separator: " "), words[0] == "done")
    }
  }

  private mutating func note(_ what: String, _ name: String, _ value: String, _ isDone: Bool) {
    var item = items[name] ?? Item()
    if isDone { acknowledgedCount += 1 }
    switch what {
    case "insert": if isDone { item.isAcknowledged = true }
    case "delete":
      item.mayBeDeleted = true
      if isDone { item.isDeleted = true }
    case "shared":
      item.shared.insert(value)
      if isDone { item.known[what] = value }
    default:
      item.tried[what] = value
      if isDone { item.known[what] = value }
    }
    items[name] = item
  }

  /// Faults of the items in a store; empty if they are all consistent with the output.
  func faults(in found: [Found]) -> [String] {
    var faults: [String] = []
    let byName = Dictionary(grouping: found, by: \.name)
    for (name, doubles) in byName where doubles.count > 1 {
      faults.append("\(name) is there \(doubles.count) times")
    }
    for (name, item) in items {
      guard let known = byName[name]?.first else {
        if item.isAcknowledged, !item.mayBeDeleted { faults.append("\(name) is lost") }
        continue
      }
      if item.isDeleted { faults.append("\(name) is back") }
      for (property, value) in item.known where property != "shared" {
        let isKept = known.values[property] == value
        if !isKept, known.values[property] != item.tried[property] {
          faults.append("\(name).\(property) is \(known.values[property] ?? "-"), not \(value)")
        }
      }
      let shared = known.values["shared"] ?? ""
      if !item.shared.contains(shared), !shared.isEmpty || item.known["shared"] != nil {
        faults.append("\(name).shared is \(shared), which nobody set")
      }
    }
    for name in byName.keys where items[name] == nil { faults.append("nobody made \(name)") }
    return faults.sorted()
  }
}
