import Foundation
import OpenSwiftData

/// Makes one edit after the other, and reports them on standard output.
struct CrashWriter {
  let container: ModelContainer
  let name: String

  init(_ container: ModelContainer, _ name: String) {
    (self.container, self.name) = (container, name)
  }

  /// Creates the boxes, which are the same on all devices.
  func makeBoxes() throws {
    let context = ModelContext(container)
    guard try context.fetchCount(FetchDescriptor<CrashBox>()) == 0 else { return }
    for number in 0..<4 { context.insert(CrashBox(number: number)) }
    try context.save()
  }

  func edit() throws {
    let context = ModelContext(container)
    let items = try context.fetch(FetchDescriptor<CrashItem>())
    let own = items.filter { $0.writer == name }
    let foreign = items.filter { $0.writer != name && !$0.isMortal }
    switch Int.random(in: 0..<10) {
    case 0..<3 where own.count < 60:
      // The time in microseconds is never repeated, so that a deleted item is not created again.
      let number = Int(Date().timeIntervalSince1970 * 1e6)
      context.insert(CrashItem(writer: name, number: number))
      try save(context, "insert \(name)\(number)")
    case 3, 4:
      guard let item = own.randomElement() else { return }
      item.own += 1
      try save(context, "own \(item.name) \(item.own)")
    case 5, 6:
      guard let item = foreign.filter({ Self.isFor(name, $0) }).randomElement() else { return }
      item.foreign += 1
      try save(context, "foreign \(item.name) \(item.foreign)")
    case 7:
      guard let item = items.filter({ !$0.isMortal }).randomElement() else { return }
      item.shared = "\(name) \(Int.random(in: 0..<1_000_000))"
      try save(context, "shared \(item.name) \(item.shared)")
    case 8:
      guard let item = own.randomElement() else { return }
      let number = Int.random(in: 0..<4)
      let known = try context.fetch(
        FetchDescriptor<CrashBox>(predicate: #Predicate { $0.number == number })
      ).first
      item.box = known
      try save(context, "box \(item.name) \(number)")
    default:
      guard own.count > 20, let item = own.filter(\.isMortal).randomElement() else { return }
      let name = item.name
      context.delete(item)
      try save(context, "delete \(name)")
    }
  }

  /// Whether a writer is the one that sets `foreign` of an item: the first that did not create it.
  private static func isFor(_ name: String, _ item: CrashItem) -> Bool {
    ["a", "b"].first { $0 != item.writer } == name
  }

  private func save(_ context: ModelContext, _ what: String) throws {
    FileHandle.standardOutput.write(Data("try \(what)\n".utf8))
    try context.save()
    FileHandle.standardOutput.write(Data("done \(what)\n".utf8))
  }
}
