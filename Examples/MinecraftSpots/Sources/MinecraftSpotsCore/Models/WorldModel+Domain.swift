extension WorldModel {
  package func toDomain() -> World {
    World(
      id: id,
      name: name,
      seed: seed.flatMap { Seed($0) },
      createdAt: createdAt,
      updatedAt: updatedAt,
      comment: comment
    )
  }

  /// Applies only the differences between two states of the world.
  func apply(_ world: World, over former: World) {
    if world.name != former.name { name = world.name }
    if world.seed != former.seed { seed = world.seed?.rawValue.description }
    if world.comment != former.comment { comment = world.comment }
    if world.createdAt != former.createdAt { createdAt = world.createdAt }
    if world.updatedAt != former.updatedAt { updatedAt = world.updatedAt }
  }
}

extension World {
  package func toModel() -> WorldModel {
    WorldModel(
      id: id,
      name: name,
      seed: seed?.rawValue.description,
      comment: comment,
      createdAt: createdAt,
      updatedAt: updatedAt
    )
  }
}
