import MinecraftSpotsCore
import Testing

@Suite("Coordinates")
struct CoordinatesTests {
  @Test func distanceIsMeasuredInAStraightLine() {
    let place = Coordinates(x: -3, y: 64, z: 10)
    #expect(place.distance(to: place) == 0)
    #expect(place.distance(to: Coordinates(x: 0, y: 64, z: 14)) == 5)
    #expect(place.squaredDistance(to: Coordinates(x: -4, y: 62, z: 12)) == 9)
  }

  @Test func distancesOfExtremeCoordinatesDoNotOverflow() {
    let (low, high) = (
      Coordinates(x: .min, y: .min, z: .min), Coordinates(x: .max, y: .max, z: .max)
    )
    #expect(low.squaredDistance(to: high) == .max)
    #expect(high.squaredDistance(to: low) == .max)
    #expect(low.squaredDistance(to: low) == 0)
    let side = UInt128(UInt64.max)
    let flat = Coordinates(x: .max, y: .min, z: .min)
    #expect(low.squaredDistance(to: flat) == side * side)
  }

  @Test(arguments: [
    (Coordinates(x: 0, y: 64, z: 0), true),
    (Coordinates(x: -30_000_000, y: -2_032, z: 30_000_000), true),
    (Coordinates(x: 30_000_001, y: 64, z: 0), false),
    (Coordinates(x: 0, y: 2_032, z: 0), false),
    (Coordinates(x: 0, y: 64, z: .min), false),
  ])
  func coordinatesOutsideTheWorldAreRecognized(_ place: Coordinates, _ isInside: Bool) {
    #expect(place.isInsideWorld == isInside)
  }
}
