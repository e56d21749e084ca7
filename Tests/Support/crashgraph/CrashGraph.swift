import Foundation
import OpenSwiftData

/// Makes and saves the changes of a plan until it is killed.
///
/// The arguments are the store and the seed. Each completed save is acknowledged on standard
/// output. A run continues where the one before was killed.
@main
struct CrashGraph {
  static let types: [any PersistentModel.Type] = [Box.self, Sticker.self, SaveCount.self]

  static func main() throws {
    guard CommandLine.arguments.count == 3, let seed = UInt64(CommandLine.arguments[2]) else {
      FileHandle.standardError.write(Data("usage: crashgraph STORE SEED\n".utf8))
      exit(64)
    }
    let url = URL(fileURLWithPath: CommandLine.arguments[1])
    let container = try ModelContainer(
      for: Schema(types), configurations: ModelConfiguration(url: url))
    try BoxWriter(ModelContext(container), seed: seed).run()
  }
}

/// Applies the changes of a plan to models.
final class BoxWriter {
  private let context: ModelContext
  private var plan: BoxPlan
  private let saveCount: SaveCount
  private var boxes: [Int: Box]
  private var stickers: [Int: Sticker]

  init(_ context: ModelContext, seed: UInt64) throws {
    self.context = context
    plan = BoxPlan(seed: seed)
    boxes = Dictionary(
      uniqueKeysWithValues: try context.fetch(FetchDescriptor<Box>()).map { ($0.number, $0) })
    stickers = Dictionary(
      uniqueKeysWithValues: try context.fetch(FetchDescriptor<Sticker>()).map { ($0.number, $0) })
    if let found = try context.fetch(FetchDescriptor<SaveCount>()).first {
      saveCount = found
    } else {
      saveCount = SaveCount(saves: 0)
      context.insert(saveCount)
    }
    for number in 0..<BoxPlan.stickerCount where stickers[number] == nil {
      let sticker = Sticker(number: number)
      context.insert(sticker)
      stickers[number] = sticker
    }
    while plan.saves < saveCount.saves { _ = plan.advance() }
  }

  func run() throws {
    acknowledge()
    while true {
      for change in plan.advance() { apply(change) }
      saveCount.saves = plan.saves
      try context.save()
      acknowledge()
    }
  }

  private func acknowledge() {
    FileHandle.standardOutput.write(Data("\(saveCount.saves)\n".utf8))
  }

  private func apply(_ change: BoxPlan.Change) {
    switch change {
    case .add(let number, let parent):
      let box = Box(number: number)
      context.insert(box)
      boxes[number] = box
      if let parent { boxes[parent]?.children.append(box) }
    case .move(let number, let parent):
      // Sometimes sets the inverse instead, as users do.
      if number % 2 == 0, let box = boxes[number], box.parent?.number != parent {
        boxes[parent]?.children.append(box)
      } else {
        _ = boxes[parent]?.children.count
        boxes[number]?.parent = boxes[parent]
      }
    case .order(let number, let children):
      boxes[number]?.children = children.compactMap { boxes[$0] }
    case .fill(let number, let size):
      boxes[number]?.content = Data(repeating: UInt8(size & 0xFF), count: size)
    case .name(let number, let text): boxes[number]?.text = text
    case .stick(let number, let stickers):
      boxes[number]?.stickers = stickers.compactMap { self.stickers[$0] }
    case .delete(let number): delete(number)
    }
  }

  private func delete(_ number: Int) {
    guard let box = boxes[number] else { return }
    // Boxes that the store deletes with it are removed from the plan as well.
    var waiting = [box]
    while let next = waiting.popLast() {
      boxes[next.number] = nil
      waiting += next.children
    }
    box.parent = nil
    context.delete(box)
  }
}
