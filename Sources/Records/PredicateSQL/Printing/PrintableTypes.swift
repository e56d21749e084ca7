#if !canImport(Darwin)
  import Foundation
  import Synchronization

  /// A cache for the answers to a question about types of conditions.
  ///
  /// Each new predicate asks, mostly for a type that was asked about before. A slot holds the
  /// address of a type's metadata, which is never freed, and the answer in the lowest bit.
  struct PrintableTypes: ~Copyable, Sendable {
    private let places = InlineArray<64, Atomic<UInt>> { _ in Atomic(0) }
    private let answer: @Sendable (any Any.Type) -> Bool

    private init(_ answer: @escaping @Sendable (any Any.Type) -> Bool) { self.answer = answer }

    subscript(type: any Any.Type) -> Bool {
      let word = UInt(bitPattern: ObjectIdentifier(type))
      // Metadata addresses are multiples of 8 and mostly further apart.
      let place = Int(word >> 5) & 63
      let known = places[place].load(ordering: .relaxed)
      if known & ~1 == word { return known & 1 == 1 }
      let isTrue = answer(type)
      places[place].store(isTrue ? word | 1 : word, ordering: .relaxed)
      return isTrue
    }

    /// Whether conditions of a type contain nodes that Foundation does not define.
    static let needWrapping = PrintableTypes { type in
      func mayBeDeep<Node>(_ type: Node.Type) -> Bool { PredicateDepth.mayBeDeep(type) }
      // Foundation would recurse as deep as the condition to print it.
      return mayBeDeep(type) || _typeName(type).contains("(extension in PredicateSQL)")
    }

    /// Whether conditions of a type hold a predicate that was wrapped in Foundation's nodes.
    static let areWrapped = PrintableTypes { type in
      func mayBeDeep<Node>(_ type: Node.Type) -> Bool { PredicateDepth.mayBeDeep(type) }
      return !mayBeDeep(type) && type is any WrappedCondition.Type
    }
  }
#endif
