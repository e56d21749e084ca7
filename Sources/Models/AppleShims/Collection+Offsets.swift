#if !canImport(SwiftUI)
  import Foundation

  // SwiftUI has these methods on Apple's systems. They are disfavored, so that those of another
  // module are chosen if it adds them elsewhere.

  extension MutableCollection {
    /// Moves elements in front of another one, and keeps their relative order.
    ///
    /// - Precondition: The offsets are valid, and the destination is at most the count.
    /// - Parameters:
    ///   - source: The offsets of the elements to move.
    ///   - destination: The offset of the element in front of which they are moved; the count to
    ///     move them to the end.
    /// - Complexity: O(*n* log *n*), where *n* is the count; offsets take O(*n*) more in
    ///   collections without random access.
    @_disfavoredOverload
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
      moveSubranges(
        indices(atOffsets: source), to: index(startIndex, offsetBy: destination))
    }
  }

  extension RangeReplaceableCollection where Self: MutableCollection {
    /// Removes the elements at offsets.
    ///
    /// - Precondition: The offsets are valid.
    /// - Parameter offsets: The offsets of the elements.
    /// - Complexity: O(*n*), where *n* is the count.
    @_disfavoredOverload
    public mutating func remove(atOffsets offsets: IndexSet) {
      removeSubranges(indices(atOffsets: offsets))
    }
  }

  extension Collection {
    fileprivate func indices(atOffsets offsets: IndexSet) -> RangeSet<Index> {
      RangeSet(
        offsets.rangeView.map { range in
          let start = index(startIndex, offsetBy: range.lowerBound)
          return start..<index(start, offsetBy: range.count)
        })
    }
  }
#endif
