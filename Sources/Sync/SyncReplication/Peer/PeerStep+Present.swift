// Updates of rows to match records. A row depends only on its record and on those that the record
// references, so the order in which records arrive does not matter.

extension PeerStep {
  /// Updates the rows of records, and the rows that reference them.
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
