import CoreDataFormat
import Foundation
import Testing

@testable import OpenSwiftData

@Model
final class Unkeyed {
  var name = ""

  init(_ name: String) { self.name = name }
}

@Model
final class Keyed {
  var id: UUID
  var name = ""

  init(_ id: UUID, _ name: String) {
    self.id = id
    self.name = name
  }
}

/// Generic code that knows its models only as `PersistentModel`.
private enum GenericCode {
  static func model<T: PersistentModel>(
    _ id: PersistentIdentifier, as _: T.Type = T.self
  ) -> Predicate<T> {
    #Predicate { $0.persistentModelID == id }
  }

  static func others<T: PersistentModel>(_ id: PersistentIdentifier) -> Predicate<T> {
    #Predicate { $0.persistentModelID != id }
  }

  static func models<T: PersistentModel>(_ ids: [PersistentIdentifier]) -> Predicate<T> {
    #Predicate { ids.contains($0.persistentModelID) }
  }

  static func byID<T: PersistentModel>(_ id: T.ID) -> Predicate<T>
  where T.ID: Codable & Sendable {
    #Predicate { $0.id == id }
  }

  static func byHand<T: PersistentModel>(_ id: PersistentIdentifier) -> Predicate<T> {
    Predicate { model in
      PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(
          root: PredicateExpressions.build_Arg(model), keyPath: \.persistentModelID),
        rhs: PredicateExpressions.build_Arg(id))
    }
  }
}

@Suite("Identifiers in predicates", .serialized) struct IdentifierPredicateTests {
  private let container: ModelContainer
  private let plain: [Unkeyed]
  private let keyed: [Keyed]
  private let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Unkeyed.self, Keyed.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    plain = ["a", "b", "c"].map(Unkeyed.init)
    keyed = ["a", "b", "c"].map { Keyed(UUID(), $0) }
    for model in plain { context.insert(model) }
    for model in keyed { context.insert(model) }
    try context.save()
  }

  private func expect<T: PersistentModel>(
    _ predicate: Predicate<T>, _ expected: [T],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let binding = try container.core.bindings.binding(for: T.self)
    let translation = PredicateTranslator(columns: binding).translate(predicate)
    #expect(
      translation.isExact, "\(translation.obstacle.debugDescription)", sourceLocation: location)
    let found = try ModelContext(container).fetch(FetchDescriptor(predicate: predicate))
    #expect(
      found.map(\.persistentModelID) == expected.map(\.persistentModelID), sourceLocation: location)
    let pending = try context.fetch(FetchDescriptor(predicate: predicate))
    #expect(pending == expected, sourceLocation: location)
  }

  @Test func concreteCodeFindsOneModel() throws {
    let (plainID, keyedID) = (plain[1].persistentModelID, keyed[1].persistentModelID)
    try expect(#Predicate { $0.persistentModelID == plainID }, [plain[1]])
    try expect(#Predicate { $0.id == plainID }, [plain[1]])
    try expect(#Predicate { plainID != $0.id }, [plain[0], plain[2]])
    try expect(#Predicate { $0.persistentModelID == keyedID }, [keyed[1]])
    try expect(#Predicate<Keyed> { $0.persistentModelID == plainID }, [])
  }

  @Test func genericCodeFindsOneModel() throws {
    let (plainID, keyedID) = (plain[2].persistentModelID, keyed[2].persistentModelID)
    try expect(GenericCode.model(plainID), [plain[2]])
    try expect(GenericCode.model(keyedID), [keyed[2]])
    try expect(GenericCode.byHand(plainID), [plain[2]])
    try expect(GenericCode.byHand(keyedID), [keyed[2]])
    try expect(GenericCode.others(plainID), [plain[0], plain[1]])
    try expect(GenericCode.others(keyedID), [keyed[0], keyed[1]])
    try expect(GenericCode.model(keyedID, as: Unkeyed.self), [])
  }

  @Test func identifierListsFindSeveralModels() throws {
    let ids = [plain[0], plain[2]].map(\.persistentModelID)
    let keyedIDs = [keyed[0], keyed[2]].map(\.persistentModelID)
    try expect(GenericCode.models(ids + keyedIDs), [plain[0], plain[2]])
    try expect(GenericCode.models(ids + keyedIDs), [keyed[0], keyed[2]])
    try expect(#Predicate { ids.contains($0.persistentModelID) }, [plain[0], plain[2]])
    try expect(#Predicate { ids.contains($0.id) }, [plain[0], plain[2]])
  }

  @Test func aModelsOwnIDIsNotItsIdentifier() throws {
    let id = keyed[1].id
    let ids = [keyed[0].id, id]
    try expect(#Predicate { $0.id == id }, [keyed[1]])
    try expect(#Predicate { ids.contains($0.id) }, [keyed[0], keyed[1]])
    try expect(GenericCode.byID(id), [keyed[1]])
    try expect(GenericCode.byID(plain[1].id), [plain[1]])
    let binding = try container.core.bindings.binding(for: Keyed.self)
    #expect(binding.place(of: \Keyed.persistentModelID) == .identifier)
    #expect(binding.place(of: \Keyed.id) != .identifier)
  }

  @Test func identifiersOfOtherStoresMatchNothing() throws {
    let other = try ModelContainer(
      for: Unkeyed.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let stranger = Unkeyed("x")
    let otherContext = ModelContext(other)
    otherContext.insert(stranger)
    let temporary = stranger.persistentModelID
    try expect(GenericCode.model(temporary), [Unkeyed]())
    try otherContext.save()
    try expect(GenericCode.model(stranger.persistentModelID), [Unkeyed]())
    try expect(GenericCode.others(stranger.persistentModelID), plain)
  }

  @Test func unsavedModelsAreFoundByIdentifier() throws {
    let fresh = Unkeyed("d")
    context.insert(fresh)
    let id = fresh.persistentModelID
    let predicates = [#Predicate<Unkeyed> { $0.persistentModelID == id }, GenericCode.model(id)]
    for predicate in predicates {
      #expect(try context.fetch(FetchDescriptor(predicate: predicate)) == [fresh])
    }
  }
}
