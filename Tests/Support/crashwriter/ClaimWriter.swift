import Foundation
import OpenSwiftData

/// A number that one program claims, with a count that all programs raise.
@Model
final class Claim {
  @Attribute(.unique) var number: Int
  var count = 0

  init(number: Int) { self.number = number }
}

/// Inserts claims that other programs insert, too, and raises the count of the first one.
enum ClaimWriter {
  /// Writes “claimed” for each claim that this program inserted, and “raised” for each raise.
  static func run(_ configuration: ModelConfiguration, count: Int) throws {
    let container = try ModelContainer(for: Claim.self, configurations: configuration)
    let context = ModelContext(container)
    (context.insertionPolicy, context.conflictPolicy) = (.fail, .fail)
    for number in 0..<count {
      context.insert(Claim(number: number))
      do {
        try context.save()
        FileHandle.standardOutput.write(Data("claimed\n".utf8))
      } catch SwiftDataError.uniqueValueIsTaken {
        context.rollback()
      }
    }
    let first = FetchDescriptor<Claim>(predicate: #Predicate { $0.number == 0 })
    guard let claim = try context.fetch(first).first else { return }
    for _ in 0..<count {
      while true {
        claim.count += 1
        do {
          try context.save()
          break
        } catch SwiftDataError.staleModel {
          context.rollback()
        }
      }
      FileHandle.standardOutput.write(Data("raised\n".utf8))
    }
  }
}
