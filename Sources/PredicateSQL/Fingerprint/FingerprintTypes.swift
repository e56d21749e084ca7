/// Which types of predicates have a fingerprint, as far as one context asked.
///
/// The runtime remembers too whether a type conforms; finding that costs it as much as reading a
/// small predicate.
struct FingerprintTypes {
  private struct Entry {
    var type: (any Any.Type)?
    /// The type again; nil for one without a fingerprint.
    var shaped: (any FingerprintedExpression.Type)?
  }

  private var entries: [Entry] = []
  private static let capacity = 64

  /// The type as one that has a fingerprint, or nil.
  mutating func shaped(_ type: any Any.Type) -> (any FingerprintedExpression.Type)? {
    if entries.isEmpty { entries = Array(repeating: Entry(), count: Self.capacity) }
    // Types lie at addresses that are multiples of 8 and mostly further apart.
    let place = Int(UInt(bitPattern: ObjectIdentifier(type)) >> 5) & (Self.capacity - 1)
    if entries[place].type == type { return entries[place].shaped }
    func mayBeDeep<Node>(_ type: Node.Type) -> Bool { PredicateDepth.mayBeDeep(type) }
    let shaped = mayBeDeep(type) ? nil : type as? any FingerprintedExpression.Type
    entries[place] = Entry(type: type, shaped: shaped)
    return shaped
  }
}
