#if !canImport(SwiftUI)
  import Foundation

  // SwiftUI has these methods. Should another module come to have them elsewhere, its own are taken.

  extension MutableCollection {
    /// Moves elements in front of another one; their order among each other stays.
    ///
    /// - Precondition: The offsets are those of elements, and the destination is at most the count.
    /// - Parameters:
    ///   - source: The offsets of the elements.
    ///   - destination: The offset of the element in front of which they go; the count for the end.
    /// - Complexity: O(*n* log *n*), where *n* is the count; offsets take O(*n*) more in collections without random access.
    @_disfavoredOverload
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
      moveSubranges(
        indices(atOffsets: source), to: index(startIndex, offsetBy: destination))
    }
  }

  extension RangeReplaceableCollection where Self: MutableCollection {
    /// Removes elements.
    ///
    /// - Precondition: The offsets are those of elements.
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
