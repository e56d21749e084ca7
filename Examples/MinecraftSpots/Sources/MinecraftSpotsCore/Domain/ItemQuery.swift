/// The criteria for spots to show.
package struct ItemQuery: Hashable, Sendable {
  /// Whether a spot must have a picture.
  package enum Photo: Hashable, Sendable { case any, present, missing }

  /// The world whose spots to show; nil for all.
  package var worldID: String?
  package var photo: Photo

  package init(worldID: String? = nil, photo: Photo = .any) {
    self.worldID = worldID
    self.photo = photo
  }
}
