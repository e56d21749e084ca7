/// Where a member stands among those of its owner: text that compares with that of others as they stand.
///
/// A member that nobody moved stands where it came, by when its record was made; so it needs no position of
/// its own. The text of one that was moved lies between those of its neighbours, like a fraction: nobody
/// else's changes.
package enum MemberPosition {
  /// What the fields end with that hold positions; no property has a name like that.
  private static let ending = ":position"
  /// Longer texts are not followed, and not made.
  static let longest = 512
  /// In ascending order; the first of them stands for 0, with which no text ends.
  private static let digits = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)

  /// The field of the position among the members of whom a to-one relationship leads to.
  package static func field(of relationship: String) -> String { relationship + ending }

  /// The field of the position among the members of one of those whom a to-many relationship leads to.
  ///
  /// There may be many of them; each has an order of its own.
  package static func field(of relationship: String, among owner: String) -> String {
    "\(relationship):\(owner)\(ending)"
  }

  /// Among whose members a position is, where the relationship leads to many; nil for other fields.
  ///
  /// Neither names of properties nor those of records have colons.
  static func list(_ field: String) -> (relationship: String, owner: String)? {
    guard isPosition(field) else { return nil }
    let place = field.dropLast(ending.count)
    guard let colon = place.firstIndex(of: ":") else { return nil }
    return (String(place[..<colon]), String(place[place.index(after: colon)...]))
  }

  /// Whether a field holds a position.
  package static func isPosition(_ field: String) -> Bool { field.hasSuffix(ending) }

  /// The position of a member that nobody moved.
  ///
  /// - Parameters:
  ///   - time: When its record was made, in microseconds since 1970.
  ///   - name: What the record is called.
  /// - Returns: Text that no other record has.
  package static func initial(_ time: Int64, _ name: String) -> String {
    let number = String(max(0, time), radix: 32)
    let rest = String(decoding: name.utf8.filter(digits.contains), as: UTF8.self)
    return String(repeating: "0", count: max(0, 13 - number.utf8.count)) + number + rest + "0"
  }

  /// Whether text from elsewhere is a position.
  static func isValid(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy(digits.contains)
      && text.utf8.last != digits[0]
  }

  /// Positions between two others, in ascending order and of about the same length.
  ///
  /// - Parameters:
  ///   - left: The one before; nil for the start.
  ///   - right: The one behind, which is greater; nil for the end.
  ///   - count: How many are wanted.
  /// - Returns: The positions.
  package static func between(_ left: String?, _ right: String?, _ count: Int) -> [String] {
    guard count > 0 else { return [] }
    let middle = between(left, right)
    return between(left, middle, count / 2) + [middle]
      + between(middle, right, count - count / 2 - 1)
  }

  private static func between(_ left: String?, _ right: String?) -> String {
    let numbers = between(values(left ?? ""), right.map(values))
    return String(decoding: numbers.map { digits[$0] }, as: UTF8.self)
  }

  private static func values(_ text: String) -> [Int] {
    text.utf8.map { digits.firstIndex(of: $0) ?? 0 }
  }

  /// The fraction in the middle of two others, with as few digits as there can be.
  private static func between(_ left: [Int], _ right: [Int]?) -> [Int] {
    var result: [Int] = []
    var (left, right) = (left[...], right.map { $0[...] })
    while true {
      let low = left.first ?? 0
      let high = right.map { $0.first ?? 0 } ?? digits.count
      if low == high, right != nil {
        result.append(low)
      } else if high - low > 1 {
        return result + [(low + high) / 2]
      } else if let rest = right, rest.count > 1 {
        return result + [high]
      } else {
        result.append(low)
        right = nil
        left = left.dropFirst()
        continue
      }
      (left, right) = (left.dropFirst(), right?.dropFirst())
      // Equal texts have nothing between them.
      if right?.isEmpty ?? false { right = nil }
    }
  }

  /// The places of the longest ascending run of positions: those that have to move are the fewest.
  ///
  /// - Complexity: O(*n* log *n*).
  static func longestRun<Element>(
    of elements: [Element], _ isBefore: (Element, Element) -> Bool
  ) -> [Int] {
    var ends: [Int] = []
    var former = [Int](repeating: -1, count: elements.count)
    for place in elements.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if isBefore(elements[ends[middle]], elements[place]) {
          low = middle + 1
        } else {
          high = middle
        }
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
