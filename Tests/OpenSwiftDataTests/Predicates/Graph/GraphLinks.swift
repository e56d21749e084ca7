import Foundation

@testable import OpenSwiftData

typealias Path<Root, Value> = KeyPath<Root, Value> & Sendable

/// A model of the graph, with the properties that predicates use.
protocol GraphModel: PersistentModel {
  static var ints: [any Path<Self, Int>] { get }
  static var optionalInts: [any Path<Self, Int?>] { get }
  static var strings: [any Path<Self, String>] { get }
  static var optionalStrings: [any Path<Self, String?>] { get }
  static var flags: [any Path<Self, Bool>] { get }
  static var links: [GraphLink<Self>] { get }
  static func all(in store: GraphStore) -> [Self]
}

extension GraphModel {
  static var optionalInts: [any Path<Self, Int?>] { [] }
  static var optionalStrings: [any Path<Self, String?>] { [] }
  static var flags: [any Path<Self, Bool>] { [] }
}

/// A relationship, with conditions on its target.
struct GraphLink<Source: GraphModel> {
  /// The condition for a given model.
  let condition: (inout GraphGenerator, Node<Source>, Int) -> Node<Bool>
  /// The condition for an optional model.
  let optionalCondition: (inout GraphGenerator, Node<Source?>, Int) -> Node<Bool>

  static func toOne<Target: GraphModel>(_ path: any Path<Source, Target?>) -> GraphLink {
    GraphLink(
      condition: { $0.optionalModel(Build.path($1, path), $2) },
      optionalCondition: { generator, source, depth in
        generator.optionalModel(Build.mapOptionalPath(source, path), depth)
      })
  }

  static func toOne<Target: GraphModel>(always path: any Path<Source, Target>) -> GraphLink {
    GraphLink(
      condition: { $0.condition(Build.path($1, path), $2) },
      optionalCondition: { generator, source, depth in
        generator.optionalModel(Build.mapPath(source, path), depth)
      })
  }

  static func toMany<Target: GraphModel>(_ path: any Path<Source, [Target]>) -> GraphLink {
    GraphLink(
      condition: { $0.models(Build.path($1, path), $2) },
      optionalCondition: { generator, source, depth in
        generator.optionalModels(Build.mapPath(source, path), depth)
      })
  }

  static func toMany<Target: GraphModel>(optional path: any Path<Source, [Target]?>) -> GraphLink {
    GraphLink(
      condition: { $0.optionalModels(Build.path($1, path), $2) },
      optionalCondition: { generator, source, depth in
        generator.optionalModels(Build.mapOptionalPath(source, path), depth)
      })
  }
}

extension Trip: GraphModel {
  static var ints: [any Path<Trip, Int>] { [\.number] }
  static var optionalInts: [any Path<Trip, Int?>] { [\.rank] }
  static var strings: [any Path<Trip, String>] { [\.name] }
  static var optionalStrings: [any Path<Trip, String?>] { [\.motto] }
  static var flags: [any Path<Trip, Bool>] { [\.isOpen] }
  static var links: [GraphLink<Trip>] {
    [.toOne(\.owner), .toOne(\.pass), .toMany(\.items), .toMany(optional: \.spares)]
  }
  static func all(in store: GraphStore) -> [Trip] { store.trips }
}

extension Item: GraphModel {
  static var ints: [any Path<Item, Int>] { [\.number] }
  static var optionalInts: [any Path<Item, Int?>] { [\.rank] }
  static var strings: [any Path<Item, String>] { [\.name] }
  static var optionalStrings: [any Path<Item, String?>] { [\.motto] }
  static var flags: [any Path<Item, Bool>] { [\.isOpen] }
  static var links: [GraphLink<Item>] {
    [.toOne(\.trip), .toOne(\.spareOf), .toMany(\.tags), .toMany(\.notes)]
  }
  static func all(in store: GraphStore) -> [Item] { store.items }
}

extension Tag: GraphModel {
  static var ints: [any Path<Tag, Int>] { [\.number] }
  static var strings: [any Path<Tag, String>] { [\.name] }
  static var links: [GraphLink<Tag>] { [.toMany(\.items)] }
  static func all(in store: GraphStore) -> [Tag] { store.tags }
}

extension Note: GraphModel {
  static var ints: [any Path<Note, Int>] { [\.number] }
  static var strings: [any Path<Note, String>] { [\.name] }
  static var links: [GraphLink<Note>] { [.toOne(always: \.item), .toOne(\.writer)] }
  static func all(in store: GraphStore) -> [Note] { store.notes }
}

extension Person: GraphModel {
  static var ints: [any Path<Person, Int>] { [\.number] }
  static var optionalInts: [any Path<Person, Int?>] { [\.rank] }
  static var strings: [any Path<Person, String>] { [\.name] }
  static var links: [GraphLink<Person>] {
    [.toOne(\.boss), .toMany(\.staff), .toMany(\.trips)]
  }
  static func all(in store: GraphStore) -> [Person] { store.people }
}

extension Pass: GraphModel {
  static var ints: [any Path<Pass, Int>] { [\.number] }
  static var strings: [any Path<Pass, String>] { [\.name] }
  static var links: [GraphLink<Pass>] { [.toOne(\.trip)] }
  static func all(in store: GraphStore) -> [Pass] { store.passes }
}
