import Foundation
import OpenSwiftData

/// An actor that changes one parcel in its own context.
@ModelActor
actor Weigher {
  func weigh(_ code: String, _ weight: Int) throws {
    let found = try modelContext.fetch(
      FetchDescriptor<Parcel>(predicate: #Predicate { $0.code == code }))
    for parcel in found { parcel.weight = weight }
    try modelContext.save()
  }
}

/// Runs actors whose saves wait for rows that another process has locked, and tasks that must
/// continue meanwhile.
///
/// The threads of the program's tasks have no other work, unlike those of a program that runs
/// tests.
struct ActorRun {
  private let container: ModelContainer
  private let count: Int

  init(_ container: ModelContainer, count: Int) {
    (self.container, self.count) = (container, count)
  }

  /// Prints “hopped” each time tasks have switched threads, and “weighed” with the number of actors
  /// when all have saved.
  func run(_ say: @escaping @Sendable (String) -> Void) {
    let (hopped, saved) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (container, count) = (container, count)
    let saves = (0..<count).map { number in
      let weigher = Weigher(modelContainer: container)
      return Task.detached { try await weigher.weigh("parcel \(number)", number + 1) }
    }
    Task.detached {
      do {
        for save in saves { try await save.value }
        say("weighed \(count)")
      } catch { say("refused \(error)") }
      saved.signal()
    }
    while saved.wait(timeout: .now() + 0.01) == .timedOut {
      Task.detached {
        await Self.hop()
        hopped.signal()
      }
      hopped.wait()
      say("hopped")
    }
  }

  private static func hop() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
        group.addTask {
          for _ in 0..<200 {
            await Task.yield()
            await Task.detached {}.value
          }
        }
      }
    }
  }
}
