import PostgresFormat

// One-to-one relationships with one column.

extension [PostgresMappedTable] {
  /// Serves each end of a one-to-one relationship that has no column from that of the other end.
  mutating func findInverses(_ facts: [PostgresTableFacts]) {
    let places = Dictionary(indices.map { (self[$0].view, $0) }, uniquingKeysWith: { $1 })
    for index in indices {
      for number in self[index].columns.indices {
        let column = self[index].columns[number]
        guard let partner = column.partner, let place = places[partner.view],
          let source = column.source, facts[index].columns[source] == nil,
          let otherNumber = self[place].columns.firstIndex(where: { $0.name == partner.column }),
          let other = self[place].columns[otherNumber].source,
          let found = facts[place].columns[other]
        else { continue }
        self[index].columns[number].source = nil
        self[index].columns[number].inverseRows = self[place].rows(
          by: other, isUnique: facts[place].isUnique(other))
        self[place].columns[otherNumber].isMoved =
          facts[place].isUnique(other) && found.isNullable
      }
    }
  }
}
