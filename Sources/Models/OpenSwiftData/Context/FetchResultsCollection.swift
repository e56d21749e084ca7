/// The result of a fetch, read in batches as its elements are used.
///
/// A few batches are cached; an element of any other batch is read again.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  /// The type of a position.
  public typealias Index = Int
  /// The type of all positions.
  public typealias Indices = Range<Int>
  /// The type that iterates over the elements.
  public typealias Iterator = IndexingIterator<FetchResultsCollection<Element>>
  /// The type of a slice of the result.
  public typealias SubSequence = Slice<FetchResultsCollection<Element>>

  private let batches: Batches

  /// Creates a result whose elements are read on use.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - batchSize: The number of elements to read at once.
  ///   - load: Reads all elements at the given positions.
  package init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [Element]) {
    batches = Batches(count: count, batchSize: Swift.max(batchSize, 1), load: load)
  }

  /// Creates a result whose elements are already in memory.
  package init(_ elements: [Element]) {
    self.init(count: elements.count, batchSize: elements.count) { Array(elements[$0]) }
  }

  /// Creates a result that shares its elements with an array.
  ///
  /// - Complexity: O(1).
  init(loaded elements: [Element]) { batches = Batches(elements) }

  /// The position of the first element.
  public var startIndex: Int { 0 }
  /// The position after the last element.
  public var endIndex: Int { batches.count }

  /// The element at a position.
  ///
  /// - Complexity: O(1) if the batch is cached; otherwise the batch is read first.
  public subscript(position: Int) -> Element {
    precondition(
      indices.contains(position), "Index \(position) is out of the range 0..<\(batches.count).")
    return batches.element(at: position)
  }
}

extension FetchResultsCollection {
  /// The batches that were used last.
  private final class Batches {
    let count: Int
    private let batchSize: Int
    private let load: (Range<Int>) -> [Element]
    /// Batches with their numbers; the most recently used one is last.
    private var kept: [(number: Int, elements: [Element])] = []
    private let limit = 8

    init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [Element]) {
      self.count = count
      self.batchSize = batchSize
      self.load = load
    }

    init(_ elements: [Element]) {
      count = elements.count
      batchSize = Swift.max(count, 1)
      kept = [(0, elements)]
      load = { _ in [] }
    }

    func element(at position: Int) -> Element {
      let (number, offset) = position.quotientAndRemainder(dividingBy: batchSize)
      if let last = kept.last, last.number == number { return last.elements[offset] }
      if let place = kept.firstIndex(where: { $0.number == number }) {
        kept.append(kept.remove(at: place))
      } else {
        let start = number * batchSize
        let elements = load(start..<Swift.min(start + batchSize, count))
        if kept.count == limit { kept.removeFirst() }
        kept.append((number, elements))
      }
      return kept[kept.count - 1].elements[offset]
    }
  }
}
