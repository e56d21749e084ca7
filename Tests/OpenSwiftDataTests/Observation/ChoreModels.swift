import Foundation
import OpenSwiftData

@Model
final class Chore {
  @Attribute(.unique) var code: Int
  var name: String
  var place: String?
  var rank: Int
  var isDone = false
  var owner: ChoreOwner?

  init(_ code: Int, _ name: String = "", place: String? = nil, rank: Int = 0) {
    self.code = code
    self.name = name
    self.place = place
    self.rank = rank
  }
}

@Model
final class ChoreOwner {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Chore.owner) var chores: [Chore] = []

  init(_ name: String) { self.name = name }
}

extension ModelContext {
  /// Inserts and saves chores with the given codes.
  @discardableResult
  func saveChores(_ codes: some Sequence<Int>) throws -> [Chore] {
    let chores = codes.map { Chore($0, "chore \($0)", rank: $0) }
    for chore in chores { insert(chore) }
    try save()
    return chores
  }

  func chore(_ code: Int) throws -> Chore {
    let found = try fetch(FetchDescriptor<Chore>(predicate: #Predicate { $0.code == code }))
    guard let chore = found.first else { throw SwiftDataError.modelValidationFailure }
    return chore
  }
}

/// Counts the reported changes of observed values.
final class TellCount: Sendable {
  private let times = Counter()
  var count: Int { times.value }

  func observe(_ read: () -> Void) {
    withObservationTracking(read) { [self] in add() }
  }

  func add() { times.add(1) }
}
