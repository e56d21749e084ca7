/// The position of a block in a world, in blocks.
package struct Coordinates: Hashable, Sendable {
  /// East; negative in the west.
  package var x: Int
  /// Height; sea level is 62.
  package var y: Int
  /// South; negative in the north.
  package var z: Int

  package init(x: Int, y: Int, z: Int) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The game's limits from the center of a world, east to west and north to south.
  package static let horizontalRange = -30_000_000...30_000_000
  /// The range of heights that a data pack can give a world.
  package static let verticalRange = -2_032...2_031

  /// Whether the game can have a block at this position.
  package var isInsideWorld: Bool {
    Self.horizontalRange.contains(x) && Self.verticalRange.contains(y)
      && Self.horizontalRange.contains(z)
  }

  /// The square of the distance, which is exact and has the same order as the distance.
  ///
  /// It is capped at the greatest number, for positions farther apart than any world is wide.
  package func squaredDistance(to other: Coordinates) -> UInt128 {
    let (plane, isTooWide) = Self.square(x, other.x)
      .addingReportingOverflow(Self.square(z, other.z))
    let (sum, isTooHigh) = plane.addingReportingOverflow(Self.square(y, other.y))
    return isTooWide || isTooHigh ? .max : sum
  }

  /// The square of a difference, which always fits for 64-bit numbers.
  private static func square(_ left: Int, _ right: Int) -> UInt128 {
    let side = (Int128(left) - Int128(right)).magnitude
    return side * side
  }

  /// The straight-line distance in blocks.
  package func distance(to other: Coordinates) -> Double {
    Double(squaredDistance(to: other)).squareRoot()
  }
}
