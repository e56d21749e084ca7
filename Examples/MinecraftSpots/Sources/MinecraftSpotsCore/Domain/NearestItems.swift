/// Finds the spots closest to a position.
///
/// Keeps only as many spots as requested, in a heap with the farthest on top.
package struct NearestItems {
  /// A spot with its distance.
  package struct Match: Hashable, Sendable {
    package var item: Item
    package var squaredDistance: UInt128

    /// The distance in blocks.
    package var distance: Double { Double(squaredDistance).squareRoot() }

    /// Spots at the same distance are ordered by identifier, so that the order is deterministic.
    fileprivate static func isCloser(_ left: Match, _ right: Match) -> Bool {
      left.squaredDistance != right.squaredDistance
        ? left.squaredDistance < right.squaredDistance : left.item.id < right.item.id
    }
  }

  private let place: Coordinates
  private let count: Int
  private var heap: [Match] = []

  /// - Parameters:
  ///   - place: The position to start from.
  ///   - count: The maximum number of spots to find.
  package init(to place: Coordinates, count: Int) {
    self.place = place
    self.count = count
  }

  /// The closest spots that were added, closest first.
  package var matches: [Match] { heap.sorted(by: Match.isCloser) }

  /// Considers a spot; ignores one without coordinates.
  ///
  /// - Complexity: O(log count).
  package mutating func add(_ item: Item) {
    guard count > 0, let coordinates = item.coordinates else { return }
    let match = Match(item: item, squaredDistance: coordinates.squaredDistance(to: place))
    if heap.count < count {
      heap.append(match)
      siftUp()
    } else if Match.isCloser(match, heap[0]) {
      heap[0] = match
      siftDown()
    }
  }

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard Match.isCloser(heap[parent], heap[child]) else { return }
      heap.swapAt(parent, child)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
      guard let farther = children.max(by: { Match.isCloser(heap[$0], heap[$1]) }),
        Match.isCloser(heap[parent], heap[farther])
      else { return }
      heap.swapAt(parent, farther)
      parent = farther
    }
  }
}
