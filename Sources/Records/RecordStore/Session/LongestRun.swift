extension Array {
  /// Returns the indices of a longest ascending run, in which some elements may be left out.
  ///
  /// The other elements are the fewest that have to move if all shall be in ascending order.
  ///
  /// - Complexity: O(*n* log *n*).
  package func longestRun(by isBefore: (Element, Element) -> Bool) -> [Int] {
    // The last element of the best run of each length.
    var ends: [Int] = []
    var former = [Int](repeating: -1, count: count)
    for place in indices {
      var (low, high) = (0, ends.count)
      // Usually an element continues the longest run.
      if let last = ends.last, isBefore(self[last], self[place]) { low = high }
      while low < high {
        let middle = (low + high) / 2
        if isBefore(self[ends[middle]], self[place]) { low = middle + 1 } else { high = middle }
      }
      former[place] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var run: [Int] = []
    var place = ends.last ?? -1
    while place >= 0 {
      run.append(place)
      place = former[place]
    }
    return run.reversed()
  }
}
