/// Positions of members with gaps between them, so that few change when a member moves.
enum SpacedPositions {
  /// The distance between two positions at an end of a list, as in Core Data's stores.
  static let space: Int64 = 1024
  /// Positions beyond this one, which other programs may have written, are replaced.
  private static let largest: Int64 = 1 << 60

  /// Returns the positions to write so that the members are in their order.
  ///
  /// They are as few as possible if there is a gap for each member that moves, and more otherwise.
  ///
  /// - Parameters:
  ///   - members: The members, in their order.
  ///   - known: The positions that are stored.
  ///   - least: The number that all positions exceed; nil if they may have any sign.
  /// - Returns: The members with other positions than before, in their order.
  static func changes(
    of members: [Int64], known: [Int64: Int64], above least: Int64?
  ) -> [(member: Int64, position: Int64)] {
    var placed: [(index: Int, position: Int64)] = []
    for (index, member) in members.enumerated() {
      guard let position = known[member], position > least ?? -largest, position < largest
      else { continue }
      placed.append((index, position))
    }
    var changes: [(member: Int64, position: Int64)] = []
    // The first member without a place, and the position before it.
    var (start, last) = (0, least)
    for kept in placed.longestRun(by: { $0.position < $1.position }) {
      let (index, position) = placed[kept]
      let count = Int64(index - start)
      let step = last.map { (position - $0) / (count + 1) } ?? space
      // Without a gap before it, the member moves as well.
      guard step > 0 else { continue }
      for (place, member) in members[start..<index].enumerated() {
        changes.append((member, position - step * (count - Int64(place))))
      }
      (start, last) = (index + 1, position)
    }
    for member in members[start...] {
      last = (last ?? 0) + space
      changes.append((member, last ?? 0))
    }
    return changes
  }
}
