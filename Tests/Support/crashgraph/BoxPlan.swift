import StoreTesting

/// The expected boxes after a number of saves, as plain values.
///
/// They are the same for the same seed, in the process that saves and in the one that checks the
/// result.
struct BoxPlan {
  struct Box: Equatable {
    var text = ""
    /// The size of the content in bytes; each byte is the size modulo 256.
    var size: Int?
    var parent: Int?
    var children: [Int] = []
    var stickers: [Int] = []
  }

  enum Change {
    case add(Int, parent: Int?)
    case move(Int, parent: Int)
    case order(Int, children: [Int])
    case fill(Int, size: Int)
    case name(Int, text: String)
    case stick(Int, stickers: [Int])
    case delete(Int)
  }

  /// The boxes by number.
  private(set) var boxes: [Int: Box] = [:]
  private(set) var saves = 0
  private var lastNumber = 0
  private var generator: SeededGenerator

  static let stickerCount = 8
  private static let boxCount = 60

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// The changes of the next save, which are already applied to the plan when this returns.
  mutating func advance() -> [Change] {
    saves += 1
    var changes: [Change] = []
    for _ in 0..<(4 + random(12)) {
      guard let change = makeChange() else { continue }
      apply(change)
      changes.append(change)
    }
    while boxes.count > Self.boxCount {
      let change = Change.delete(pick())
      apply(change)
      changes.append(change)
    }
    return changes
  }

  private mutating func random(_ count: Int) -> Int {
    Int(generator.next() % UInt64(max(count, 1)))
  }

  private mutating func pick() -> Int {
    let numbers = boxes.keys.sorted()
    return numbers[random(numbers.count)]
  }

  private mutating func makeChange() -> Change? {
    if boxes.count < 4 || random(10) < 4 {
      lastNumber += 1
      return .add(lastNumber, parent: boxes.isEmpty || random(4) == 0 ? nil : pick())
    }
    let number = pick()
    switch random(6) {
    case 0:
      let parent = pick()
      return isInside(parent, number) ? nil : .move(number, parent: parent)
    case 1:
      guard let children = boxes[number]?.children, children.count > 1 else { return nil }
      let place = random(children.count)
      return .order(number, children: Array(children[place...] + children[..<place]))
    case 2: return .fill(number, size: random(3) == 0 ? 110_000 + random(90_000) : random(400))
    case 3: return .name(number, text: "save \(saves)")
    case 4:
      let count = random(4)
      return .stick(number, stickers: (0..<count).map { ($0 * 3 + saves) % Self.stickerCount })
    default: return random(4) == 0 ? .delete(number) : nil
    }
  }

  /// Whether a box is the same as another one or inside it.
  private func isInside(_ number: Int, _ outer: Int) -> Bool {
    var next: Int? = number
    while let box = next {
      if box == outer { return true }
      next = boxes[box]?.parent
    }
    return false
  }
}

extension BoxPlan {
  private mutating func apply(_ change: Change) {
    switch change {
    case .add(let number, let parent):
      boxes[number] = Box()
      put(number, into: parent)
    case .move(let number, let parent): put(number, into: parent)
    case .order(let number, let children): boxes[number]?.children = children
    case .fill(let number, let size): boxes[number]?.size = size
    case .name(let number, let text): boxes[number]?.text = text
    case .stick(let number, let stickers): boxes[number]?.stickers = stickers
    case .delete(let number):
      put(number, into: nil)
      var waiting = [number]
      while let next = waiting.popLast() {
        waiting += boxes.removeValue(forKey: next)?.children ?? []
      }
    }
  }

  private mutating func put(_ number: Int, into parent: Int?) {
    if parent == boxes[number]?.parent { return }
    if let old = boxes[number]?.parent { boxes[old]?.children.removeAll { $0 == number } }
    boxes[number]?.parent = parent
    if let parent { boxes[parent]?.children.append(number) }
  }
}
