extension Array {
  /// Returns the elements with those of each group adjacent.
  ///
  /// Groups are ordered by their first element, and elements keep their order. Nothing is copied if
  /// the elements are already grouped.
  @inlinable
  package func grouped<Group: Hashable>(by group: (Element) -> Group) -> [Element] {
    var numbers: [Group: Int] = [:]
    var last: Group?
    var isGrouped = true
    for index in indices {
      let next = group(self[index])
      guard next != last else { continue }
      last = next
      if numbers[next] == nil { numbers[next] = numbers.count } else { isGrouped = false }
    }
    guard !isGrouped else { return self }
    var groups = [[Element]](repeating: [], count: numbers.count)
    for index in indices { groups[numbers[group(self[index])] ?? 0].append(self[index]) }
    return [Element](groups.joined())
  }
}
