// Rows as records want them. What a row shows follows from its record and those that this leads to; so it does
// not matter in which order these arrive.

extension ReplicaStep {
  /// Brings the rows of records in line with what these say, and those of others that lead to them.
  func present(_ names: [String]) throws {
    gone = []
    var queue = Set(names)
    var rounds = 0
    while !queue.isEmpty, rounds < 200 {
      rounds += 1
      var next: Set<String> = []
      let all = queue.sorted()
      for start in stride(from: 0, to: all.count, by: 1_000) {
        let part = Array(all[start..<min(start + 1_000, all.count)])
        let presentation = try Presentation(self, part)
        next.formUnion(try presentation.perform())
      }
      queue = next
    }
    try presentOrder()
  }
}
