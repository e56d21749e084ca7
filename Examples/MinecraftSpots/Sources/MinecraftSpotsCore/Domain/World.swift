import Foundation

package struct World: Identifiable, Hashable, Sendable {
  package var id: String
  package var name: String?
  package var seed: Seed?
  package var createdAt: Date
  package var updatedAt: Date
  package var comment: String?

  package init(
    id: String,
    name: String?,
    seed: Seed?,
    createdAt: Date,
    updatedAt: Date,
    comment: String? = nil
  ) {
    self.id = id
    self.name = name
    self.seed = seed
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.comment = comment
  }
}
