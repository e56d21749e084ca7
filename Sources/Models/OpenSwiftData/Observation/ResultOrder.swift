import Foundation

/// The order of a result: by its descriptors, then by primary key; models without a key come last,
/// in insertion order.
struct ResultOrder<Element: PersistentModel> {
  private let descriptors: [SortDescriptor<Element>]
  private let context: ModelContext
  /// The positions of models that are not saved yet; computed when two of them compare equal.
  private lazy var insertions: [ObjectIdentifier: Int] = Dictionary(
    context.changes.inserted.marked.enumerated().map { (ObjectIdentifier($1.model), $0) },
    uniquingKeysWith: { first, _ in first })

  init(_ descriptors: [SortDescriptor<Element>], _ context: ModelContext) {
    (self.descriptors, self.context) = (descriptors, context)
  }

  /// Whether one model comes before another.
  mutating func precedes(_ left: Element, _ right: Element) -> Bool {
    for descriptor in descriptors {
      switch descriptor.compare(left, right) {
      case .orderedAscending: return true
      case .orderedDescending: return false
      case .orderedSame: continue
      }
    }
    let (leftKey, rightKey) = (Self.key(left), Self.key(right))
    if leftKey > 0, rightKey > 0 { return leftKey < rightKey }
    if leftKey > 0 || rightKey > 0 { return leftKey > 0 }
    let last = Int.max
    return insertions[ObjectIdentifier(left)] ?? last < insertions[ObjectIdentifier(right)] ?? last
  }

  /// The position of a model among others that are in order, found by binary search.
  mutating func place(of model: Element, in models: ArraySlice<Element>) -> Int {
    var (low, high) = (models.startIndex, models.endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if precedes(model, models[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func key(_ model: Element) -> Int64 {
    ModelStates.state(of: model)?.pointee.key ?? 0
  }
}
