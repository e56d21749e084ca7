import Foundation

@testable import MinecraftSpotsCore

extension ItemModel {
  static func testFixture(
    id: String = UUID().uuidString,
    coordinatesX: String? = "100",
    coordinatesY: String? = "64",
    coordinatesZ: String? = "200",
    worldID: String? = nil,
    spotImageData: Data? = nil
  ) -> ItemModel {
    ItemModel(
      id: id,
      coordinatesX: coordinatesX,
      coordinatesY: coordinatesY,
      coordinatesZ: coordinatesZ,
      worldID: worldID,
      spotImageData: spotImageData,
      createdAt: Date(),
      updatedAt: Date()
    )
  }
}
