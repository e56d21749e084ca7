import Foundation
import OpenSwiftData

/// Inserts crates that other programs and threads insert, too, and raises the weight of a parcel.
enum ClaimRun {
  static let code = "shared"
  static let threads = 4

  /// Prints “claimed” for each crate that this program inserted, and “raised” for each raise.
  static func run(
    _ container: ModelContainer, count: Int, _ say: @escaping @Sendable (String) -> Void
  ) {
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      do {
        let context = ModelContext(container)
        (context.insertionPolicy, context.conflictPolicy) = (.fail, .fail)
        for number in 0..<count {
          context.insert(Crate(number: number))
          do {
            try context.save()
            say("claimed")
          } catch SwiftDataError.uniqueValueIsTaken {
            context.rollback()
          }
        }
        for _ in 0..<count {
          try raise(context)
          say("raised")
        }
      } catch { say("refused \(error)") }
    }
  }

  private static func raise(_ context: ModelContext) throws {
    let code = code
    let shared = FetchDescriptor<Parcel>(predicate: #Predicate { $0.code == code })
    guard let parcel = try context.fetch(shared).first else { return }
    while true {
      parcel.weight += 1
      do {
        return try context.save()
      } catch SwiftDataError.staleModel {
        context.rollback()
      }
    }
  }
}
