extension Array {
  /// The elements with those of each group together, groups and elements in the order in which they
  /// first were; nothing is copied where they are so already.
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
