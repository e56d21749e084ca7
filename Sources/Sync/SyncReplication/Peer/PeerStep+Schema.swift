import SQLCore

// The schema with which rows were read.

extension PeerStep {
  /// The record names of the entities and their properties, as text.
  var schemaDigest: String {
    shapes.values.map { shape in
      "\(shape.kind):\(shape.fields.map(\.name).sorted().joined(separator: ","))"
    }.sorted().joined(separator: ";")
  }

  /// Parses the properties of each entity from a digest.
  func knownFields(_ digest: String) -> [String: Set<String>] {
    var fields: [String: Set<String>] = [:]
    for part in digest.split(separator: ";") {
      let halves = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else { continue }
      fields[String(halves[0])] = Set(halves[1].split(separator: ",").map(String.init))
    }
    return fields
  }

  /// Updates rows with values that records already had, but for which the rows had no property.
  func presentWhatIsNew(_ former: String) throws {
    let old = knownFields(former)
    for shape in shapes.values {
      let known = old[shape.kind] ?? []
      let new = shape.fields.map(\.name).filter { !known.contains($0) }
      guard !new.isEmpty else { continue }
      var last: Int64 = 0
      while true {
        let entries = try ledger.entries(
          "KIND = ? AND STATE = 1 AND ID > ?", [.text(shape.kind), .integer(last)],
          limit: 500)
        guard let end = entries.last else { break }
        last = end.id
        let names = entries.filter { entry in
          entry.place == nil || new.contains { entry.content.fields[$0] != nil }
        }
        try present(names.map(\.name))
      }
    }
    try present(applyPairs())
  }
}
