import Foundation

/// The contents of `spots.json` in an exported folder.
///
/// Values are those of the models, as text, so that nothing is lost that the domain types cannot
/// represent. Times are seconds since the 1st of January 2001.
struct SpotsArchive: Codable {
  struct World: Codable {
    var id: String
    var name: String?
    var seed: String?
    var comment: String?
    var createdAt: Date
    var updatedAt: Date
  }

  struct Spot: Codable {
    var id: String
    var x: String?
    var y: String?
    var z: String?
    var world: String?
    var name: String?
    var comment: String?
    /// The name of a file in the folder `pictures`; nil without a picture.
    var picture: String?
    var createdAt: Date
    var updatedAt: Date
  }

  /// The version of the format.
  var format = 1
  var worlds: [World]
  var spots: [Spot]

  static let file = "spots.json"
  static let pictures = "pictures"
}

extension SpotsArchive.World {
  init(_ model: WorldModel) {
    self.init(
      id: model.id, name: model.name, seed: model.seed, comment: model.comment,
      createdAt: model.createdAt, updatedAt: model.updatedAt)
  }

  func model(named name: String?) -> WorldModel {
    WorldModel(
      id: id, name: name, seed: seed, comment: comment, createdAt: createdAt, updatedAt: updatedAt)
  }
}

extension SpotsArchive.Spot {
  init(_ model: ItemModel, picture: String?) {
    self.init(
      id: model.id, x: model.coordinatesX, y: model.coordinatesY, z: model.coordinatesZ,
      world: model.worldID, name: model.name, comment: model.comment, picture: picture,
      createdAt: model.createdAt, updatedAt: model.updatedAt)
  }

  func model(_ imageData: Data?) -> ItemModel {
    ItemModel(
      id: id, coordinatesX: x, coordinatesY: y, coordinatesZ: z, worldID: world, name: name,
      comment: comment, spotImageData: imageData, createdAt: createdAt, updatedAt: updatedAt)
  }
}
