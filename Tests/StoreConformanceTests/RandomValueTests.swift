import Foundation
import OpenSwiftData
import Testing

@Suite("Random values")
struct RandomValueTests {
  @Test(arguments: TestedStore.all, [UInt64(1), 2, 3])
  func randomValuesAreKept(_ kind: TestedStore, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try TestStore(kind, for: Wide.self)
    let context = store.makeContext()
    var written: [Wide] = []
    for number in 0..<150 {
      let wide = Wide()
      wide.randomize(&generator)
      wide.int32 = Int32(number)
      context.insert(wide)
      written.append(wide)
    }
    try context.save()
    // Half of the models are changed again, so that their values are stored by updates.
    for wide in written where Bool.random(using: &generator) { wide.randomize(&generator) }
    try context.save()
    let read = try store.makeReopenedContext().fetch(
      FetchDescriptor<Wide>(sortBy: [SortDescriptor(\.int32)]))
    #expect(read.count == written.count)
    for (read, wide) in zip(read, written) {
      #expect(read.values == wide.values, "seed \(seed), number \(wide.int32)")
    }
  }
}
