/// A cache of which types of predicates have a fingerprint, for one context.
///
/// The runtime also caches whether a type conforms, but a lookup costs as much as reading a small
/// predicate.
struct FingerprintTypes {
  private struct Entry {
    var type: (any Any.Type)?
    /// The same type; nil if it has no fingerprint.
    var shaped: (any FingerprintedExpression.Type)?
  }

  private var entries: [Entry] = []
  private static let capacity = 64

  /// Returns the type as one with a fingerprint; nil if it has none.
  mutating func shaped(_ type: any Any.Type) -> (any FingerprintedExpression.Type)? {
    if entries.isEmpty { entries = Array(repeating: Entry(), count: Self.capacity) }
    // Metadata addresses are multiples of 8 and mostly further apart.
    let place = Int(UInt(bitPattern: ObjectIdentifier(type)) >> 5) & (Self.capacity - 1)
    if entries[place].type == type { return entries[place].shaped }
    func mayBeDeep<Node>(_ type: Node.Type) -> Bool { PredicateDepth.mayBeDeep(type) }
    let shaped = mayBeDeep(type) ? nil : type as? any FingerprintedExpression.Type
    entries[place] = Entry(type: type, shaped: shaped)
    return shaped
  }
}
