/// A block's place in a world, in blocks.
package struct Coordinates: Hashable, Sendable {
  /// East, negative in the west.
  package var x: Int
  /// Height; the sea is at 62.
  package var y: Int
  /// South, negative in the north.
  package var z: Int

  package init(x: Int, y: Int, z: Int) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// How far the game lets blocks be from the middle of a world, east to west and north to south.
  package static let horizontalRange = -30_000_000...30_000_000
  /// How high and deep a data pack can make a world.
  package static let verticalRange = -2_032...2_031

  /// Whether the game can have a block there.
  package var isInsideWorld: Bool {
    Self.horizontalRange.contains(x) && Self.verticalRange.contains(y)
      && Self.horizontalRange.contains(z)
  }

  /// The square of the distance, which orders places as the distance does and is exact.
  ///
  /// Stops at the greatest number for places farther apart than any world is wide.
  package func squaredDistance(to other: Coordinates) -> UInt128 {
    let (plane, isTooWide) = Self.square(x, other.x)
      .addingReportingOverflow(Self.square(z, other.z))
    let (sum, isTooHigh) = plane.addingReportingOverflow(Self.square(y, other.y))
    return isTooWide || isTooHigh ? .max : sum
  }

  /// The square of a difference: of two 64-bit numbers it fits.
  private static func square(_ left: Int, _ right: Int) -> UInt128 {
    let side = (Int128(left) - Int128(right)).magnitude
    return side * side
  }

  /// The distance in blocks, as the crow flies.
  package func distance(to other: Coordinates) -> Double {
    Double(squaredDistance(to: other)).squareRoot()
  }
}
