/// The position of a member in its owner's list, as text that sorts like the members.
///
/// A member that was never moved is ordered by the creation time of its record, so it needs no
/// stored position. The position of a moved member lies between those of its neighbors, like a
/// fraction, so no other position changes.
package enum MemberPosition {
  /// The suffix of fields that hold positions; no property name ends like this.
  private static let ending = ":position"
  /// The maximum length; longer positions are ignored, and never created.
  static let longest = 512
  /// The digits in ascending order; the first one stands for 0, and no position ends with it.
  private static let digits = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)

  /// Returns the field that holds the position among the members of a to-one relationship's target.
  package static func field(of relationship: String) -> String { relationship + ending }

  /// Returns the field that holds the position among the members of one target of a to-many
  /// relationship.
  ///
  /// There may be many targets, each with its own order.
  package static func field(of relationship: String, among owner: String) -> String {
    "\(relationship):\(owner)\(ending)"
  }

  /// Returns the relationship and owner of a position in a to-many relationship; nil for other
  /// fields.
  ///
  /// Names of properties and records have no colons.
  static func list(_ field: String) -> (relationship: String, owner: String)? {
    guard isPosition(field) else { return nil }
    let place = field.dropLast(ending.count)
    guard let colon = place.firstIndex(of: ":") else { return nil }
    return (String(place[..<colon]), String(place[place.index(after: colon)...]))
  }

  /// Whether a field holds a position.
  static func isPosition(_ field: String) -> Bool { field.hasSuffix(ending) }

  /// Returns the position of a member that was never moved.
  ///
  /// - Parameters:
  ///   - time: The creation time of its record, in microseconds since 1970.
  ///   - name: The name of the record.
  /// - Returns: Text that no other record has.
  package static func initial(_ time: Int64, _ name: String) -> String {
    let number = String(max(0, time), radix: 32)
    let rest = String(decoding: name.utf8.filter(digits.contains), as: UTF8.self)
    return String(repeating: "0", count: max(0, 13 - number.utf8.count)) + number + rest + "0"
  }

  /// Whether text from another device is a valid position.
  static func isValid(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy(digits.contains)
      && text.utf8.last != digits[0]
  }

  /// Returns positions between two others, in ascending order and of about the same length.
  ///
  /// - Parameters:
  ///   - left: The position before; nil for the start.
  ///   - right: The position after, which must be greater; nil for the end.
  ///   - count: The number of positions.
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

  /// Returns a fraction between two others, with as few digits as possible.
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
      // Equal positions have nothing between them.
      if right?.isEmpty ?? false { right = nil }
    }
  }
}
