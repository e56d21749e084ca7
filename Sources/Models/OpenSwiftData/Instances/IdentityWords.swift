import Foundation

/// Compares arrays of objects as blocks of references, so that finding their differences is as
/// cheap as moving their elements.
///
/// The C library compares blocks of memory at the same speed in every build.
enum IdentityWords {
  private static let size = MemoryLayout<AnyObject>.stride

  /// The number of elements, at most `count`, that are the same objects from the two start indices
  /// on.
  static func commonPrefix(
    _ left: [AnyObject], from leftStart: Int = 0, _ right: [AnyObject], from rightStart: Int = 0,
    count: Int
  ) -> Int {
    guard count > 0 else { return 0 }
    return withWords(left, leftStart, right, rightStart, none: 0) { left, right in
      // Most edits are near the start or the end.
      var (start, length) = (0, 8)
      while start < count {
        let end = start + length < count ? start + length : count
        if !areEqual(left, right, start, end) {
          return firstDifference(left, right, start..<end)
        }
        (start, length) = (end, length * 2)
      }
      return count
    }
  }

  /// The number of elements, at most `count`, that are the same objects at the end of both arrays.
  static func commonSuffix(_ left: [AnyObject], _ right: [AnyObject], count: Int) -> Int {
    guard count > 0 else { return 0 }
    return withWords(left, left.count - count, right, right.count - count, none: 0) { left, right in
      var (end, length) = (count, 8)
      while end > 0 {
        let start = max(end - length, 0)
        if !areEqual(left, right, start, end) {
          return count - lastDifference(left, right, start..<end) - 1
        }
        (end, length) = (start, length * 2)
      }
      return count
    }
  }

  /// Whether the first elements of both arrays, and the last ones before `count`, are the same
  /// objects.
  static func lookAlike(_ left: [AnyObject], _ right: [AnyObject], count: Int) -> Bool {
    let length = min(16, count)
    guard length > 0 else { return true }
    return withWords(left, 0, right, 0, none: true) { left, right in
      areEqual(left, right, 0, length) && areEqual(left, right, count - length, count)
    }
  }

  /// The index of an object; both ends are checked first.
  static func place(of object: AnyObject, in models: [AnyObject]) -> Int? {
    guard let last = models.last else { return nil }
    if last === object { return models.count - 1 }
    if models[0] === object { return 0 }
    return models.withUnsafeBytes { bytes in
      let words = bytes.bindMemory(to: UnsafeRawPointer?.self)
      let word = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
      guard let start = words.baseAddress else { return nil }
      var place = words.count - 1
      while place >= 0 {
        if (start + place).pointee == word { return place }
        place -= 1
      }
      return nil
    }
  }

  private static func withWords<Result>(
    _ left: [AnyObject], _ leftStart: Int, _ right: [AnyObject], _ rightStart: Int,
    none: Result, _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Result
  ) -> Result {
    left.withUnsafeBytes { leftBytes in
      right.withUnsafeBytes { rightBytes in
        guard let left = leftBytes.baseAddress, let right = rightBytes.baseAddress else {
          return none
        }
        return body(left + leftStart * size, right + rightStart * size)
      }
    }
  }

  private static func areEqual(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ start: Int, _ end: Int
  ) -> Bool {
    memcmp(left + start * size, right + start * size, (end - start) * size) == 0
  }

  private static func firstDifference(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ range: Range<Int>
  ) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if areEqual(left, right, low, middle) { low = middle } else { high = middle }
    }
    return low
  }

  private static func lastDifference(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ range: Range<Int>
  ) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if areEqual(left, right, middle, high) { high = middle } else { low = middle }
    }
    return low
  }
}
