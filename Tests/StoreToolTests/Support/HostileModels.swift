import ArchivedModel
import DataSchema
import Foundation
import RandomTesting
import SampleStores

/// Stores absurd but consistent models in a file.
enum HostileModels {
  private static let names = [
    "Person", "Author", "Book", "Tag", "", "Z", "_", "a.b", "\"", "x\" y", "a\u{0}b", "../../x",
    "é", "日本", "PRIMARYKEY", "sqlite_x", "select", "name", "boss", "books", "title",
    String(repeating: "n", count: 3_000),
  ]

  /// Stores a damaged model in the file, with matching version hashes.
  static func damage(
    _ database: TestDatabase, _ form: HostileStore.Form, _ generator: inout SeededGenerator
  ) throws {
    var model = HostileStore.model
    for _ in 0..<Int.random(in: 1...3, using: &generator) { change(&model, &generator) }
    try HostileStore.setMetadata(model, isOwn: form == .own, in: database)
    if let cache = ArchivedModel.modelCache(of: model) {
      try HostileStore.set("Z_MODELCACHE", "Z_CONTENT", to: cache, in: database)
    }
  }

  private static func change(
    _ model: inout ModelDescription, _ generator: inout SeededGenerator
  ) {
    func name() -> String { names.randomElement(using: &generator) ?? "" }
    guard let place = model.entities.indices.randomElement(using: &generator) else { return }
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: model.entities[place].name = name()
    case 1: model.entities[place].parentName = name()
    case 2: model.entities.append(model.entities[place])
    case 3: model.entities.remove(at: place)
    case 4: model.entities[place].uniquenessConstraints.append([name(), name()])
    case 5:
      model.entities[place].indexes.append(
        IndexDescription(
          kind: Bool.random(using: &generator) ? .binary : .rtree, propertyNames: [name()],
          name: Bool.random(using: &generator) ? name() : nil))
    case 6: model.entities[place].isAbstract.toggle()
    default:
      guard let number = model.entities[place].properties.indices.randomElement(using: &generator)
      else { return }
      let new = property(model.entities[place].properties[number], &generator)
      if Bool.random(using: &generator) {
        model.entities[place].properties.append(new)
      } else {
        model.entities[place].properties[number] = new
      }
    }
  }

  private static func property(
    _ property: PropertyDescription, _ generator: inout SeededGenerator
  ) -> PropertyDescription {
    func name() -> String { names.randomElement(using: &generator) ?? "" }
    let type = AttributeType.allCases.randomElement(using: &generator) ?? .string
    switch (property, Int.random(in: 0..<6, using: &generator)) {
    case (_, 0): return .derived(DerivedDescription(name: name(), expression: name(), type: type))
    case (let property, 1):
      var nested = property
      for _ in 0..<Int.random(in: 0...70, using: &generator) {
        nested = .composite(CompositeDescription(name: name(), elements: [nested]))
      }
      return nested
    case (.relationship(var way), _):
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: way.destination = name()
      case 1: way.inverseName = name()
      case 2: way.isToMany.toggle()
      case 3: way.isOrdered.toggle()
      case 4:
        (way.minimumCount, way.maximumCount) = (Int(Int32.max), Int(Int32.max) - 1)
      default: way.inverseName = nil
      }
      return .relationship(way)
    default:
      return .attribute(
        AttributeDescription(
          name: name(), type: type, isOptional: Bool.random(using: &generator),
          isTransient: Int.random(in: 0..<8, using: &generator) == 0,
          storesExternally: Bool.random(using: &generator),
          preservesValueOnDeletion: Bool.random(using: &generator)))
    }
  }
}
