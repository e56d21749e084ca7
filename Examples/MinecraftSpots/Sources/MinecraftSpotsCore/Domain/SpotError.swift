import Foundation

/// The reason that a spot or a world cannot be read or written.
package enum SpotError: LocalizedError, Hashable {
  case itemNotFound(id: String)
  case worldNotFound(id: String)
  /// Names of worlds must be unique.
  case worldNameTaken(String, byID: String)
  case worldHasItems(id: String, count: Int)
  case emptyName
  case outsideWorld(Coordinates)
  case noImage(itemID: String)
  case notAnImage

  package var errorDescription: String? {
    switch self {
    case .itemNotFound(let id):
      "There is no spot \(id)."
    case .worldNotFound(let id):
      "There is no world \(id)."
    case .worldNameTaken(let name, let id):
      "The world \(id.lowercased()) already has the name “\(name)”."
    case .worldHasItems(_, let count):
      "The world was not deleted: it still has \(count) spot\(count == 1 ? "" : "s")."
    case .emptyName:
      "A name needs at least one visible character."
    case .outsideWorld(let place):
      """
      \(place.x) \(place.y) \(place.z) is outside every world: x and z range from -30,000,000 \
      to 30,000,000, and y from -2,032 to 2,031.
      """
    case .noImage(let id):
      "The spot \(id) has no picture."
    case .notAnImage:
      "The data is not a picture in a known format."
    }
  }

  package var recoverySuggestion: String? {
    switch self {
    case .itemNotFound, .worldNotFound: "Choose one that is in the store."
    case .worldNameTaken: "Give another name."
    case .worldHasItems: "Delete them as well, or move them to another world."
    case .emptyName: "Give a name."
    case .outsideWorld: "Give the coordinates as the game shows them on F3."
    case .noImage: "Give the spot a picture first."
    case .notAnImage: "Give a PNG, JPEG, GIF, WebP, BMP or HEIC file."
    }
  }
}
